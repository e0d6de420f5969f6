import { pictureFormats } from '../../../formats/picture-formats.ts'
import {
  adminSummarySchema,
  loginResultSchema,
  logoutResultSchema,
} from '../../response/schemas.ts'
import { loginSchema } from '../../routes/auth.ts'
import { changed, header, jsonBody, leniently, read, type Operation } from '../operation.ts'

export const logIn = {
  id: 'logIn',
  tag: 'Session',
  summary: 'Log in',
  description:
    'Opens a session and sets its cookie, which protected operations require. The session lasts until ' +
    'logout or until the service stops. One with `remember` outlives restarts, is known to every ' +
    'process on the folder, and ends 90 days after its last use, or when the password changes. Of ' +
    'more than 10,000 sessions, the one that was not used for longest ends.',
  body: jsonBody(
    loginSchema,
    { password: 'correct horse', remember: true },
    {
      password: { description: 'The admin password.' },
      remember: {
        description:
          'Whether the session outlives restarts. Without `ADMIN_PASSWORD`, where each start has a ' +
          'password of its own, none does.',
      },
    },
  ),
  answers: changed(
    'A session is open.',
    loginResultSchema,
    'Logged in.',
    { authenticated: true, sessionId: 'f2f41f8f-9f1c-4c84-8cf2-3ad8b5c33c8e' },
    {
      'Set-Cookie': header(
        '`session=…; Path=/; HttpOnly; SameSite=Strict`, with `Max-Age` where it is remembered. A ' +
          'request that uses it more than a day later sets it again.',
      ),
    },
  ),
  failures: ['INVALID_REQUEST', 'AUTHENTICATION_FAILED', 'TOO_MANY_ATTEMPTS', 'BUSY'],
  failureNotes: {
    INVALID_REQUEST: {
      when: '`password` is missing, or not 1 to 1,024 characters long, or `remember` is no boolean.',
      sentence:
        'Send JSON with a "password" of 1 to 1,024 characters, and "remember" as true or false.',
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
  answers: changed(
    'The session has ended.',
    logoutResultSchema,
    'Logged out.',
    { authenticated: false },
    { 'Set-Cookie': header('Clears the cookie.') },
  ),
} satisfies Operation

export const summarize = {
  id: 'summarize',
  tag: 'Admin',
  summary: 'Get the state of the collection',
  description: 'Reads the header of every image, which can take a while the first time.',
  headers: leniently,
  answers: read('The state of the collection.', adminSummarySchema, {
    authenticated: true,
    totalFolders: 2,
    totalImages: 2,
    totalSize: 347_331,
    maxFileSize: 10_485_760,
    disk: { free: 21_474_836_480, total: 31_138_512_896 },
    heifDecoder: '/usr/bin/heif-convert',
    trash: { totalItems: 3, totalSize: 1_204_224 },
    checked: 2,
    unreadable: [{ path: '2024/text.png', error: pictureFormats.unknownFormat }],
    misnamed: [
      { path: '2024/shot.jpg', error: 'holds a PNG picture: its name should end in .png' },
    ],
  }),
  failures: ['FILE_SYSTEM_ERROR'],
} satisfies Operation
