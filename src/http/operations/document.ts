import { z } from 'zod'
import { once } from '../../lib/once.ts'
import { textLike } from '../../library/types.ts'
import { pageAnswer } from '../openapi/docs.ts'
import { Operations, type AnyOperation } from '../operation.ts'
import { publicHeaders } from '../response/headers.ts'
import { json, publicJson } from '../response/json-response.ts'
import { hashOf } from '../response/page-file.ts'

const documentHeaders = new Headers([...publicJson, ['Cache-Control', 'no-cache']])

/**
 * `/api/openapi.json` and `/api/docs`: the documentation of the API, for programs and for people. Its
 * modules are loaded with the first request, to save memory where nobody asks.
 */
export function documentOperations(all: () => readonly AnyOperation[]) {
  const document = once(async () => (await import('../openapi/document.ts')).makeDocument(all()))
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
  return new Operations('Service')
    .add('GET /api/openapi.json', {
      who: 'public',
      id: 'openApi',
      summary: 'This document',
      description: 'OpenAPI 3.1, without the envelope.',
      handle: async () => json(await document(), documentHeaders),
      answers: () => ({
        200: {
          description: 'The document.',
          content: {
            'application/json': {
              schema: z.looseObject({
                openapi: z.literal('3.1.0'),
                info: z.looseObject({ title: textLike('Photo frame'), version: textLike('1.0.0') }),
                paths: z.looseObject({}).describe('The operations by path and method.'),
              }),
            },
          },
        },
      }),
    })
    .add('GET /api/docs', {
      who: 'public',
      id: 'docs',
      summary: 'This document as a page',
      description: 'For reading in a browser. It needs no script.',
      handle: async (c) => {
        const { html, headers } = await page()
        return c.text(html, 200, headers)
      },
      answers: () => pageAnswer(),
    })
}
