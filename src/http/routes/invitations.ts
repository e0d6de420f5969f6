import { Hono } from 'hono'
import { z } from 'zod'
import type { Collection } from '../../collection/collection.ts'
import type { Invitation } from '../../uploads/invitations.ts'
import { invalidRequest } from '../../errors.ts'
import type { Guests } from '../middleware/guests.ts'
import type { AdminGuard } from '../middleware/admin.ts'
import { validJson } from '../middleware/validation.ts'
import { withLongIdleTimeout, type AppEnvironment } from '../request/connection.ts'
import { requiredUploadKey } from '../request/upload-key.ts'
import { countImages } from '../response/count-images.ts'
import { adminAnswer, doneAnswer } from '../response/json-response.ts'
import type {
  EndedInvitation,
  GuestInvitation,
  InvitationList,
  NewInvitation,
  TakenBack,
} from '../response/schemas.ts'

export const inviteSchema = z.strictObject({
  folder: z.string(),
  label: z.string().trim().max(100).optional(),
  days: z.int().min(1).max(365).optional(),
  maxFiles: z.int().min(1).max(10_000).optional(),
  review: z.boolean().optional(),
})

const [usualDays, usualFiles] = [7, 500]

const badInvitation = () =>
  invalidRequest(
    'Send JSON with a "folder", and with any of "label" (at most 100 characters), "days" (1 to 365), ' +
      '"maxFiles" (1 to 10,000) and "review" (true or false).',
  )

const describe = ({ expires, ...invitation }: Omit<Invitation, 'token'>) => ({
  ...invitation,
  expires: new Date(expires).toISOString(),
})

const linkOf = (baseUrl: string, token: string) => `${baseUrl}/add/${token}`

/** `/api/invitations`: lets people without the password add pictures to a folder. */
export function invitationRoutes(
  collection: Collection,
  requireAdmin: AdminGuard,
  guests: Guests,
  maxFileSize: number,
) {
  return new Hono<AppEnvironment>()
    .get('/', requireAdmin, async (c) => {
      const live = await collection.invitations.list()
      const invitations = live.map(({ token, ...invitation }) => ({
        ...describe(invitation),
        token,
        url: token === null ? null : linkOf(c.env.baseUrl, token),
      }))
      return adminAnswer<InvitationList>({ invitations })
    })
    .post('/', requireAdmin, validJson(inviteSchema, badInvitation), async (c) => {
      const { folder, label, days = usualDays, maxFiles = usualFiles } = c.req.valid('json')
      const { review = false } = c.req.valid('json')
      const wish = { folder, label: label || null, days, maxFiles, review }
      const { token, ...made } = await collection.changes.invite(wish, c.get('permission'))
      const url = linkOf(c.env.baseUrl, token)
      return doneAnswer<NewInvitation>({ ...describe(made), token, url }, 'Guests are invited.')
    })
    .get('/current', async (c) => {
      const { label, folder, expires, maxFiles, files, review } = await guests.admit(c)
      return adminAnswer<GuestInvitation>({
        label,
        folder,
        expires: new Date(expires).toISOString(),
        ...(review && { review }),
        filesLeft: Math.max(maxFiles - files, 0),
        maxFileSize,
      })
    })
    .delete('/current/images', async (c) => {
      const { id } = await guests.admitToChange(c)
      const key = requiredUploadKey(c)
      const totalDeleted = await withLongIdleTimeout(c, () =>
        collection.changes.takeBack(id, key, c.get('permission')),
      )
      return doneAnswer<TakenBack>({ totalDeleted }, `Took back ${countImages(totalDeleted)}.`)
    })
    .delete('/:id', requireAdmin, async (c) => {
      const id = c.req.param('id')
      await collection.changes.endInvitation(id, c.get('permission'))
      return doneAnswer<EndedInvitation>({ id }, 'The invitation has ended.')
    })
}
