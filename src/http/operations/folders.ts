import { z } from 'zod'
import { trimSlashes } from '../../disk/paths.ts'
import { AppError, invalidRequest } from '../../errors.ts'
import { listOrders } from '../../library/listing/list-request.ts'
import { isByDate } from '../../library/order/sort-order.ts'
import {
  folderEntrySchema,
  folderListingSchema,
  orNull,
  textLike,
  type FolderListing,
} from '../../library/types.ts'
import {
  createdFolderSchema,
  deletedFolderSchema,
  movedFolderSchema,
} from '../../uploads/results.ts'
import { newFolderPath } from '../../collection/changes.ts'
import { removeFolder, renameFolder, setCover } from '../../uploads/change-folders.ts'
import { invalidFolderName } from '../../uploads/make-folder.ts'
import { whole } from '../../lib/parse.ts'
import type { Dependencies } from '../dependencies.ts'
import { change } from '../request/connection.ts'
import { listedPath } from '../request/picture-url.ts'
import { publicHeaders } from '../response/headers.ts'
import { doneAnswer, success, taggedJson, unlessKnown } from '../response/json-response.ts'
import { changed, optional, tagged } from '../openapi/docs.ts'
import { Operations } from '../operation.ts'

const isTrue = (description: string) =>
  optional(z.stringbool({ truthy: ['true'], falsy: ['false'], case: 'sensitive' }), description)

const badListing = (error?: z.ZodError) =>
  error?.issues.some(({ path: [name] }) => name === 'path')
    ? new AppError('FOLDER_NOT_FOUND', 'Name one folder with "path".')
    : invalidRequest(
        `Give "order" as ${listOrders.join(', ')}, "recursive" and marks as true or false, "search" as 1 to 200 ` +
          'characters, "limit" from 1 to 1000, "months" as true only with an order by date, and each once.',
      )

const folderPath = () => textLike('2024/summer', 'The path of the folder.')

/** `/api/folders`: lists, creates, moves and deletes folders. */
export function folderOperations({ collection }: Dependencies) {
  /**
   * Listings as they are sent: the collection gives the same object until something in the folder
   * changes. Connections that read slowly share a blob, where each would hold a copy of a text.
   */
  const sent = new WeakMap<FolderListing, ReturnType<typeof encode>>()

  return new Operations()
    .add('GET /api/folders', {
      who: 'public',
      id: 'listFolder',
      tag: 'Frames',
      summary: 'List a folder',
      description:
        'Lists the folders and images directly in a folder, in natural order of their names: `IMG_2` before `IMG_10`. ' +
        'Every image that stays where it is comes once in the pages of a listing, whatever comes and goes meanwhile.',
      query: () =>
        z
          .object({
            path: optional(z.string(), 'The folder. Default: the root.', '2024/summer'),
            order: optional(
              z.enum(listOrders),
              'The order of the images: by `date` (`newest` or `oldest`), or what joined the collection ' +
                'last first (`added`). Default: `name`. Folders come first, sorted by name.',
              'newest',
            ),
            recursive: isTrue('`true` lists the images below the folder too, and no folders.'),
            search: optional(
              z.string().trim().min(1).max(200),
              'Lists the folders and images below the folder whose names contain this text, and images ' +
                'that somebody has described with it, whatever its case and accents.',
              'rome',
            ),
            limit: optional(
              whole(1, 1000),
              'How many folders and images a page has at most, 1 to 1000. Default: 100 with `recursive` or ' +
                '`search`, else no limit.',
              100,
            ),
            cursor: optional(
              z.string(),
              'The page to send: `nextCursor`, or the cursor of a month.',
            ),
            months: isTrue('`true` counts the images of each month, in an order by date.'),
            favourite: isTrue('`true` lists the favourites alone, `false` the others.'),
            hidden: isTrue(
              '`true` lists the images alone that frames never get, `false` the others.',
            ),
            waiting: isTrue('`true` lists the images of guests alone that wait for a yes.'),
          })
          .refine(({ order = 'name', months = false }) => !months || isByDate(order)),
      invalid: badListing,
      handle: async (c, { path = '', ...request }) => {
        // The files of a large folder that has just come are all looked at first.
        const listing = await c.env.withLongIdleTimeout(() =>
          collection.list(path, { ...request, client: c.env.network }),
        )
        const known = sent.get(listing) ?? encode(listing)
        sent.set(listing, known)
        return unlessKnown<FolderListing>(c.req.raw.headers, known.encoded, known.headers)
      },
      answers: () => tagged(folderListingSchema()),
      failures: ['INVALID_REQUEST', 'FOLDER_NOT_FOUND', 'BUSY', 'FILE_SYSTEM_ERROR'],
    })
    .add('POST /api/folders', {
      id: 'createFolder',
      summary: 'Create a folder',
      description:
        'Creates a folder, with missing folders above it. A folder that exists already is a success, too.',
      json: () =>
        z.object({
          path: folderPath(),
          name: textLike('summer', 'The last segment of `path`.'),
        }),
      invalid: () =>
        invalidFolderName(
          'Send JSON with the "path" of the folder and its last segment as "name".',
        ),
      handle: async (c, { path, name }) => {
        if (!isLastSegment(name, path)) {
          throw invalidFolderName('The "name" has to be the last segment of "path".')
        }
        const folder = await c.env.withLongIdleTimeout(() =>
          collection.changes.createFolder(path, c.get('permission')),
        )
        const message = folder.exists ? 'The folder already exists.' : 'The folder was created.'
        return doneAnswer(folder, message)
      },
      answers: () => changed(createdFolderSchema(), 'The folder was created.'),
      failures: ['INVALID_FOLDER_NAME'],
    })
    .add('PATCH /api/folders', {
      id: 'moveFolder',
      summary: 'Rename or move a folder',
      description:
        'Moves a folder with all that it holds. Missing folders above the new path are created. Marks, ' +
        'invitations and the settings of frames lead to it from then on.',
      json: () =>
        z.object({
          path: folderPath(),
          newPath: textLike('Holidays/Rome', 'The path that it gets, which must not be taken.'),
        }),
      invalid: () =>
        invalidFolderName('Send JSON with the "path" of the folder and its "newPath".'),
      handle: async (c, { path, newPath }) => {
        const moved = await change(c, collection, renameFolder, path, newFolderPath(newPath))
        return doneAnswer(moved, 'The folder was moved.')
      },
      answers: () => changed(movedFolderSchema(), 'The folder was moved.'),
      failures: ['FOLDER_NOT_FOUND', 'INVALID_FOLDER_NAME'],
    })
    .add('DELETE /api/folders', {
      id: 'deleteFolder',
      summary: 'Delete a folder',
      description:
        'Deletes an empty folder for good, with `recursive` also all that a folder holds.',
      json: () =>
        z.object({
          path: textLike('2024/summer', 'The path of the folder; never the root.'),
          recursive: optional(
            z.boolean(),
            'Whether to delete all in it, also files that are no images.',
            true,
          ),
        }),
      invalid: 'Send JSON with the "path" of the folder, and "recursive" as true or false.',
      handle: async (c, { path, recursive = false }) => {
        const deleted = await change(c, collection, removeFolder, path, recursive)
        return doneAnswer(deleted, 'The folder was deleted.')
      },
      answers: () => changed(deletedFolderSchema(), 'The folder was deleted.'),
      failures: ['INVALID_FOLDER_NAME', 'FOLDER_NOT_FOUND', 'FOLDER_NOT_EMPTY'],
    })
    .add('PUT /api/folders/cover', {
      id: 'setCover',
      summary: 'Choose the cover of a folder',
      description:
        'Chooses the image that stands for a folder in listings. The choice follows both when they are ' +
        'moved, and counts while the image is below the folder and not hidden.',
      json: () =>
        z.object({
          path: textLike('2024/summer/rome', 'The path of the folder.'),
          image: orNull(
            z.string(),
            'The path of an image below it; null undoes the choice.',
            '2024/summer/rome/tower.jpg',
          ),
        }),
      invalid:
        'Send JSON with the "path" of a folder, and as "image" the path of one below it, or null.',
      handle: async (c, { path, image }) => {
        const chosen = image && listedPath(image)
        const folder = await change(c, collection, setCover, path, chosen)
        const message = image === null ? 'The choice was undone.' : 'The cover was chosen.'
        return doneAnswer(folder, message)
      },
      answers: () => changed(folderEntrySchema(), 'The cover was chosen.'),
      failures: ['FOLDER_NOT_FOUND', 'BUSY'],
    })
}

function encode(listing: FolderListing) {
  const text = JSON.stringify(success(listing))
  return { headers: taggedJson(text, publicHeaders), encoded: new Blob([text]) }
}

/** Compares in Unicode NFC, in which names are stored: macOS sends some in NFD. */
const isLastSegment = (name: string, path: string) =>
  name.normalize('NFC') === trimSlashes(path.normalize('NFC')).split('/').at(-1)
