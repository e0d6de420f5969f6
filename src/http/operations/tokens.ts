import { z } from 'zod'
import { named, orNull, textLike, timestamp } from '../../library/types.ts'
import type { Program } from '../middleware/programs.ts'
import { adminAnswer, doneAnswer } from '../response/json-response.ts'
import { changed, ended, id, read } from '../openapi/docs.ts'
import { Operations } from '../operation.ts'
import type { Dependencies } from '../dependencies.ts'

const tokenSchema = () =>
  z.object({
    id: id(),
    label: textLike('Home Assistant', 'What it is for.'),
    created: timestamp(),
  })

const describe = ({ id, label, at }: Program) => ({
  id,
  label,
  created: new Date(at).toISOString(),
})

/** `/api/auth/tokens`: what lets programs do what an admin may. They make none themselves. */
export const tokenOperations = ({ programs }: Dependencies) =>
  new Operations()
    .add('GET /api/auth/tokens', {
      who: 'session',
      id: 'listTokens',
      summary: 'List the tokens of programs',
      description: 'Lists the tokens that live, without what programs send.',
      handle: async () => {
        const tokens = (await programs.list()).map((program) => ({
          ...describe(program),
          lastUsed: program.used === 0 ? null : new Date(program.used).toISOString().slice(0, 10),
        }))
        return adminAnswer({ tokens })
      },
      answers: () =>
        read(
          named('TokenList', {
            tokens: z
              .array(
                tokenSchema().extend({
                  lastUsed: orNull(
                    z.iso.date(),
                    'The day, in UTC; null where it never was.',
                    '2026-11-23',
                  ),
                }),
              )
              .describe('Those that live, the oldest first.'),
          }),
        ),
    })
    .add('POST /api/auth/tokens', {
      who: 'session',
      id: 'makeToken',
      summary: 'Make a token for a program',
      description:
        'Lets a program do what a session does, by `Authorization: Bearer`, but make tokens. It lasts until ' +
        'it is ended or the password changes, and is shown this once. At most 100 live at a time. It takes ' +
        'a password that was set as `ADMIN_PASSWORD`.',
      json: () =>
        z.strictObject({
          label: textLike('Home Assistant', 'What it is for.').trim().min(1).max(100),
        }),
      invalid: 'Send JSON with a "label" of 1 to 100 characters.',
      handle: async (_, { label }) => {
        const { token, ...program } = await programs.add(label)
        return doneAnswer({ ...describe(program), token }, 'The token was made.')
      },
      answers: () =>
        changed(
          tokenSchema()
            .extend({
              token: textLike(
                'pf_3f786850e387550fdab836ed7e6dc881',
                'What the program sends. It is shown this once.',
              ),
            })
            .meta({ id: 'NewToken' }),
          'The token was made.',
        ),
      failures: ['BUSY'],
    })
    .add('DELETE /api/auth/tokens/:id', {
      who: 'session',
      id: 'endToken',
      summary: 'End a token',
      description: 'Ends a token at once, with uploads in progress.',
      handle: async (c) => {
        const id = c.req.param('id')
        await programs.end(id)
        return doneAnswer({ id }, 'The token has ended.')
      },
      answers: () => ended('The token has ended.'),
      failures: ['TOKEN_NOT_FOUND', 'BUSY'],
    })
