import { Hono, type Context } from 'hono'
import { createMiddleware } from 'hono/factory'
import { z } from 'zod'
import { invalidRequest } from '../../errors.ts'
import type { Login, Logout } from '../response/schemas.ts'
import { clientAddress } from '../request/client-address.ts'
import { adminJson, done, doneAnswer } from '../response/json-response.ts'
import { isSecure, type AppEnvironment } from '../request/connection.ts'
import { LoginAttempts, type LoginAttemptsOptions } from '../middleware/login-attempts.ts'
import { closeSession, openSession, type SessionStore } from '../middleware/session.ts'
import { validJson } from '../middleware/validation.ts'

const maxLoginBody = 16 * 1024

export const loginSchema = z.object({ password: z.string().min(1).max(1024) })

interface AuthOptions extends LoginAttemptsOptions {
  trustProxy: boolean
  store: SessionStore
}

/** `/api/auth`: login and logout. */
export function authRoutes({ trustProxy, store, ...options }: AuthOptions) {
  const attempts = new LoginAttempts(options)
  const isSecureHere = (c: Context) => isSecure(c, trustProxy)
  const invalidLogin = () => invalidRequest('Send JSON with a "password" of 1 to 1,024 characters.')

  const rightPassword = createMiddleware<
    AppEnvironment,
    string,
    { out: { json: z.infer<typeof loginSchema> } }
  >(async (c, next) => {
    const address = clientAddress(c, trustProxy)
    const { password } = c.req.valid('json')
    await attempts.run({ address, password, signal: c.req.raw.signal })
    await next()
  })

  return new Hono<AppEnvironment>()
    .post(
      '/login',
      validJson(loginSchema, invalidLogin, maxLoginBody),
      rightPassword,
      openSession(store, isSecureHere),
      (c) => {
        const sessionId = c.get('session').getCache()._id ?? ''
        const body = done<Login>({ authenticated: true, sessionId }, 'Logged in.')
        return c.json(body, 200, Object.fromEntries(adminJson))
      },
    )
    .post('/logout', closeSession(store, isSecureHere), () =>
      doneAnswer<Logout>({ authenticated: false }, 'Logged out.'),
    )
}
