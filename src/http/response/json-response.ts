import type { StatusCode } from 'hono/utils/http-status'
import { publicHeaders, securityHeaders } from './headers.ts'
import { isNotModified, tagOf, type Validators } from './preconditions.ts'

/** The envelope of every JSON answer but a failure. */
export interface Success<T> {
  success: true
  data: T
}

/** A success that changed something, with a sentence for whoever did it. */
interface Done<T> extends Success<T> {
  message: string
}

const contentType = { 'Content-Type': 'application/json' }

/**
 * Headers of JSON for the admin alone. Made once: Bun copies them as a whole, where `c.json` sets
 * one by one, a tenth of what a frame's request costs.
 */
export const adminJson = new Headers({
  ...securityHeaders,
  ...contentType,
  'Cache-Control': 'no-store',
})

/** Headers of JSON that anybody may read. */
export const publicJson = new Headers({ ...publicHeaders, ...contentType })

/** Headers of JSON that a client may have already. */
export const taggedJson = (text: string, base: Record<string, string>) => ({
  ...base,
  ...contentType,
  'Cache-Control': 'no-cache',
  ETag: tagOf(text),
})

/** A response of JSON. The fields are types only: they describe the body to a typed client. */
export class JsonResponse<Body, Status extends StatusCode = 200> extends Response {
  declare readonly _data: Body
  declare readonly _status: Status
  declare readonly _format: 'json'
}

/** A response without a body. The fields are types only. */
export class EmptyResponse<Status extends StatusCode> extends Response {
  declare readonly _data: null
  declare readonly _status: Status
  declare readonly _format: 'text'
}

/** Writes a body as JSON. */
export const json = <Body, Status extends StatusCode = 200>(
  body: Body,
  headers: Headers | Record<string, string>,
  status?: Status,
) =>
  new JsonResponse<Body, Status>(
    JSON.stringify(body),
    status === undefined ? { headers } : { headers, status },
  )

/** Answers with JSON, or that the client has it already. */
export const unlessKnown = <Body>(
  request: Headers,
  encoded: string | Blob,
  headers: Validators & Record<string, string>,
) =>
  isNotModified(request, headers)
    ? new EmptyResponse<304>(null, { headers, status: 304 })
    : new JsonResponse<Body>(encoded, { headers })

/** Puts what was read into its envelope. */
export const success = <T>(data: T): Success<T> => ({ success: true, data })

/** The same of what was done, and says so. */
export const done = <T>(data: T, message: string): Done<T> => ({ success: true, message, data })

/** Answers with what anybody may read. */
export const publicAnswer = <T>(data: T) => json(success(data), publicJson)

/** Answers with what the admin alone may read. */
export const adminAnswer = <T>(data: T) => json(success(data), adminJson)

/** Answers the admin with what was done. */
export const doneAnswer = <T>(data: T, message: string) => json(done(data, message), adminJson)

/** Writes a number of images, such as `1 image`. */
export const countImages = (count: number) => `${count} ${count === 1 ? 'image' : 'images'}`
