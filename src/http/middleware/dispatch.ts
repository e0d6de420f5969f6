import { Hono, type NotFoundHandler } from 'hono'
import { createMiddleware } from 'hono/factory'
import type { Schema } from 'hono/types'
import { AppError } from '../../errors.ts'
import type { AppEnvironment } from '../request/connection.ts'

type OnError = Parameters<Hono<AppEnvironment>['onError']>[0]

/**
 * Makes the `fetch` of an app that answers HEAD with the headers of GET, its length too (RFC 9110,
 * 9.3.2), whatever the route; and refuses requests with several `Host` headers, of which a proxy and
 * the app could believe different ones (RFC 9112, 3.2). Each of the two has an app of its own: a
 * middleware would slow every GET down.
 * @param notFound the one of the app, which doesn't give it away; so is `onError`.
 */
export function dispatch<Routes extends Schema>(
  app: Hono<AppEnvironment, Routes>,
  notFound: NotFoundHandler<AppEnvironment>,
  onError: OnError,
): Hono<AppEnvironment>['fetch'] {
  const { fetch, getPath } = app
  const forHead = new Hono<AppEnvironment>({ getPath }).use(keepLength).route('/', app)
  forHead.notFound(notFound)
  const refusing = new Hono<AppEnvironment>({ getPath }).use(() => {
    throw new AppError('INVALID_REQUEST', 'Send one "Host" header.')
  })
  refusing.onError(onError)
  return (request, connection, context) => {
    // Bun joins several of them by commas.
    const hasSeveralHosts = request.headers.get('host')?.includes(',') === true
    if (hasSeveralHosts) return refusing.fetch(request, connection, context)
    if (request.method === 'HEAD') return forHead.fetch(request, connection, context)
    return fetch(request, connection, context)
  }
}

/** Hono answers HEAD with what GET sends, but drops the length along with the body. */
const keepLength = createMiddleware(async (c, next) => {
  await next()
  if (c.res.headers.has('Content-Length') || c.res.body === null) return
  const { size } = await c.res.blob()
  c.header('Content-Length', String(size))
})
