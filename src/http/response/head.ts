import { Hono, type NotFoundHandler } from 'hono'
import { createMiddleware } from 'hono/factory'
import type { Schema } from 'hono/types'
import type { AppEnvironment } from '../request/connection.ts'

/** Hono answers HEAD with what GET sends, but drops the length along with the body. */
const keepLength = createMiddleware(async (c, next) => {
  await next()
  if (c.res.headers.has('Content-Length') || c.res.body === null) return
  const { size } = await c.res.blob()
  c.header('Content-Length', String(size))
})

/**
 * Makes the `fetch` of an app that answers HEAD with the headers of GET, its length too (RFC 9110,
 * 9.3.2), whatever the route. HEAD has an app of its own around the same routes: a middleware
 * around them all would slow every GET down.
 * @param notFound the one of the app, which doesn't give it away.
 */
export function fetchWithHead<Routes extends Schema>(
  app: Hono<AppEnvironment, Routes>,
  notFound: NotFoundHandler<AppEnvironment>,
): Hono<AppEnvironment>['fetch'] {
  const { fetch } = app
  const forHead = new Hono<AppEnvironment>({ getPath: app.getPath }).use(keepLength).route('/', app)
  forHead.notFound(notFound)
  return (request, connection, context) =>
    request.method === 'HEAD'
      ? forHead.fetch(request, connection, context)
      : fetch(request, connection, context)
}
