import type { ErrorHandler, Hono, NotFoundHandler } from 'hono'
import { matchedRoutes } from 'hono/route'
import { AppError, invalidRequest } from '../../errors.ts'
import { describeError, type Log } from '../../log.ts'
import { loggedTarget } from '../middleware/request-log.ts'
import { routeOf } from '../mount.ts'
import type { AnyOperation } from '../operation.ts'
import type { AppEnvironment } from '../request/connection.ts'
import { failures, sentenceOf } from './failures.ts'
import { unkeptJson, json, publicJson } from './json-response.ts'

/** Answers every failure, and logs those that are the service's own. */
export function errorHandler(
  log: Log,
  operations: readonly AnyOperation[],
): ErrorHandler<AppEnvironment> {
  /** What pages of other sites may read. */
  const publicPaths = new Set(
    operations.filter(({ who }) => who === 'public').map((each) => routeOf(each).path),
  )
  return (error, c) => {
    const failed = toAppError(error, c.req.raw.signal.aborted)
    const { status, body } = answerOf(failed)
    // BUSY is no fault, and a line for each would add to the work.
    if (status === 500) {
      // As it was sent: decoded, it could hold control characters of a terminal.
      const [path] = loggedTarget(c.req.raw).split('?')
      log('error', `${c.req.method} ${path} ${failed.code}: ${describeError(error)}`)
    }
    c.set('failure', failed)
    const isPublic = matchedRoutes(c).some(
      ({ method, path }) => method === 'GET' && publicPaths.has(path),
    )
    const headers = new Headers(isPublic ? publicJson : unkeptJson)
    headers.set('Cache-Control', 'no-store')
    // RFC 9110, 10.2.1 and 10.2.3.
    const { details } = failed
    if (details && 'allow' in details) headers.set('Allow', details.allow.join(', '))
    if (details && 'retryAfter' in details) headers.set('Retry-After', `${details.retryAfter}`)
    const isSessionCheck = c.req.method === 'GET' && failed.code === 'AUTHENTICATION_REQUIRED'
    const isNoError = failed.code === 'NO_IMAGES_AVAILABLE' || isSessionCheck
    if (isNoError && isLenient(c.req.header('prefer'))) {
      headers.set('Preference-Applied', 'handling=lenient')
      return json(body, headers)
    }
    return json(body, headers, status)
  }
}

/**
 * Whether the client prefers status 200 where there are no pictures, or no session for reading (RFC
 * 7240, 4.4). The slideshow does: it asks until there are some, and browsers log every 404 and 401.
 */
const isLenient = (prefer = '') => /(^|,)\s*handling\s*=\s*"?lenient"?\s*(;|,|$)/i.test(prefer)

/** The status and the body that the table of failures gives for an error. */
export function answerOf(error: AppError) {
  const { status } = failures[error.code]
  const { code, details } = error
  const body = {
    success: false as const,
    error: sentenceOf(error),
    code,
    ...(details === undefined ? {} : { details }),
  }
  return { status, body }
}

function toAppError(error: unknown, isClientGone: boolean): AppError {
  if (error instanceof AppError) return error
  if (isClientGone) return invalidRequest('The request broke off. Send it again.')
  return internalError(error)
}

/** The failure that a bug becomes. */
export const internalError = (cause: unknown) =>
  new AppError('INTERNAL_ERROR', undefined, { cause })

/**
 * Answers what no route matches: 405 with the right methods if the path is known, else 404.
 * @param answer answers a failure. Throwing it would bypass the request log.
 */
export const unroutedHandler =
  (
    router: Hono<AppEnvironment>['router'],
    answer: ErrorHandler<AppEnvironment>,
  ): NotFoundHandler<AppEnvironment> =>
  (c) => {
    const allow = methods.filter((method) =>
      router
        .match(method === 'HEAD' ? 'GET' : method, c.req.path)[0]
        .some(([[, route]]) => route.path !== '/*'),
    )
    if (allow.length === 0) return answer(new AppError('NOT_FOUND'), c)
    const sentence = `Use ${allow.join(' or ')} here.`
    return answer(new AppError('METHOD_NOT_ALLOWED', sentence, { details: { allow } }), c)
  }

/** The methods that a path may have, in the order of `Allow`. */
const methods = ['DELETE', 'GET', 'HEAD', 'OPTIONS', 'PATCH', 'POST', 'PUT']
