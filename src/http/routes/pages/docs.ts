import { Hono } from 'hono'
import { once } from '../../../lib/once.ts'
import type { AnyOperation } from '../../operations/operation.ts'
import type { AppEnvironment } from '../../request/connection.ts'
import { publicHeaders } from '../../response/headers.ts'
import { JsonResponse, publicJson } from '../../response/json-response.ts'
import { hashOf } from './slideshow.ts'

const documentHeaders = new Headers([...publicJson, ['Cache-Control', 'no-cache']])

/**
 * `/api/openapi.json` and `/api/docs`: the documentation of the API, for programs and for people. Its
 * modules are loaded with the first request, to save memory where nobody asks.
 */
export function docsRoutes(list: readonly AnyOperation[]) {
  const document = once(async () => (await import('../../openapi/document.ts')).makeDocument(list))
  const page = once(async () => {
    const { renderPage } = await import('../../openapi/docs-page.ts')
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
