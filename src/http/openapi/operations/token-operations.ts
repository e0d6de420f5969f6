import { z } from 'zod'
import { endedTokenSchema, newTokenSchema, tokenListSchema } from '../../response/schemas.ts'
import { makeTokenSchema } from '../../routes/tokens.ts'
import { changed, fields, jsonBody, leniently, read, type Operation } from '../operation.ts'

const entry = {
  id: '9d04b1a87e365f2c',
  label: 'Home Assistant',
  created: '2026-11-20T22:16:54.240Z',
}

export const listTokens = {
  id: 'listTokens',
  tag: 'Admin',
  summary: 'List the tokens of programs',
  description: 'Lists the tokens that live, without what programs send.',
  refusesPrograms: true,
  headers: leniently,
  answers: read('The tokens.', tokenListSchema, {
    tokens: [{ ...entry, lastUsed: '2026-11-23' }],
  }),
} satisfies Operation

export const makeToken = {
  id: 'makeToken',
  tag: 'Admin',
  summary: 'Make a token for a program',
  description:
    'Lets a program do what a session does, by `Authorization: Bearer`, but make tokens. It lasts until ' +
    'it is ended or the password changes, and is shown this once. At most 100 live at a time. It takes ' +
    'a password that was set as `ADMIN_PASSWORD`.',
  refusesPrograms: true,
  body: jsonBody(
    makeTokenSchema,
    { label: entry.label },
    { label: { description: 'What it is for.' } },
  ),
  answers: changed('The token.', newTokenSchema, 'The token was made.', {
    ...entry,
    token: 'pf_3f786850e387550fdab836ed7e6dc881',
  }),
  failures: ['INVALID_REQUEST', 'BUSY', 'FILE_SYSTEM_ERROR'],
} satisfies Operation

export const endToken = {
  id: 'endToken',
  tag: 'Admin',
  summary: 'End a token',
  description: 'Ends a token at once, with uploads in progress.',
  refusesPrograms: true,
  path: fields(z.object({ id: z.string() }), {
    id: { description: 'The id of the token.', example: entry.id },
  }),
  answers: changed('The token has ended.', endedTokenSchema, 'The token has ended.', {
    id: entry.id,
  }),
  failures: ['TOKEN_NOT_FOUND', 'BUSY', 'FILE_SYSTEM_ERROR'],
} satisfies Operation
