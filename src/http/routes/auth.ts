import { Hono } from 'hono'
import { createMiddleware } from 'hono/factory'
import { z } from 'zod'
import { invalidRequest } from '../../errors.ts'
import type { Login, Logout } from '../response/schemas.ts'
import { adminJson, done, doneAnswer } from '../response/json-response.ts'
import type { AppEnvironment } from '../request/connection.ts'
import type { LoginAttempts } from '../middleware/login-attempts.ts'
import { clearCookie, endSession, openSession } from '../middleware/session.ts'
import type { SessionStore } from '../middleware/session-store.ts'
import { validJson } from '../middleware/validation.ts'

const maxLoginBody = 16 * 1024

export const loginSchema = z.object({
  password: z.string().min(1).max(1024),
  remember: z.boolean().optional(),
})

/** `/api/auth`: login and logout. */
export function authRoutes(store: SessionStore, attempts: LoginAttempts) {
  const invalidLogin = () =>
    invalidRequest(
      'Send JSON with a "password" of 1 to 1,024 characters, and "remember" as true or false.',
    )

  const rightPassword = createMiddleware<
    AppEnvironment,
    string,
    { out: { json: z.infer<typeof loginSchema> } }
  >(async (c, next) => {
    const { address } = c.env
    const { password } = c.req.valid('json')
    await attempts.run({ address, password, signal: c.req.raw.signal })
    await next()
  })

  return new Hono<AppEnvironment>()
    .post(
      '/login',
      validJson(loginSchema, invalidLogin, maxLoginBody),
      rightPassword,
      openSession(store),
      (c) => {
        store.noteHost(c.env)
        const sessionId = c.get('session').getCache()._id ?? ''
        const body = done<Login>({ authenticated: true, sessionId }, 'Logged in.')
        return c.json(body, 200, Object.fromEntries(adminJson))
      },
    )
    .post('/logout', clearCookie, async (c) => {
      await endSession(c, store)
      return doneAnswer<Logout>({ authenticated: false }, 'Logged out.')
    })
}
