import { loginSchema } from '../../routes/auth.ts'
import { loginResultSchema, logoutResultSchema } from '../../response/schemas.ts'
import { done, header, jsonBody, type Operation } from '../operation.ts'

export const logIn = {
  id: 'logIn',
  tag: 'Session',
  summary: 'Log in',
  description:
    'Opens a session and sets its cookie, which every protected operation asks for. A session ends ' +
    'with logout or when the service stops.',
  body: jsonBody(
    loginSchema,
    { password: 'correct horse' },
    { password: { description: 'The password of the admin.' } },
  ),
  answers: {
    200: {
      description: 'A session is open.',
      headers: { 'Set-Cookie': header('`session=…; Path=/; HttpOnly; SameSite=Strict`.') },
      content: done(loginResultSchema, 'Logged in.', {
        authenticated: true,
        sessionId: 'f2f41f8f-9f1c-4c84-8cf2-3ad8b5c33c8e',
      }),
    },
  },
  failures: [
    'INVALID_REQUEST',
    'AUTHENTICATION_FAILED',
    'BODY_TOO_LARGE',
    'TOO_MANY_ATTEMPTS',
    'BUSY',
  ],
  failureNotes: {
    INVALID_REQUEST: {
      when: 'There is no password of 1 to 1,024 characters.',
      sentence: 'Send JSON with a "password" of 1 to 1,024 characters.',
    },
  },
} satisfies Operation

export const logOut = {
  id: 'logOut',
  tag: 'Session',
  summary: 'Log out',
  description:
    'Ends the session at once, uploads under way with it, and clears the cookie. Without a session ' +
    'the answer is the same.',
  answers: {
    200: {
      description: 'There is no session.',
      headers: { 'Set-Cookie': header('Clears the cookie.') },
      content: done(logoutResultSchema, 'Logged out.', { authenticated: false }),
    },
  },
  failures: [],
} satisfies Operation
