import type { Context } from 'hono'
import type { TypedResponse } from 'hono/types'
import type { StatusCode } from 'hono/utils/http-status'
import type { ImageFile } from '../../collection/collection.ts'
import { clientAddress, networkOf } from '../request/client-address.ts'
import { withLongIdleTimeout, type AppEnvironment } from '../request/connection.ts'
import { publicHeaders } from './headers.ts'
import { isNotModified } from './preconditions.ts'
import { byteRangeOf } from './byte-range.ts'

/**
 * What a typed client knows of an answer that is a picture: `blob()` gives it. The format `text`
 * of what is no string tells the client that neither `json()` nor `text()` does.
 */
export type PictureResponse<Status extends StatusCode = 200 | 304> = Response &
  TypedResponse<Blob, Status, 'text'>

/** Bun opens the file when it begins to send, right after the handler is done. */
const releaseAfterMs = 1000

/**
 * Answers with a picture, in the order of Go's `http.ServeContent`: validators, preconditions,
 * length, body.
 * @param extra headers that differ from address to address. Where the picture differs from request
 * to request there is no `Last-Modified`: one that is older than the last would never be sent.
 * @param trustProxy whether a proxy says who the client is.
 */
export function sendImage(
  c: Context<AppEnvironment>,
  file: ImageFile,
  extra: Extra,
  trustProxy: boolean,
): PictureResponse | Promise<PictureResponse>
export function sendImage(
  c: Context<AppEnvironment>,
  file: ImageFile,
  extra: Extra,
  trustProxy: boolean,
): Response | Promise<Response> {
  const { raw: request } = c.req
  const headers = headersOf(file, extra)
  if (isNotModified(request.headers, headers)) {
    return released(file, new Response(null, { status: 304, headers }))
  }
  const isHead = request.method === 'HEAD'
  if (isHead && file.size !== undefined) {
    return released(file, new Response(null, { headers: withLength(headers, file.size) }))
  }
  const body = file.load(() => ({
    client: networkOf(clientAddress(c, trustProxy)),
    signal: request.signal,
  }))
  if (body instanceof Promise) {
    return withLongIdleTimeout(c.env, () => body)
      .then((bytes) => sendBytes(request, bytes, headers))
      .finally(() => releaseSoon(file))
  }
  releaseSoon(file)
  if (!(body instanceof Blob)) return sendBytes(request, body, headers)
  // The length of a file Bun finds out as it sends it, but not for HEAD.
  const size = file.size ?? (isHead ? body.size : undefined)
  return new Response(body, { headers: size === undefined ? headers : withLength(headers, size) })
}

/** Headers that differ from address to address, or from request to request. */
type Extra = Record<string, string> & { 'Last-Modified'?: string }

/** Sends what is in memory, or the part of it that is asked for; of a file Bun does so itself. */
function sendBytes(
  request: Request,
  bytes: Uint8Array<ArrayBuffer>,
  headers: ReturnType<typeof headersOf>,
): Response {
  const part =
    request.method === 'GET' ? byteRangeOf(request.headers, bytes.length, headers) : undefined
  if (part === undefined) {
    return new Response(bytes, { headers: withLength(headers, bytes.length) })
  }
  const range = part === 'none' ? '*' : `${part.first}-${part.last}`
  const partHeaders = { ...headers, 'Content-Range': `bytes ${range}/${bytes.length}` }
  if (part === 'none') return new Response(null, { status: 416, headers: partHeaders })
  const body = bytes.subarray(part.first, part.last + 1)
  return new Response(body, { status: 206, headers: withLength(partHeaders, body.length) })
}

async function released({ release }: ImageFile, response: Response): Promise<Response> {
  await release?.()
  return response
}

function releaseSoon({ release }: ImageFile): void {
  if (release !== undefined) setTimeout(() => void release(), releaseAfterMs).unref()
}

const withLength = (headers: Record<string, string>, size: number) => ({
  ...headers,
  'Content-Length': String(size),
})

/** A picture that is a web page as well stays a picture: nothing in it is guessed at or run. */
const headersOf = ({ version, mediaType }: ImageFile, extra: Extra) => ({
  ...publicHeaders,
  ...extra,
  'Content-Type': mediaType,
  ETag: `"${version}"`,
  'Content-Security-Policy': "default-src 'none'; sandbox",
})
