import { Hono } from 'hono'
import { AppError } from '../../errors.ts'
import type { AppEnvironment } from '../request/connection.ts'

type App = Pick<Hono<AppEnvironment>, 'fetch' | 'getPath' | 'onError'>
type OnError = Parameters<App['onError']>[0]

/**
 * Makes the `fetch` of an app that refuses requests with several `Host` headers, of which a proxy
 * and the app could believe different ones (RFC 9112, 3.2). Bun joins them by commas. A middleware
 * would slow every request down.
 * @param onError the one of the app, which doesn't give it away.
 */
export function fetchWithOneHost({ fetch, getPath }: App, onError: OnError): App['fetch'] {
  const refusing = new Hono<AppEnvironment>({ getPath }).use(() => {
    throw new AppError('INVALID_REQUEST', 'Send one "Host" header.')
  })
  refusing.onError(onError)
  return (request, connection, context) =>
    request.headers.get('host')?.includes(',') === true
      ? refusing.fetch(request, connection, context)
      : fetch(request, connection, context)
}
