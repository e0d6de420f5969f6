import { loginSchema } from '../../routes/auth.ts'
import { loginResultSchema, logoutResultSchema } from '../../response/schemas.ts'
import { changeResponse, header, jsonBody, type Operation } from '../operation.ts'

export const logIn = {
  id: 'logIn',
  tag: 'Session',
  summary: 'Log in',
  description:
    'Opens a session and sets its cookie, which protected operations require. The session lasts until ' +
    'logout or until the service stops.',
  body: jsonBody(
    loginSchema,
    { password: 'correct horse' },
    { password: { description: 'The admin password.' } },
  ),
  answers: {
    200: {
      description: 'A session is open.',
      headers: { 'Set-Cookie': header('`session=…; Path=/; HttpOnly; SameSite=Strict`.') },
      content: changeResponse(loginResultSchema, 'Logged in.', {
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
      when: '`password` is missing, or not 1 to 1,024 characters long.',
      sentence: 'Send JSON with a "password" of 1 to 1,024 characters.',
    },
  },
} satisfies Operation

export const logOut = {
  id: 'logOut',
  tag: 'Session',
  summary: 'Log out',
  description:
    'Ends the session at once, with uploads in progress, and clears the cookie. The answer is the same ' +
    'without a session.',
  answers: {
    200: {
      description: 'The session has ended.',
      headers: { 'Set-Cookie': header('Clears the cookie.') },
      content: changeResponse(logoutResultSchema, 'Logged out.', { authenticated: false }),
    },
  },
  failures: [],
} satisfies Operation
