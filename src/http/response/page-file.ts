import type { Context } from 'hono'
import { pictureFormats } from '../../formats/picture-formats.ts'
import type { AppEnvironment } from '../request/connection.ts'
import { securityHeaders } from './headers.ts'
import { isNotModified } from './preconditions.ts'

/** The headers of pages that run scripts of this service alone. */
export const pageHeaders = {
  ...securityHeaders,
  'Cache-Control': 'no-cache',
  'Content-Security-Policy': [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    // Pictures that are about to be uploaded are shown from the memory of the browser.
    "img-src 'self' blob: data:",
    "connect-src 'self'",
    "manifest-src 'self'",
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join('; '),
}

/** Compresses a file of a page once for all who ask for it. */
export function pageFile(content: string | Uint8Array, mediaType: string) {
  const packed = Bun.gzipSync(Buffer.from(content), { library: 'libdeflate', level: 11 })
  return {
    packed,
    headers: {
      ...pageHeaders,
      'Content-Type': typeof content === 'string' ? `${mediaType}; charset=UTF-8` : mediaType,
      ETag: `"${Bun.hash.crc32(packed).toString(16)}"`,
      Vary: 'Accept-Encoding',
    },
  }
}

type PageFile = ReturnType<typeof pageFile>

/** Sends a file compressed, or plain to a client that takes nothing else (RFC 9110, 12.5.3). */
export function sendPageFile(c: Context<AppEnvironment>, { packed, headers }: PageFile): Response {
  if (isNotModified(c.req.raw.headers, headers)) return new Response(null, { status: 304, headers })
  if (!/\bgzip\b/i.test(c.req.header('accept-encoding') ?? '')) {
    return new Response(Bun.gunzipSync(packed), { headers })
  }
  return new Response(packed, { headers: { ...headers, 'Content-Encoding': 'gzip' } })
}

/** The source of a Content-Security-Policy that allows the one such element of a page. */
export function hashOf(page: string, element: 'script' | 'style'): string {
  const content = new RegExp(`<${element}>([^]*?)</${element}>`).exec(page)?.[1] ?? ''
  return `'sha256-${new Bun.CryptoHasher('sha256').update(content).digest('base64')}'`
}

const { 'X-Frame-Options': _, ...shared } = securityHeaders

/**
 * Sends the slideshow page. It may run its own script and style, known by their hashes, and talk to
 * this service; nothing else (CSP level 2, 4.2.2). It may be shown inside other pages, as the dashboards
 * of a house do. Its language is the one that `Accept-Language` wants most.
 */
export const sendSlideshow = (c: Context, page: string) =>
  c.text(page, 200, {
    ...shared,
    'Cache-Control': 'no-cache',
    'Content-Type': 'text/html; charset=UTF-8',
    'Content-Security-Policy': [
      "default-src 'none'",
      "img-src 'self' data:",
      "connect-src 'self'",
      `script-src ${hashOf(page, 'script')}`,
      `style-src ${hashOf(page, 'style')}`,
    ].join('; '),
    Vary: 'Accept-Language',
  })

/**
 * Says in attributes of a page what uploads the service takes, so that it refuses others before they
 * are sent.
 * @param maxFileSize in bytes.
 */
export function uploadLimits(maxFileSize: number, hasDecoder: boolean): string {
  const accept = pictureFormats.formats
    .filter(({ type }) => hasDecoder || !pictureFormats.decoderTypes.has(type))
    .map(({ mediaType }) => mediaType)
  return `data-max-file-size="${maxFileSize}" data-accept="${accept.join()}"`
}
