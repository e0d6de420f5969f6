import { z } from 'zod'
import { named, textLike } from '../../library/types.ts'
import type { Dependencies } from '../dependencies.ts'
import { clearCookie, openSession, sessionIdOf } from '../middleware/session.ts'
import { unkeptJson, done, doneAnswer } from '../response/json-response.ts'
import { changed, header, optional } from '../openapi/docs.ts'
import { Operations } from '../operation.ts'

/** `/api/auth`: login and logout. */
export const sessionOperations = ({ store, attempts, hosts }: Dependencies) =>
  new Operations('Session')
    .add('POST /api/auth/login', {
      who: 'anybody',
      id: 'logIn',
      summary: 'Log in',
      description:
        'Opens a session and sets its cookie, which protected operations require. The session lasts until ' +
        'logout or until the service stops. One with `remember` outlives restarts, is known to every ' +
        'process on the folder, and ends 90 days after its last use, or when the password changes. Of ' +
        'more than 10,000 sessions, the one that was not used for longest ends.',
      json: () =>
        z.object({
          password: textLike('correct horse', 'The admin password.').min(1).max(1024),
          remember: optional(
            z.boolean(),
            'Whether the session outlives restarts. Without `ADMIN_PASSWORD`, where each start has a ' +
              'password of its own, none does.',
            true,
          ),
        }),
      maxBody: 16 * 1024,
      invalid:
        'Send JSON with a "password" of 1 to 1,024 characters, and "remember" as true or false.',
      handle: async (c, { password, remember = false }) => {
        const { address } = c.env
        await attempts.run({ address, password, signal: c.req.raw.signal })
        const sessionId = await openSession(c, store, remember)
        hosts.note(c.env)
        const body = done({ authenticated: true as const, sessionId }, 'Logged in.')
        return c.json(body, 200, Object.fromEntries(unkeptJson))
      },
      answers: () =>
        changed(
          named('Login', {
            authenticated: z.literal(true),
            sessionId: textLike(
              'f2f41f8f-9f1c-4c84-8cf2-3ad8b5c33c8e',
              'The id of the session, as in the cookie.',
            ),
          }),
          'Logged in.',
          {
            'Set-Cookie': header(
              '`session=…; Path=/; HttpOnly; SameSite=Strict`, with `Max-Age` where it is remembered. A ' +
                'request that uses it more than a day later sets it again.',
            ),
          },
        ),
      failures: ['AUTHENTICATION_FAILED', 'TOO_MANY_ATTEMPTS', 'BUSY'],
    })
    .add('POST /api/auth/logout', {
      who: 'anybody',
      around: clearCookie,
      id: 'logOut',
      summary: 'Log out',
      description:
        'Ends the session at once, with uploads in progress, and clears the cookie. The answer is the same ' +
        'without a session.',
      handle: async (c) => {
        await store.delete(sessionIdOf(c))
        return doneAnswer({ authenticated: false as const }, 'Logged out.')
      },
      answers: () =>
        changed(named('Logout', { authenticated: z.literal(false) }), 'Logged out.', {
          'Set-Cookie': header('Clears the cookie.'),
        }),
    })
