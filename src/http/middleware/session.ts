import type { Context, Input } from 'hono'
import { deleteCookie, getCookie, setCookie } from 'hono/cookie'
import { createMiddleware } from 'hono/factory'
import type { BlankInput } from 'hono/types'
import type { Session, Store } from 'hono-sessions'
import { AppError } from '../../errors.ts'
import type { AppEnvironment } from '../request/connection.ts'
import { cookieName } from '../request/session-cookie.ts'
import type { SessionStore } from './session-store.ts'

const sessionCookie = { httpOnly: true, sameSite: 'Strict', path: '/' } as const

/** The variables that hono-sessions sets. */
export interface SessionVariables {
  session: Session
}

/**
 * Opens a session and sets its cookie. The library does so for every request that reaches it, so
 * this comes after the check of the password. It never sees the cookie of a client: each login has
 * a session of its own. It is loaded at the first login, because its cryptography takes a fifth of
 * the start-up time.
 */
export function openSession(store: SessionStore, isSecure: (c: Context) => boolean) {
  const opening: Store = {
    getSessionById: () => undefined,
    createSession: (id, data) => store.createSession(id, data),
    persistSessionData: (id, data) => store.persistSessionData(id, data),
    deleteSession: (id) => store.deleteSession(id),
  }
  return createMiddleware<{ Variables: SessionVariables }>(async (c, next) => {
    const { sessionMiddleware } = await import('hono-sessions')
    const cookieOptions = { ...sessionCookie, secure: isSecure(c) }
    const open = sessionMiddleware({ store: opening, sessionCookieName: cookieName, cookieOptions })
    await open(c, next)
    // The library does so before the handler, whose response has none of the headers set till then.
    setCookie(c, cookieName, c.get('session').getCache()._id ?? '', cookieOptions)
  })
}

/** Ends the session that the request brings, if it brings one, and clears the cookie. */
export const closeSession = (store: SessionStore, isSecure: (c: Context) => boolean) =>
  createMiddleware(async (c, next) => {
    store.deleteSession(getCookie(c, cookieName) ?? '')
    await next()
    deleteCookie(c, cookieName, { ...sessionCookie, secure: isSecure(c) })
  })

/**
 * Lets only a live session through, before anything of the body is read. `Sent` is what a typed
 * client has to send where no validator says so.
 * @throws AUTHENTICATION_REQUIRED
 */
export const requireSession = <Sent extends Input = BlankInput>(store: SessionStore) =>
  createMiddleware<AppEnvironment, string, Sent>(async (c, next) => {
    const id = getCookie(c, cookieName)
    const permission = () => {
      if (store.getSessionById(id) !== undefined) return
      throw new AppError('AUTHENTICATION_REQUIRED')
    }
    permission()
    c.set('permission', permission)
    await next()
  })
