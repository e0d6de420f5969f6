import { z } from 'zod'
import { AppError } from '../../errors.ts'
import {
  bytes,
  count,
  countLike,
  orNull,
  path,
  textLike,
  timestamp,
  trashTotalsSchema,
} from '../../library/types.ts'
import {
  emptyTrashResultSchema,
  restoreResultSchema,
  trashedId,
  trashResultSchema,
} from '../../uploads/results.ts'
import type { RenditionRequest } from '../../pixels/request.ts'
import { moveToTrash } from '../../trash/move-to-trash.ts'
import { restoreItems } from '../../trash/restore-items.ts'
import type { Dependencies } from '../dependencies.ts'
import { change } from '../request/connection.ts'
import { asSent, listedPath } from '../request/picture-url.ts'
import { adminAnswer, doneAnswer } from '../response/json-response.ts'
import { privateImage, requesterOf } from '../response/send-image.ts'
import { changed, optional, read, unkeptImage } from '../openapi/docs.ts'
import { Operations } from '../operation.ts'

/** Bounds the work of one request. */
const maxItems = 10_000

const texts = () => z.array(z.string()).max(maxItems)

const ids = () =>
  texts()
    .min(1)
    .meta({
      description: 'Ids of items, as listed or as answered when they were deleted.',
      examples: [[trashedId]],
    })

const thumbnail: RenditionRequest = {
  width: 320,
  height: 320,
  fit: 'cover',
  format: 'jpeg',
  quality: 70,
}

/** `/api/trash`: what was deleted and can be restored. */
export const trashOperations = ({ collection }: Dependencies) =>
  new Operations()
    .add('GET /api/trash', {
      id: 'listTrash',
      summary: 'List the trash',
      description: 'Lists what can be restored.',
      handle: async (c) => {
        const { items, ...totals } = await c.env.withLongIdleTimeout(() => collection.listTrash())
        return adminAnswer({
          items: items.map(({ hasPicture, deleted, ...item }) => ({
            ...item,
            deleted: new Date(deleted).toISOString(),
            url: hasPicture ? `/api/trash/${item.id}/thumbnail` : null,
          })),
          ...totals,
        })
      },
      answers: () => read(trashListSchema()),
      failures: ['FILE_SYSTEM_ERROR'],
    })
    .add('POST /api/trash', {
      id: 'moveToTrash',
      summary: 'Move images and folders to the trash',
      description:
        'Moves images, and folders with all that they hold, to the trash, from where they can be restored ' +
        'for `TRASH_DAYS` days. Frames and listings no longer have them at once. Where `TRASH_DAYS` is 0 there is no trash.',
      json: () =>
        z
          .object({
            images: optional(texts(), 'Paths as listed, or as in `imagePath` of a dealt image.', [
              '2024/summer/beach.jpg',
            ]),
            folders: optional(texts(), 'Paths of folders; never the root.'),
          })
          .refine(({ images = [], folders = [] }) => {
            const total = images.length + folders.length
            return total > 0 && total <= maxItems
          }),
      invalid: 'Send JSON with "images" or "folders", lists of 1 to 10,000 paths together.',
      handle: async (c, { images = [], folders = [] }) => {
        const result = await change(c, collection, moveToTrash, images.map(listedPath), folders)
        const sent = [...images, ...folders]
        const trashedItems = asSent(result.trashedItems, sent)
        const message = `Moved ${result.totalTrashed} of ${sent.length} to the trash.`
        return doneAnswer({ ...result, trashedItems }, message)
      },
      answers: () => changed(trashResultSchema(), 'Moved 1 of 1 to the trash.'),
      failures: ['BUSY'],
    })
    .add('DELETE /api/trash', {
      id: 'emptyTrash',
      summary: 'Delete from the trash',
      description: 'Deletes items of the trash for good, or all of them.',
      json: () =>
        z
          .strictObject({
            ids: ids().optional(),
            all: optional(z.literal(true), 'True deletes all; then without `ids`.'),
          })
          .refine(({ ids, all }) => (ids === undefined) !== (all === undefined)),
      invalid: 'Send JSON with "ids", a list of 1 to 10,000 ids, or with "all" as true.',
      handle: async (c, { ids }) => {
        const result = await change(c, collection, ({ trash }) => trash.delete(ids))
        const total = result.deletedItems.length
        return doneAnswer(result, `Deleted ${result.totalDeleted} of ${total} for good.`)
      },
      answers: () => changed(emptyTrashResultSchema(), 'Deleted 1 of 1 for good.'),
      failures: ['BUSY'],
    })
    .add('POST /api/trash/restore', {
      id: 'restore',
      summary: 'Restore from the trash',
      description:
        'Puts items back where they were, with their marks. Missing folders are made; a taken name is ' +
        'numbered, also of a folder. Where a file has the place of a folder above, an item goes to the root.',
      json: () => z.object({ ids: ids() }),
      invalid: 'Send JSON with "ids", a list of 1 to 10,000 ids of items in the trash.',
      handle: async (c, { ids }) => {
        const result = await change(c, collection, restoreItems, ids)
        return doneAnswer(result, `Restored ${result.totalRestored} of ${ids.length}.`)
      },
      answers: () => changed(restoreResultSchema(), 'Restored 1 of 1.'),
      failures: ['BUSY'],
    })
    .add('GET /api/trash/:id/thumbnail', {
      id: 'sendThumbnail',
      summary: 'Get a thumbnail of the trash',
      description:
        'Sends a small rendition of an item: the image, or the newest one of the folder.',
      handle: async (c) => {
        const { opener, trash } = collection.parts
        const image = await trash.picture(c.req.param('id'))
        const file = image && (await opener.openKnown(image, thumbnail))
        if (file === undefined) throw new AppError('IMAGE_NOT_FOUND')
        const content = await c.env.withLongIdleTimeout(async () => file.load(() => requesterOf(c)))
        const bytes = content instanceof Blob ? await content.bytes() : content
        return privateImage(bytes, file.mediaType)
      },
      answers: () => unkeptImage('The thumbnail.'),
      failures: ['IMAGE_NOT_FOUND', 'INVALID_REQUEST', 'BUSY', 'FILE_SYSTEM_ERROR'],
    })

const trashListSchema = () =>
  trashTotalsSchema()
    .extend({
      items: z
        .array(
          z.object({
            id: textLike(trashedId),
            path: path().describe('Where it was.'),
            kind: z.enum(['image', 'folder']),
            deleted: timestamp().describe('When it was moved to the trash.'),
            size: bytes().describe('In bytes, of all files in it.'),
            totalImages: count().describe('Images in it, at any depth.'),
            url: orNull(
              z.string(),
              'The address of a thumbnail, for a session; null where there is none.',
              `/api/trash/${trashedId}/thumbnail`,
            ),
          }),
        )
        .describe('The one deleted last first.'),
      days: countLike(30, 'How long items stay; 0 where there is no trash.'),
    })
    .meta({ id: 'TrashList' })
