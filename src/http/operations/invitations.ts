import { z } from 'zod'
import { count, countLike, named, orNull, textLike, timestamp } from '../../library/types.ts'
import { newFolderPath } from '../../collection/changes.ts'
import { takeBack } from '../../trash/take-back.ts'
import type { ChangeParts } from '../../uploads/change-parts.ts'
import { takenByFile } from '../../uploads/make-folder.ts'
import type { Invitation } from '../../uploads/invitations.ts'
import type { Dependencies } from '../dependencies.ts'
import { changed, ended, id, maxFileSizeSchema, optional, read } from '../openapi/docs.ts'
import { Operations } from '../operation.ts'
import { change } from '../request/connection.ts'
import { requiredUploadKey, takeBackHeaders } from '../request/upload-key.ts'
import { adminAnswer, countImages, doneAnswer } from '../response/json-response.ts'

const describe = ({ expires, ...invitation }: Omit<Invitation, 'token'>) => ({
  ...invitation,
  expires: new Date(expires).toISOString(),
})

const linkOf = (baseUrl: string, token: string) => `${baseUrl}/add/${token}`

/** `/api/invitations`: lets people without the password add pictures to a folder. */
export const invitationOperations = ({ collection, config }: Dependencies) =>
  new Operations()
    .add('GET /api/invitations', {
      id: 'listInvitations',
      summary: 'List the invitations',
      description: 'Lists the invitations that live, with what guests are given.',
      handle: async (c) => {
        const live = await collection.parts.invitations.list()
        const invitations = live.map(({ token, ...invitation }) => ({
          ...describe(invitation),
          token,
          url: token === null ? null : linkOf(c.env.baseUrl, token),
        }))
        return adminAnswer({ invitations })
      },
      answers: () =>
        read(
          named('InvitationList', {
            invitations: z.array(invitationSchema()).describe('Those that live, the oldest first.'),
          }),
        ),
    })
    .add('POST /api/invitations', {
      id: 'invite',
      summary: 'Invite guests',
      description:
        'Lets people without the password add images to one folder, and nothing else. The invitation ' +
        'stays with its folder when that is renamed or moved; where the folder is missing, the next image ' +
        'makes it. At most 1,000 live at a time.',
      json: () =>
        z.strictObject({
          folder: textLike(
            '2026/birthday',
            'Where the images go. It may be new; empty for the root.',
          ),
          label: optional(
            z.string().trim().max(100),
            'What guests see as the title.',
            'The birthday',
          ),
          days: optional(z.int().min(1).max(365), 'For how many days. Default: 7.', 3),
          maxFiles: optional(z.int().min(1).max(10_000), 'For how many images. Default: 500.'),
          review: optional(
            z.boolean(),
            'Whether their images are hidden until an admin says yes to them. Default: false.',
          ),
        }),
      invalid:
        'Send JSON with a "folder", and with any of "label" (at most 100 characters), "days" (1 to 365), ' +
        '"maxFiles" (1 to 10,000) and "review" (true or false).',
      handle: async (c, sent) => {
        const { folder, label, days = 7, maxFiles = 500, review = false } = sent
        const segments = newFolderPath(folder)
        const wish = { folder: segments.join('/'), label: label || null, days, maxFiles, review }
        const invite = async ({ invitations, tree }: ChangeParts) => {
          if (tree.findImage(wish.folder) !== undefined) throw takenByFile()
          return invitations.add(wish)
        }
        const { token, ...made } = await change(c, collection, invite)
        const url = linkOf(c.env.baseUrl, token)
        return doneAnswer({ ...describe(made), token, url }, 'Guests are invited.')
      },
      answers: () =>
        changed(
          invitationSchema()
            .extend({ url: textLike(url), token: textLike(token) })
            .meta({ id: 'NewInvitation' }),
          'Guests are invited.',
        ),
      failures: ['INVALID_FOLDER_NAME', 'BUSY'],
    })
    .add('GET /api/invitations/current', {
      who: 'guest',
      id: 'getInvitation',
      tag: 'Guests',
      summary: 'Get the invitation of a token',
      description: 'Tells guests where their images go, and how many more may come.',
      handle: (c) => {
        const { label, folder, expires, maxFiles, files, review } = c.get('invitation')
        return adminAnswer({
          label,
          folder,
          expires: new Date(expires).toISOString(),
          ...(review && { review }),
          filesLeft: Math.max(maxFiles - files, 0),
          maxFileSize: config.maxFileSize,
        })
      },
      answers: () =>
        read(
          invitationSchema()
            .pick({ label: true, folder: true, expires: true })
            .extend({
              filesLeft: countLike(488, 'How many more pictures may come.'),
              review: optional(z.literal(true), 'Frames get them once an admin has said yes.'),
              maxFileSize: maxFileSizeSchema(),
            })
            .meta({ id: 'GuestInvitation' }),
        ),
    })
    .add('DELETE /api/invitations/current/images', {
      who: 'guest',
      id: 'takeBack',
      tag: 'Guests',
      summary: 'Take back images',
      description:
        'Moves to the trash, or deletes permanently where there is none, what a guest has uploaded with this ' +
        '`Upload-Key` in the last 15 minutes, also where it was moved since. The invitation is for as many ' +
        'more images then. What another guest has uploaded stays, the same image too.',
      headers: takeBackHeaders,
      handle: async (c) => {
        const { id } = c.get('invitation')
        const key = requiredUploadKey(c)
        const totalDeleted = await change(c, collection, takeBack, id, key)
        return doneAnswer({ totalDeleted }, `Took back ${countImages(totalDeleted)}.`)
      },
      answers: () =>
        changed(
          named('TakenBack', {
            totalDeleted: count().describe('How many images were deleted.'),
          }),
          'Took back 1 image.',
        ),
      failures: ['INVALID_REQUEST', 'BUSY'],
    })
    .add('DELETE /api/invitations/:id', {
      id: 'endInvitation',
      summary: 'End an invitation',
      description:
        'Ends an invitation at once, with uploads in progress. What has come by it stays.',
      handle: async (c) => {
        const id = c.req.param('id')
        await change(c, collection, ({ invitations }) => invitations.end(id))
        return doneAnswer({ id }, 'The invitation has ended.')
      },
      answers: () => ended('The invitation has ended.'),
      failures: ['INVITATION_NOT_FOUND', 'BUSY'],
    })

const token = '3w5e11264sg0aq7mf9kx2hbd8'

const url = `http://192.168.1.20:3000/add/${token}`

const invitationSchema = () =>
  z.object({
    id: id(),
    folder: textLike('2026/birthday', 'Where the pictures go. Empty for the root.'),
    label: orNull(z.string(), 'What guests see as the title.', 'The birthday'),
    expires: timestamp(),
    maxFiles: countLike(500, 'How many pictures may come.'),
    review: z.boolean().describe('Whether frames get them once an admin has said yes.'),
    files: countLike(12, 'How many have come.'),
    url: orNull(
      z.string(),
      'The address of the page for guests; null where the token was not kept.',
      url,
    ),
    token: orNull(z.string(), 'What guests are known by.', token),
  })
