import { createMiddleware } from 'hono/factory'
import { AppError } from '../../errors.ts'
import { bearerOf } from '../request/bearer.ts'
import type { AppEnvironment } from '../request/connection.ts'
import type { Programs } from './programs.ts'
import { requireSession, whileRefreshing } from './session.ts'
import type { SessionStore } from './session-store.ts'

/** Lets admins through, and the programs that they have given a token. */
export type AdminGuard = ReturnType<typeof requireAdmin>

/**
 * Makes what lets only a live session or token through, before anything of the body is read. With a
 * token it is the program that asks, also where it brings a cookie.
 * @throws AUTHENTICATION_REQUIRED; TOO_MANY_ATTEMPTS, BUSY for a token.
 */
export function requireAdmin(store: SessionStore, programs: Programs) {
  const session = requireSession(store)
  return createMiddleware<AppEnvironment>(async (c, next) => {
    const token = bearerOf(c)
    if (token === undefined) return session(c, next)
    const isLive = await programs.admit(token, c.env.address)
    c.set('permission', () => {
      if (!isLive()) throw new AppError('AUTHENTICATION_REQUIRED')
    })
    await whileRefreshing(programs, next)
  })
}
