import type { StatusCode } from 'hono/utils/http-status'
import { publicHeaders, securityHeaders } from './headers.ts'
import { isNotModified, tagOf, type Validators } from './preconditions.ts'

const contentType = { 'Content-Type': 'application/json' }

/**
 * Headers of JSON that nobody is to keep. Made once: Bun copies them as a whole, where `c.json` sets
 * one by one, a tenth of what a frame's request costs.
 */
export const unkeptJson = new Headers({
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

/** A response. The fields are types only: they describe the body to a typed client. */
export class ApiResponse<
  Body,
  Status extends StatusCode = 200,
  Format extends 'json' | 'text' = 'json',
> extends Response {
  declare readonly _data: Body
  declare readonly _status: Status
  declare readonly _format: Format
}

/** Writes a body as JSON. */
export const json = <Body, Status extends StatusCode = 200>(
  body: Body,
  headers: Headers | Record<string, string>,
  status?: Status,
) => new ApiResponse<Body, Status>(JSON.stringify(body), { headers, ...(status && { status }) })

/** Answers with JSON, or that the client has it already. */
export const unlessKnown = <Data>(
  request: Headers,
  encoded: string | Blob,
  headers: Validators & Record<string, string>,
) =>
  isNotModified(request, headers)
    ? new ApiResponse<null, 304, 'text'>(null, { headers, status: 304 })
    : new ApiResponse<Success<Data>>(encoded, { headers })

/** Puts what was read into its envelope. */
export const success = <T>(data: T) => ({ success: true as const, data })

export type Success<T> = ReturnType<typeof success<T>>

/** The same of what was done, and says so. */
export const done = <T>(data: T, message: string) => ({ success: true as const, message, data })

/** Answers with what anybody may read. */
export const publicAnswer = <T>(data: T) => json(success(data), publicJson)

/** Answers with what the admin alone may read. */
export const adminAnswer = <T>(data: T) => json(success(data), unkeptJson)

/** Answers the admin with what was done. */
export const doneAnswer = <T>(data: T, message: string) => json(done(data, message), unkeptJson)

/** Writes a number of images, such as `1 image`. */
export const countImages = (count: number) => `${count} ${count === 1 ? 'image' : 'images'}`
