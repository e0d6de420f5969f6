import { z } from 'zod'
import {
  emptyTrashResultSchema,
  restoreResultSchema,
  trashResultSchema,
} from '../../../library/types.ts'
import { trashListSchema } from '../../response/schemas.ts'
import { emptyTrashSchema, restoreSchema, trashSchema } from '../../routes/trash.ts'
import {
  changed,
  fields,
  header,
  imageResponse,
  jsonBody,
  leniently,
  read,
  type Operation,
} from '../operation.ts'

const [one, other] = ['8c1f0b6f6d0b4b0f9f0e5d8a7c3b2a10', '00000000000000000000000000000000']

const idNote = { description: 'Ids of items, as listed or as answered when they were deleted.' }

export const moveToTrash = {
  id: 'moveToTrash',
  tag: 'Admin',
  summary: 'Move images and folders to the trash',
  description:
    'Moves images, and folders with all that they hold, to the trash, from where they can be restored ' +
    'for `TRASH_DAYS` days. Frames and listings no longer have them at once. Where `TRASH_DAYS` is 0 there is no trash.',
  body: jsonBody(
    trashSchema,
    { images: ['2024/beach.jpg', '2024/none.jpg'], folders: ['2024/summer'] },
    {
      images: { description: 'Paths as listed, or as in `imagePath` of a dealt image.' },
      folders: { description: 'Paths of folders; never the root.' },
    },
  ),
  answers: changed('What became of each path.', trashResultSchema(), 'Moved 2 of 3 to the trash.', {
    trashedItems: [
      { path: '2024/beach.jpg', status: 'trashed', id: one },
      { path: '2024/none.jpg', status: 'not_found', id: null },
      { path: '2024/summer', status: 'trashed', id: other },
    ],
    totalTrashed: 2,
  }),
  failures: ['INVALID_REQUEST', 'BUSY', 'FILE_SYSTEM_ERROR'],
} satisfies Operation

export const listTrash = {
  id: 'listTrash',
  tag: 'Admin',
  summary: 'List the trash',
  description: 'Lists what can be restored.',
  headers: leniently,
  answers: read('The trash.', trashListSchema, {
    items: [
      {
        id: one,
        path: '2024/beach.jpg',
        kind: 'image',
        deleted: '2026-11-20T22:16:54.240Z',
        size: 347_327,
        totalImages: 1,
        url: `/api/trash/${one}/thumbnail`,
      },
    ],
    totalItems: 1,
    totalSize: 347_327,
    days: 30,
  }),
  failures: ['FILE_SYSTEM_ERROR'],
} satisfies Operation

export const restore = {
  id: 'restore',
  tag: 'Admin',
  summary: 'Restore from the trash',
  description:
    'Puts items back where they were, with their marks. Missing folders are made; a taken name is ' +
    'numbered, also of a folder. Where a file has the place of a folder above, an item goes to the root.',
  body: jsonBody(restoreSchema, { ids: [one, other] }, { ids: idNote }),
  answers: changed('What became of each id.', restoreResultSchema(), 'Restored 1 of 2.', {
    restoredItems: [
      { id: one, path: '2024/beach.jpg', status: 'restored', newPath: '2024/beach-1.jpg' },
      { id: other, path: null, status: 'not_found', newPath: null },
    ],
    totalRestored: 1,
  }),
  failures: ['INVALID_REQUEST', 'BUSY', 'FILE_SYSTEM_ERROR'],
} satisfies Operation

export const emptyTrash = {
  id: 'emptyTrash',
  tag: 'Admin',
  summary: 'Delete from the trash',
  description: 'Deletes items of the trash for good, or all of them.',
  body: jsonBody(
    emptyTrashSchema,
    { ids: [one, other] },
    { ids: idNote, all: { description: 'True deletes all; then without `ids`.' } },
  ),
  answers: changed(
    'What became of each id.',
    emptyTrashResultSchema(),
    'Deleted 1 of 2 for good.',
    {
      deletedItems: [
        { id: one, status: 'deleted' },
        { id: other, status: 'not_found' },
      ],
      totalDeleted: 1,
      totalSize: 347_327,
    },
  ),
  failures: ['INVALID_REQUEST', 'BUSY', 'FILE_SYSTEM_ERROR'],
} satisfies Operation

export const sendThumbnail = {
  id: 'sendThumbnail',
  tag: 'Admin',
  summary: 'Get a thumbnail of the trash',
  description: 'Sends a small rendition of an item: the image, or the newest one of the folder.',
  headers: leniently,
  path: fields(z.object({ id: z.string() }), {
    id: { description: 'The id of the item.', example: one },
  }),
  answers: {
    200: {
      description: 'The thumbnail.',
      headers: { 'Cache-Control': header('`no-store`.') },
      content: imageResponse,
    },
  },
  failures: ['IMAGE_NOT_FOUND', 'INVALID_REQUEST', 'BUSY', 'FILE_SYSTEM_ERROR'],
  failureNotes: {
    IMAGE_NOT_FOUND: {
      when: 'The trash has no such item, or it holds no image.',
      sentence: 'There is no such image.',
    },
    INVALID_REQUEST: {
      when: 'The image can not be scaled.',
      sentence: 'This image can not be scaled.',
    },
  },
} satisfies Operation
