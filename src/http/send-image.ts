import type { Context } from 'hono'
import type { ImageFile } from '../collection/collection.ts'
import { withPatience, type AppEnvironment } from './environment.ts'
import { publicHeaders } from './headers.ts'
import { isNotModified } from './preconditions.ts'

/** Bun opens the file when it begins to send, right after the handler is done. */
const releaseAfterMs = 1000

/**
 * Answers with a picture, in the order of Go's `http.ServeContent`: validators, preconditions,
 * length, body. A `Range` of an original is answered by Bun itself.
 * @param extra headers that differ from address to address. Where the picture differs from request
 * to request there is no `Last-Modified`: one that is older than the last would never be sent.
 */
export async function sendImage(
  { req: { raw: request }, env }: Context<AppEnvironment>,
  file: ImageFile,
  extra: Record<string, string>,
): Promise<Response> {
  const headers = headersOf(file, extra)
  if (isNotModified(request.headers, headers)) {
    await file.release?.()
    return new Response(null, { status: 304, headers })
  }
  if (request.method === 'HEAD' && file.size !== undefined) {
    await file.release?.()
    headers.set('Content-Length', String(file.size))
    return new Response(null, { headers })
  }
  try {
    const body = await withPatience(env, file.load)
    // The length of a file Bun finds out as it sends it, but not for HEAD.
    const isSent = request.method !== 'HEAD'
    const size =
      body instanceof Blob ? (file.size ?? (isSent ? undefined : body.size)) : body.length
    if (size !== undefined) headers.set('Content-Length', String(size))
    return new Response(body, { headers })
  } finally {
    const { release } = file
    if (release !== undefined) setTimeout(() => void release(), releaseAfterMs).unref()
  }
}

/** A picture that is a web page as well stays a picture: nothing in it is guessed at or run. */
const headersOf = ({ version, mediaType }: ImageFile, extra: Record<string, string>) =>
  new Headers({
    ...publicHeaders,
    ...extra,
    'Content-Type': mediaType,
    ETag: `"${version}"`,
    'Content-Security-Policy': "default-src 'none'; sandbox",
  })
