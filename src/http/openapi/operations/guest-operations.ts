import { z } from 'zod'
import {
  endedInvitationSchema,
  guestInvitationSchema,
  invitationListSchema,
  newInvitationSchema,
  takenBackSchema,
} from '../../response/schemas.ts'
import { takeBackHeaders } from '../../request/upload-key.ts'
import { inviteSchema } from '../../routes/invitations.ts'
import { changed, fields, jsonBody, leniently, read, type Operation } from '../operation.ts'

const id = '5f2c9d04b1a87e36'
const token = '3w5e11264sg0aq7mf9kx2hbd8'

const entry = {
  id,
  folder: '2026/birthday',
  label: 'The birthday',
  expires: '2026-12-01T18:00:00.000Z',
  maxFiles: 500,
  review: false,
  files: 12,
  url: `http://192.168.1.20:3000/add/${token}`,
  token,
}

export const invite = {
  id: 'invite',
  tag: 'Admin',
  summary: 'Invite guests',
  description:
    'Lets people without the password add images to one folder, and nothing else. The invitation ' +
    'stays with its folder when that is renamed or moved; where the folder is missing, the next image ' +
    'makes it. At most 1,000 live at a time.',
  body: jsonBody(
    inviteSchema,
    { folder: entry.folder, label: entry.label, days: 3 },
    {
      folder: { description: 'Where the images go. It may be new; empty for the root.' },
      label: { description: 'What guests see as the title.' },
      days: { description: 'For how many days. Default: 7.' },
      maxFiles: { description: 'For how many images. Default: 500.' },
      review: {
        description:
          'Whether their images are hidden until an admin says yes to them. Default: false.',
      },
    },
  ),
  answers: changed('The invitation.', newInvitationSchema, 'Guests are invited.', {
    ...entry,
    files: 0,
  }),
  failures: ['INVALID_REQUEST', 'INVALID_FOLDER_NAME', 'BUSY', 'FILE_SYSTEM_ERROR'],
} satisfies Operation

export const listInvitations = {
  id: 'listInvitations',
  tag: 'Admin',
  summary: 'List the invitations',
  description: 'Lists the invitations that live, with what guests are given.',
  headers: leniently,
  answers: read('The invitations.', invitationListSchema, { invitations: [entry] }),
} satisfies Operation

export const endInvitation = {
  id: 'endInvitation',
  tag: 'Admin',
  summary: 'End an invitation',
  description: 'Ends an invitation at once, with uploads in progress. What has come by it stays.',
  path: fields(z.object({ id: z.string() }), {
    id: { description: 'The id of the invitation.', example: id },
  }),
  answers: changed(
    'The invitation has ended.',
    endedInvitationSchema,
    'The invitation has ended.',
    { id },
  ),
  failures: ['INVITATION_NOT_FOUND', 'BUSY', 'FILE_SYSTEM_ERROR'],
} satisfies Operation

const noInvitation = {
  when: 'No invitation that lives has this token.',
  sentence: 'This invitation has ended, or there never was one. Ask for another one.',
}

export const getInvitation = {
  id: 'getInvitation',
  tag: 'Guests',
  summary: 'Get the invitation of a token',
  description: 'Tells guests where their images go, and how many more may come.',
  takesInvitation: true,
  headers: leniently,
  answers: read('The invitation.', guestInvitationSchema, {
    label: entry.label,
    folder: entry.folder,
    expires: entry.expires,
    filesLeft: 488,
    maxFileSize: 10_485_760,
  }),
  failureNotes: { AUTHENTICATION_REQUIRED: noInvitation },
} satisfies Operation

export const takeBack = {
  id: 'takeBack',
  tag: 'Guests',
  summary: 'Take back images',
  description:
    'Deletes permanently what a guest has uploaded with this `Upload-Key` in the last 15 minutes, also ' +
    'where it was moved since. The invitation is for as many more images then. What another guest has ' +
    'uploaded stays, the same image too.',
  takesInvitation: true,
  headers: fields(takeBackHeaders, {
    'Upload-Key': { description: 'The key of the upload.', example: 'a3f19c0b7d5e4826' },
  }),
  answers: changed('What was deleted.', takenBackSchema, 'Took back 1 image.', { totalDeleted: 1 }),
  failures: ['INVALID_REQUEST', 'BUSY', 'FILE_SYSTEM_ERROR'],
  failureNotes: {
    AUTHENTICATION_REQUIRED: noInvitation,
    INVALID_REQUEST: {
      when: '`Upload-Key` is missing, or is none.',
      sentence: 'Send the "Upload-Key" of what is to be taken back.',
    },
  },
} satisfies Operation
