import { Hono, type ErrorHandler, type NotFoundHandler } from 'hono'
import { createMiddleware } from 'hono/factory'
import type { Schema } from 'hono/types'
import { invalidRequest } from '../../errors.ts'
import { Client, type Connection } from '../request/client.ts'
import type { AppEnvironment } from '../request/connection.ts'

/** Hono answers HEAD with what GET sends, but drops the length along with the body. */
const keepLength = createMiddleware(async (c, next) => {
  await next()
  if (c.res.headers.has('Content-Length') || c.res.body === null) return
  const { size } = await c.res.blob()
  c.header('Content-Length', String(size))
})

interface OuterFetchOptions {
  trustProxy: boolean
  notFound: NotFoundHandler<AppEnvironment>
  onError: ErrorHandler<AppEnvironment>
}

/**
 * Makes the `fetch` of an app that is told who asks, and treats two kinds of rare requests in apps of their own, as
 * middleware would slow every request down:
 * - HEAD is answered with the headers of GET, its length too (RFC 9110, 9.3.2), whatever the route.
 * - Requests with several `Host` headers are refused (RFC 9112, 3.2): a proxy and the app could
 *   believe different ones. Bun joins them by commas.
 * @param options `trustProxy`, and the handlers of the app, from which they can't be read.
 */
export function outerFetch<Routes extends Schema>(
  app: Hono<AppEnvironment, Routes>,
  options: OuterFetchOptions,
): Hono<AppEnvironment>['fetch'] {
  const { fetch, getPath } = app
  const forHead = new Hono<AppEnvironment>({ getPath }).use(keepLength).route('/', app)
  forHead.notFound(options.notFound)
  const refusing = new Hono<AppEnvironment>({ getPath }).use(() => {
    throw invalidRequest('Send one "Host" header.')
  })
  refusing.onError(options.onError)
  return (request, connection: Connection | object = {}) => {
    const client = new Client(request, connection, options.trustProxy)
    if (request.headers.get('host')?.includes(',') === true) return refusing.fetch(request, client)
    return (request.method === 'HEAD' ? forHead.fetch : fetch)(request, client)
  }
}
