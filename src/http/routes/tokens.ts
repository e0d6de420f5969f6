import { Hono } from 'hono'
import { z } from 'zod'
import { invalidRequest } from '../../errors.ts'
import type { Program, Programs } from '../middleware/programs.ts'
import { requireSession } from '../middleware/session.ts'
import type { SessionStore } from '../middleware/session-store.ts'
import { validJson } from '../middleware/validation.ts'
import type { AppEnvironment } from '../request/connection.ts'
import { adminAnswer, doneAnswer } from '../response/json-response.ts'
import type { EndedToken, NewToken, TokenList } from '../response/schemas.ts'

export const makeTokenSchema = z.strictObject({ label: z.string().trim().min(1).max(100) })

const badLabel = () => invalidRequest('Send JSON with a "label" of 1 to 100 characters.')

const describe = ({ id, label, at }: Program) => ({
  id,
  label,
  created: new Date(at).toISOString(),
})

/** `/api/auth/tokens`: what lets programs do what an admin may. They make none themselves. */
export function tokenRoutes(store: SessionStore, programs: Programs) {
  const session = requireSession(store)
  return new Hono<AppEnvironment>()
    .get('/', session, async () => {
      const tokens = (await programs.list()).map((program) => ({
        ...describe(program),
        lastUsed: program.used === 0 ? null : new Date(program.used).toISOString().slice(0, 10),
      }))
      return adminAnswer<TokenList>({ tokens })
    })
    .post('/', session, validJson(makeTokenSchema, badLabel), async (c) => {
      const { token, ...program } = await programs.add(c.req.valid('json').label)
      return doneAnswer<NewToken>({ ...describe(program), token }, 'The token was made.')
    })
    .delete('/:id', session, async (c) => {
      const id = c.req.param('id')
      await programs.end(id)
      return doneAnswer<EndedToken>({ id }, 'The token has ended.')
    })
}
