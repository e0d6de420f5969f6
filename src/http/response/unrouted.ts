import type { ErrorHandler, NotFoundHandler } from 'hono'
import { AppError } from '../../errors.ts'
import { routeOf } from '../mount.ts'
import type { AnyOperation } from '../operation.ts'
import type { AppEnvironment } from '../request/connection.ts'

/** Whether a request reads what pages of other sites may read. */
export const isPublic = (operations: readonly AnyOperation[], method: string, path: string) =>
  (method === 'GET' || method === 'HEAD') &&
  operations.some((each) => each.who === 'public' && matches(routeOf(each).path, path))

interface Route {
  path: string
  method: string
}

/**
 * Answers what no route matches: 405 with the right methods if the path is known, else 404.
 * @param routes all routes of the app.
 * @param answer answers a failure. Throwing it would bypass the request log.
 */
export const unroutedHandler =
  (
    routes: () => readonly Route[],
    answer: ErrorHandler<AppEnvironment>,
  ): NotFoundHandler<AppEnvironment> =>
  (c) =>
    answer(unrouted(routes(), c.req.path), c)

function unrouted(routes: readonly Route[], asked: string): AppError {
  const methods = routes
    .filter(({ path, method }) => path !== '/*' && method !== 'ALL' && matches(path, asked))
    .flatMap(({ method }) => (method === 'GET' ? ['GET', 'HEAD'] : [method]))
  if (methods.length === 0) return new AppError('NOT_FOUND')
  const allow = [...new Set(methods)].toSorted()
  return new AppError('METHOD_NOT_ALLOWED', `Use ${allow.join(' or ')} here.`, {
    details: { allow },
  })
}

function matches(pattern: string, path: string): boolean {
  if (pattern.endsWith('/*')) return `${path}/`.startsWith(pattern.slice(0, -1))
  const [parts, asked] = [pattern.split('/'), path.split('/')]
  // A part with a colon takes any one part of a path.
  const fits = (part: string, index: number) =>
    part.startsWith(':') ? asked[index] !== '' : part === asked[index]
  return parts.length === asked.length && parts.every(fits)
}
