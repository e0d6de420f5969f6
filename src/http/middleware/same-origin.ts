import { createMiddleware } from 'hono/factory'
import { AppError } from '../../errors.ts'
import type { AppEnvironment } from '../request/connection.ts'

const harmless = new Set(['GET', 'HEAD', 'OPTIONS'])

/**
 * Refuses a change that another site's page asks for. The host decides and not the scheme, which a
 * service behind a TLS proxy does not know.
 * @throws CROSS_ORIGIN
 */
export const sameOrigin = createMiddleware<AppEnvironment>(async (c, next) => {
  const origin = c.req.header('origin')
  if (origin !== undefined && !harmless.has(c.req.method)) {
    if (!isSameHost(origin, c.req.header('host') ?? '')) {
      throw new AppError('CROSS_ORIGIN')
    }
  }
  await next()
})

function isSameHost(origin: string, host: string): boolean {
  const site = URL.parse(origin)
  // With the scheme of the origin, so that a default port counts as none on both sides.
  return (
    site !== null && site.host !== '' && URL.parse(`${site.protocol}//${host}`)?.host === site.host
  )
}
