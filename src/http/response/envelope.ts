import type { Context, ErrorHandler } from 'hono'
import type { TypedResponse } from 'hono/types'
import { HTTPException } from 'hono/http-exception'
import { AppError, type ErrorCode } from '../../errors.ts'
import { describeError, type Log } from '../../log.ts'
import { rawTarget, type AppEnvironment } from '../request/connection.ts'
import { publicHeaders, securityHeaders } from './headers.ts'
import { isPublic } from './unrouted.ts'

/** The one place where a failure gets its HTTP status. */
export const statusOf = {
  INVALID_REQUEST: 400,
  AUTHENTICATION_FAILED: 401,
  AUTHENTICATION_REQUIRED: 401,
  CROSS_ORIGIN: 403,
  FOLDER_NOT_FOUND: 404,
  NO_IMAGES_AVAILABLE: 404,
  IMAGE_NOT_FOUND: 404,
  NOT_FOUND: 404,
  METHOD_NOT_ALLOWED: 405,
  INVALID_FOLDER_NAME: 400,
  MISSING_IMAGES_PARAMETER: 400,
  NO_FILES: 400,
  INVALID_FILE_TYPE: 400,
  FILE_SIZE_EXCEEDED: 413,
  BODY_TOO_LARGE: 413,
  TOO_MANY_ATTEMPTS: 429,
  BUSY: 503,
  FILE_SYSTEM_ERROR: 500,
  INTERNAL_ERROR: 500,
} as const satisfies Record<ErrorCode, number>

export interface Success<T> {
  success: true
  data: T
}

/** A success with a sentence for whoever did it. */
export interface Done<T> extends Success<T> {
  message: string
}

/** The body of a success. */
export const success = <T>(data: T): Success<T> => ({ success: true, data })

/** The body of a success that changed something. */
export const done = <T>(data: T, message: string): Done<T> => ({ success: true, message, data })

/** The body of a failure. */
export const failure = ({ message, code, details }: AppError) => ({
  success: false as const,
  error: message,
  code,
  ...(details === undefined ? {} : { details }),
})

/** HEAD tells the length of what GET would send (RFC 9110, 8.6); Hono, left alone, says 0. */
export function lengthForHead(c: Context, body: object | string): { 'Content-Length'?: string } {
  if (c.req.method !== 'HEAD') return {}
  return { 'Content-Length': lengthOf(typeof body === 'string' ? body : JSON.stringify(body)) }
}

const lengthOf = (text: string) => String(Buffer.byteLength(text))

/**
 * Like `c.json(success(data), 200, headers)`, but with headers that are made once: Bun copies those
 * as a whole, where Hono sets them one by one.
 */
export function sendWith<T extends object>(
  c: Context,
  headers: Headers,
  data: T,
): Response & TypedResponse<Success<T>, 200, 'json'>
export function sendWith(c: Context, headers: Headers, data: object): Response {
  const text = JSON.stringify(success(data))
  const response = new Response(text, { headers })
  if (c.req.method === 'HEAD') response.headers.set('Content-Length', lengthOf(text))
  return response
}

/** Texts of answers, kept as long as the data that they were made from. */
const texts = new WeakMap<object, string>()

/** Like `c.json(success(data))`, for data that stays the same object from request to request. */
export function sendUnchanging<T extends object>(
  c: Context,
  data: T,
): Response & TypedResponse<Success<T>, 200, 'json'>
export function sendUnchanging(c: Context, data: object): Response {
  const text = texts.get(data) ?? JSON.stringify(success(data))
  texts.set(data, text)
  return c.body(text, 200, {
    'Content-Type': 'application/json',
    ...publicHeaders,
    ...lengthForHead(c, text),
  })
}

/** Answers whatever went wrong, and logs what the service itself has to answer for. */
export function errorHandler(log: Log): ErrorHandler<AppEnvironment> {
  return (error, c) => {
    const failed = toAppError(error, c.req.raw.signal.aborted)
    const status = statusOf[failed.code]
    // Nothing is wrong where there is only too much to do, and each line would be more of it.
    if (status >= 500 && failed.code !== 'BUSY') {
      // As it was sent: decoded, it could hold what a terminal obeys.
      const { path } = rawTarget(c.req.raw)
      log('error', `${c.req.method} ${path} ${failed.code}: ${describeError(error)}`)
    }
    const body = failure(failed)
    return c.json(body, status, {
      ...lengthForHead(c, body),
      ...(isPublic(c.req.method, c.req.path) ? publicHeaders : securityHeaders),
      'Cache-Control': 'no-store',
      ...headersOf(failed),
    })
  }
}

/** What HTTP itself wants to know of a failure (RFC 9110, 10.2.1 and 10.2.3). */
function headersOf({ details }: AppError): Record<string, string> {
  if (details === undefined) return {}
  if ('retryAfter' in details) return { 'Retry-After': String(details.retryAfter) }
  return 'allow' in details ? { Allow: details.allow.join(', ') } : {}
}

function toAppError(error: unknown, isClientGone: boolean): AppError {
  if (error instanceof AppError) return error
  if (isClientGone) return new AppError('INVALID_REQUEST', 'The request broke off. Send it again.')
  if (error instanceof HTTPException && error.status < 500) {
    return new AppError('INVALID_REQUEST', 'The request could not be understood.')
  }
  return internalError(error)
}

/** The failure that a bug becomes. */
export const internalError = (cause: unknown) =>
  new AppError('INTERNAL_ERROR', 'Something went wrong in the service. See its log.', { cause })
