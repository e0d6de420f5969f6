import { createMiddleware } from 'hono/factory'
import { AppError } from '../../errors.ts'
import type { AppEnvironment } from '../request/connection.ts'
import { isOfProgram, type Programs } from './programs.ts'

/**
 * Refuses a change that a page of another site asks for. Hosts are compared and not schemes: behind
 * a TLS proxy, the service does not know its own. A program sends its token by itself, which a browser
 * does with a cookie alone.
 * @throws CROSS_ORIGIN
 */
export const sameOrigin = (programs: Pick<Programs, 'isLive'>) =>
  createMiddleware<AppEnvironment>(async (c, next) => {
    const origin = c.req.header('origin')
    if (origin !== undefined && !isSameHost(origin, c.req.header('host') ?? '')) {
      const { token } = c.env
      const isOfLiveProgram = token !== undefined && isOfProgram(token) && programs.isLive(token)
      if (!(await isOfLiveProgram)) throw new AppError('CROSS_ORIGIN')
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
