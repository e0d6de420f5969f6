import { Hono } from 'hono'
import { z } from 'zod'
import type { Collection } from '../../collection/collection.ts'
import type { RenditionRequest } from '../../pixels/request.ts'
import { AppError, invalidRequest } from '../../errors.ts'
import type { AdminGuard } from '../middleware/admin.ts'
import { validJson } from '../middleware/validation.ts'
import { withLongIdleTimeout, type AppEnvironment } from '../request/connection.ts'
import { listedPath } from '../request/picture-url.ts'
import { securityHeaders } from '../response/headers.ts'
import { adminAnswer, doneAnswer } from '../response/json-response.ts'
import type { TrashList } from '../response/schemas.ts'
import { imagePolicy, requesterOf } from '../response/send-image.ts'

/** Bounds the work of one request. */
const maxItems = 10_000

const texts = z.array(z.string()).max(maxItems)

export const trashSchema = z
  .object({ images: texts.optional(), folders: texts.optional() })
  .refine(({ images = [], folders = [] }) => {
    const total = images.length + folders.length
    return total > 0 && total <= maxItems
  })

export const restoreSchema = z.object({ ids: texts.min(1) })

export const emptyTrashSchema = z
  .strictObject({ ids: texts.min(1).optional(), all: z.literal(true).optional() })
  .refine(({ ids, all }) => (ids === undefined) !== (all === undefined))

const badTrash = () =>
  invalidRequest('Send JSON with "images" or "folders", lists of 1 to 10,000 paths together.')

const badRestore = () =>
  invalidRequest('Send JSON with "ids", a list of 1 to 10,000 ids of items in the trash.')

const badDeletion = () =>
  invalidRequest('Send JSON with "ids", a list of 1 to 10,000 ids, or with "all" as true.')

const thumbnail: RenditionRequest = {
  width: 320,
  height: 320,
  fit: 'cover',
  format: 'jpeg',
  quality: 70,
}

/** Deleted pictures are for the admin alone, and gone once they are deleted for good. */
const thumbnailHeaders = { ...securityHeaders, ...imagePolicy, 'Cache-Control': 'no-store' }

/** `/api/trash`: what was deleted and can be restored. */
export function trashRoutes(collection: Collection, requireAdmin: AdminGuard) {
  return new Hono<AppEnvironment>()
    .get('/', requireAdmin, async (c) => {
      const { items, ...totals } = await withLongIdleTimeout(c, () => collection.listTrash())
      return adminAnswer<TrashList>({
        items: items.map(({ hasPicture, deleted, ...item }) => ({
          ...item,
          deleted: new Date(deleted).toISOString(),
          url: hasPicture ? `/api/trash/${item.id}/thumbnail` : null,
        })),
        ...totals,
      })
    })
    .post('/', requireAdmin, validJson(trashSchema, badTrash), async (c) => {
      const { images = [], folders = [] } = c.req.valid('json')
      const result = await withLongIdleTimeout(c, () =>
        collection.changes.moveToTrash(images.map(listedPath), folders, c.get('permission')),
      )
      const sent = [...images, ...folders]
      const trashedItems = result.trashedItems.map((item, index) => ({
        ...item,
        path: sent[index] ?? item.path,
      }))
      const message = `Moved ${result.totalTrashed} of ${sent.length} to the trash.`
      return doneAnswer({ ...result, trashedItems }, message)
    })
    .post('/restore', requireAdmin, validJson(restoreSchema, badRestore), async (c) => {
      const { ids } = c.req.valid('json')
      const result = await withLongIdleTimeout(c, () =>
        collection.changes.restore(ids, c.get('permission')),
      )
      return doneAnswer(result, `Restored ${result.totalRestored} of ${ids.length}.`)
    })
    .delete('/', requireAdmin, validJson(emptyTrashSchema, badDeletion), async (c) => {
      const { ids } = c.req.valid('json')
      const result = await withLongIdleTimeout(c, () =>
        collection.changes.deleteTrashed(ids, c.get('permission')),
      )
      const total = result.deletedItems.length
      return doneAnswer(result, `Deleted ${result.totalDeleted} of ${total} for good.`)
    })
    .get('/:id/thumbnail', requireAdmin, async (c) => {
      const file = await collection.openTrashed(c.req.param('id'), thumbnail)
      if (file === undefined) throw new AppError('IMAGE_NOT_FOUND')
      const content = await withLongIdleTimeout(c, async () => file.load(() => requesterOf(c)))
      const bytes = content instanceof Blob ? await content.bytes() : content
      return c.body(bytes, 200, { ...thumbnailHeaders, 'Content-Type': file.mediaType })
    })
}
