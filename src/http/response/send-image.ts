import type { Context } from 'hono'
import type { ImageContent, ImageFile } from '../../collection/collection.ts'
import type { Requester } from '../../pixels/requesters.ts'
import type { AppEnvironment } from '../request/connection.ts'
import { sessionIdOf } from '../middleware/session.ts'
import { publicHeaders, securityHeaders } from './headers.ts'
import { ApiResponse } from './json-response.ts'
import { byteRangeOf, isNotModified } from './preconditions.ts'

/**
 * A response that is an image; 206 and 416 of a file are Bun's doing. A typed client gets it by
 * `blob()`: the format `text` of what is no string says that `json()` and `text()` don't.
 */
export type ImageResponse = ApiResponse<Blob, 200 | 206 | 304 | 416, 'text'>

/** Bun opens the file when it begins to send, right after the handler is done. */
const releaseAfterMs = 1000

/**
 * Answers with an image, in the order of Go's `http.ServeContent`: validators, preconditions,
 * length, body.
 * @param extra headers that differ from address to address. Where the image differs from request
 * to request there is no `Last-Modified`: an image older than the client's last would never be sent.
 */
export function sendImage(
  c: Context<AppEnvironment>,
  file: ImageFile,
  extra: ExtraHeaders,
): ImageResponse | Promise<ImageResponse> {
  const { raw: request } = c.req
  const headers = headersOf(file, extra)
  if (isNotModified(request.headers, headers)) {
    file.release?.()
    return new ApiResponse(null, { status: 304, headers })
  }
  const { stream } = file
  if (stream !== undefined && file.size !== undefined) {
    const response = sendRange(request, file.size, headers, stream)
    if (response.body === null) file.release?.()
    else releaseOnAbort(request.signal, file)
    return response
  }
  if (request.method === 'HEAD' && file.size !== undefined) {
    file.release?.()
    return new ApiResponse(null, { headers: withLength(headers, file.size) })
  }
  const content = file.load(() => requesterOf(c))
  if (content instanceof Promise) {
    return c.env
      .withLongIdleTimeout(() => content)
      .then((loaded) => sendContent(request, loaded, file, headers))
      .finally(() => releaseSoon(file))
  }
  releaseSoon(file)
  return sendContent(request, content, file, headers)
}

/** Who asks for an image that has to be made. */
export const requesterOf = (c: Context<AppEnvironment>): Requester => ({
  client: c.env.network,
  isBrowsing: sessionIdOf(c) !== '',
  signal: c.req.raw.signal,
})

/** The policy keeps an image that is a web page as well from being run as one. */
const imagePolicy = { 'Content-Security-Policy': "default-src 'none'; sandbox" }

/** Sends an image that is not for everybody, or only for this moment. */
export const privateImage = (content: string | Uint8Array<ArrayBuffer>, mediaType: string) =>
  new ApiResponse<Blob, 200, 'text'>(content, {
    headers: {
      ...securityHeaders,
      ...imagePolicy,
      'Cache-Control': 'no-store',
      'Content-Type': mediaType,
    },
  })

/** Headers that differ from address to address, or from request to request. */
export type ExtraHeaders = Record<string, string> & { 'Last-Modified'?: string }

/** Sends what is in memory, or the range that is asked for; of a file Bun does so itself. */
function sendContent(
  request: Request,
  content: ImageContent,
  { size }: ImageFile,
  headers: ReturnType<typeof headersOf>,
): ImageResponse {
  if (!(content instanceof Blob)) {
    const bodyOf = (first: number, last: number) => content.subarray(first, last + 1)
    return sendRange(request, content.length, headers, bodyOf)
  }
  // The length of a cached rendition Bun finds out itself: `content.size` would look at the disk.
  return new ApiResponse(content, {
    headers: size === undefined ? headers : withLength(headers, size),
  })
}

function sendRange(
  request: Request,
  size: number,
  headers: ReturnType<typeof headersOf>,
  bodyOf: (first: number, last: number) => ReadableStream<Uint8Array> | Uint8Array<ArrayBuffer>,
): ImageResponse {
  // Ranges are for GET alone (RFC 9110, 14.2).
  const isGet = request.method === 'GET'
  const range = isGet ? byteRangeOf(request.headers, size, headers) : undefined
  if (range === undefined) {
    const body = isGet ? bodyOf(0, size - 1) : null
    return new ApiResponse(body, { headers: withLength(headers, size) })
  }
  const sent = range === 'none' ? '*' : `${range.first}-${range.last}`
  const rangeHeaders = { ...headers, 'Content-Range': `bytes ${sent}/${size}` }
  if (range === 'none') return new ApiResponse(null, { status: 416, headers: rangeHeaders })
  const { first, last } = range
  return new ApiResponse(bodyOf(first, last), {
    status: 206,
    headers: withLength(rangeHeaders, last + 1 - first),
  })
}

/** Releases a file whose client has gone: Bun does not cancel a stream that nobody has read yet. */
function releaseOnAbort(signal: AbortSignal, { release }: ImageFile): void {
  if (release === undefined) return
  if (signal.aborted) release()
  else signal.addEventListener('abort', () => release(), { once: true })
}

function releaseSoon({ release }: ImageFile): void {
  if (release !== undefined) setTimeout(() => release(), releaseAfterMs).unref()
}

const withLength = (headers: Record<string, string>, size: number) => ({
  ...headers,
  'Content-Length': String(size),
})

const headersOf = ({ version, mediaType }: ImageFile, extra: ExtraHeaders) => ({
  ...publicHeaders,
  ...extra,
  'Content-Type': mediaType,
  ETag: `"${version}"`,
  ...imagePolicy,
})
