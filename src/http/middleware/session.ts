import type { Context, Input } from 'hono'
import { deleteCookie, getCookie } from 'hono/cookie'
import { createMiddleware } from 'hono/factory'
import type { BlankInput } from 'hono/types'
import type { Session, Store } from 'hono-sessions'
import { AppError } from '../../errors.ts'
import { LruMap } from '../../lib/lru-map.ts'
import type { AppEnvironment } from '../request/connection.ts'

/** The cookie that holds the id of a session. */
export const cookieName = 'session'

const pattern = new RegExp(`(?:^|;) *${cookieName}=`)

/** Whether a request brings the cookie of a session, live or not. Frames never log in. */
export const hasSessionCookie = (headers: Headers): boolean =>
  pattern.test(headers.get('cookie') ?? '')

const cookieOptions = { httpOnly: true, sameSite: 'Strict', path: '/' } as const

const maxSessions = 10_000

/** Keeps the ids of the live sessions in memory, the 10,000 used last. */
export class SessionStore {
  readonly #ids = new LruMap<string, true>({ capacity: maxSessions })

  /**
   * What the library sees: each login has a session of its own, whatever cookie comes with it, and
   * no request in flight brings a session back that was logged out.
   */
  readonly opening: Store = {
    getSessionById: () => undefined,
    createSession: (id) => this.add(id),
    persistSessionData: () => undefined,
    deleteSession: (id) => this.delete(id),
  }

  get size(): number {
    return this.#ids.size
  }

  add(id: string): void {
    this.#ids.set(id, true)
  }

  /** Whether a session is live; if so, marks it as the one used last. */
  isLive(id: string): boolean {
    return this.#ids.get(id) !== undefined
  }

  delete(id: string): void {
    this.#ids.delete(id)
  }
}

/** The variables that hono-sessions sets. */
interface SessionVariables {
  session: Session
}

/**
 * Opens a session and sets its cookie. The library does so for every request that reaches it, so
 * this comes after the check of the password. The handler has to answer with `c.json`, which keeps
 * the cookie. The library is loaded at the first login, because its cryptography takes a fifth of
 * the start-up time.
 */
export const openSession = (store: SessionStore, isSecure: (c: Context) => boolean) =>
  createMiddleware<{ Variables: SessionVariables }>(async (c, next) => {
    const { sessionMiddleware } = await import('hono-sessions')
    const open = sessionMiddleware({
      store: store.opening,
      sessionCookieName: cookieName,
      cookieOptions: { ...cookieOptions, secure: isSecure(c) },
    })
    return open(c, next)
  })

/** Ends the session that the request brings, if it brings one, and clears the cookie. */
export const closeSession = (store: SessionStore, isSecure: (c: Context) => boolean) =>
  createMiddleware(async (c, next) => {
    store.delete(getCookie(c, cookieName) ?? '')
    await next()
    deleteCookie(c, cookieName, { ...cookieOptions, secure: isSecure(c) })
  })

/**
 * Lets only a live session through, before anything of the body is read. `Sent` is what a typed
 * client has to send where no validator says so.
 * @throws AUTHENTICATION_REQUIRED
 */
export const requireSession = <Sent extends Input = BlankInput>(store: SessionStore) =>
  createMiddleware<AppEnvironment, string, Sent>(async (c, next) => {
    const id = getCookie(c, cookieName) ?? ''
    const permission = () => {
      if (!store.isLive(id)) throw new AppError('AUTHENTICATION_REQUIRED')
    }
    permission()
    c.set('permission', permission)
    await next()
  })
