import type { Context, MiddlewareHandler } from 'hono'
import { deleteCookie, getCookie, setCookie } from 'hono/cookie'
import { createMiddleware } from 'hono/factory'
import { AppError } from '../../errors.ts'
import type { Client } from '../request/client.ts'
import type { AppEnvironment } from '../request/connection.ts'
import type { OwnHosts } from './own-hosts.ts'
import type { Programs } from './programs.ts'
import { rememberedFor, type SessionStore } from './session-store.ts'

/** The cookie that holds the id of a session. */
export const cookieName = 'session'

/** The id of the session that a request brings, live or not; empty without one, as of frames. */
export const sessionIdOf = (c: Context): string => getCookie(c, cookieName) ?? ''

/** How often a request that takes long learns of what other processes did, in milliseconds. */
const refreshEvery = 1000

const cookieOptions = ({ isSecure }: Client) =>
  ({ httpOnly: true, sameSite: 'Strict', path: '/', secure: isSecure }) as const

/**
 * Opens a session, sets its cookie, which an answer by `c.json` keeps, and gives its id. The library
 * does so for every request that reaches it, so this comes after the check of the password. It is loaded
 * at the first login, because its cryptography takes a fifth of the start-up time.
 */
export async function openSession(
  c: Context<AppEnvironment>,
  store: SessionStore,
  isWanted: boolean,
): Promise<string> {
  const { sessionMiddleware } = await import('hono-sessions')
  const isRemembered = isWanted && store.canRemember
  const open = sessionMiddleware({
    store: store.opening(isRemembered),
    sessionCookieName: cookieName,
    cookieOptions: {
      ...cookieOptions(c.env),
      ...(isRemembered ? { maxAge: rememberedFor } : {}),
    },
  })
  let id = ''
  await open(c, async () => void (id = c.get('session').getCache()._id ?? ''))
  return id
}

/** Clears the cookie, whatever the answer is. */
export const clearCookie = createMiddleware<AppEnvironment>(async (c, next) => {
  await next()
  deleteCookie(c, cookieName, cookieOptions(c.env))
})

/** Learns of what other processes end, as long as a request is answered and the disk answers. */
async function whileRefreshing(
  source: { refresh: () => Promise<void> },
  answer: () => Promise<void>,
): Promise<void> {
  const refresh = () => void source.refresh().catch(() => undefined)
  const refreshing = setInterval(refresh, refreshEvery)
  try {
    await answer()
  } finally {
    clearInterval(refreshing)
  }
}

/**
 * Lets only a live session through, before anything of the body is read.
 * @throws AUTHENTICATION_REQUIRED
 */
export const requireSession = (store: SessionStore, hosts: OwnHosts) =>
  createMiddleware<AppEnvironment>(async (c, next) => {
    const id = sessionIdOf(c)
    const isRenewed = await store.use(id)
    if (isRenewed === undefined) throw new AppError('AUTHENTICATION_REQUIRED')
    hosts.note(c.env)
    c.set('permission', () => {
      if (!store.isLive(id)) throw new AppError('AUTHENTICATION_REQUIRED')
    })
    await whileRefreshing(store, next)
    if (isRenewed) setCookie(c, cookieName, id, { ...cookieOptions(c.env), maxAge: rememberedFor })
  })

/**
 * Makes what lets only a live session or token through, before anything of the body is read. With a
 * token it is the program that asks, also where it brings a cookie.
 * @throws AUTHENTICATION_REQUIRED; TOO_MANY_ATTEMPTS, BUSY for a token.
 */
export const requireAdmin = (session: MiddlewareHandler<AppEnvironment>, programs: Programs) =>
  createMiddleware<AppEnvironment>(async (c, next) => {
    const { token } = c.env
    if (token === undefined) return session(c, next)
    const isLive = await programs.admit(token, c.env.address)
    c.set('permission', () => {
      if (!isLive()) throw new AppError('AUTHENTICATION_REQUIRED')
    })
    await whileRefreshing(programs, next)
  })
