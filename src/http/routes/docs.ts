import { Hono } from 'hono'
import { once } from '../../lib/once.ts'
import type { AppEnvironment } from '../request/connection.ts'
import { publicHeaders } from '../response/headers.ts'
import { JsonResponse, publicJson } from '../response/json-response.ts'
import { hashOf } from './slideshow.ts'

const documentHeaders = new Headers([...publicJson, ['Cache-Control', 'no-cache']])

/**
 * `/api/openapi.json` and `/api/docs`: the API, for programs and for people. What makes them is
 * loaded when somebody asks for the first time; a frame that nobody asks has nothing of it in memory.
 */
export function docsRoutes() {
  const document = once(async () => (await import('../openapi/document.ts')).makeDocument())
  const page = once(async () => {
    const { renderPage } = await import('../openapi/docs-page.ts')
    const html = await renderPage(await document())
    const headers = {
      ...publicHeaders,
      'Cache-Control': 'no-cache',
      'Content-Type': 'text/html; charset=UTF-8',
      'Content-Security-Policy': `default-src 'none'; img-src data:; style-src ${hashOf(html, 'style')}`,
    }
    return { html, headers }
  })
  return new Hono<AppEnvironment>()
    .get(
      '/openapi.json',
      async () => new JsonResponse(await document(), { headers: documentHeaders }),
    )
    .get('/docs', async (c) => {
      const { html, headers } = await page()
      return c.text(html, 200, headers)
    })
}
