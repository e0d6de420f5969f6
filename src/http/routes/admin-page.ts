import { Hono, type Context } from 'hono'
import { AppError } from '../../errors.ts'
import { pictureFormats } from '../../formats/picture-formats.ts'
import { once } from '../../lib/once.ts'
import type { AppEnvironment } from '../request/connection.ts'
import { isNotModified } from '../response/preconditions.ts'
import { securityHeaders } from '../response/headers.ts'

/** The files of the page, as text. */
export interface AdminPage {
  html: string
  css: string
  script: string
  /** The scripts of the languages by their names, each made when it is asked for. */
  languages: ReadonlyMap<string, () => Promise<string>>
}

const policy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  // Pictures that are about to be uploaded are shown from the memory of the browser.
  "img-src 'self' blob: data:",
  "connect-src 'self'",
  "form-action 'self'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
].join('; ')

interface PageFile {
  packed: Uint8Array<ArrayBuffer>
  headers: Record<string, string> & { ETag: string }
}

interface PageOptions {
  readPage: () => Promise<AdminPage>
  /** In bytes. */
  maxFileSize: number
  hasDecoder: boolean
  trashDays: number
}

/**
 * `/admin`: the admin page. It is made when somebody asks for the first time, and kept compressed. It
 * says what uploads the service takes, so that it refuses others before they are sent, and whether
 * what is deleted can be restored.
 */
export function adminPageRoutes(options: PageOptions) {
  const { readPage, maxFileSize, hasDecoder, trashDays } = options
  const accept = pictureFormats.formats
    .filter(({ type }) => hasDecoder || !pictureFormats.decoderTypes.has(type))
    .map(({ mediaType }) => mediaType)
  const limits = `data-max-file-size="${maxFileSize}" data-accept="${accept.join()}" data-trash-days="${trashDays}"`
  const files = once(async () => {
    const { html, css, script, languages } = await readPage()
    return {
      html: pageFile(html.replace('id="app"', `id="app" ${limits}`), 'text/html'),
      css: pageFile(css, 'text/css'),
      script: pageFile(script, 'text/javascript'),
      languages: new Map(
        [...languages].map(([name, read]) => [
          name,
          once(async () => pageFile(await read(), 'text/javascript')),
        ]),
      ),
    }
  })
  return new Hono<AppEnvironment>()
    .get('/', async (c) => send(c, (await files()).html))
    .get('/admin.css', async (c) => send(c, (await files()).css))
    .get('/admin.js', async (c) => send(c, (await files()).script))
    .get('/languages/:name', async (c) => {
      const file = (await files()).languages.get(c.req.param('name'))
      if (file === undefined) throw new AppError('NOT_FOUND')
      return send(c, await file())
    })
}

function pageFile(text: string, mediaType: string): PageFile {
  const packed = Bun.gzipSync(Buffer.from(text), { level: 9 })
  return {
    packed,
    headers: {
      ...securityHeaders,
      'Cache-Control': 'no-cache',
      'Content-Security-Policy': policy,
      'Content-Type': `${mediaType}; charset=UTF-8`,
      ETag: `"${Bun.hash.crc32(packed).toString(16)}"`,
      Vary: 'Accept-Encoding',
    },
  }
}

/** Sends a file compressed, or plain to a client that takes nothing else (RFC 9110, 12.5.3). */
function send(c: Context<AppEnvironment>, { packed, headers }: PageFile): Response {
  if (isNotModified(c.req.raw.headers, headers)) return new Response(null, { status: 304, headers })
  if (!/\bgzip\b/i.test(c.req.header('accept-encoding') ?? '')) {
    return new Response(Bun.gunzipSync(packed), { headers })
  }
  return new Response(packed, { headers: { ...headers, 'Content-Encoding': 'gzip' } })
}
