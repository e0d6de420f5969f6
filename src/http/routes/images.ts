import { Hono } from 'hono'
import { z } from 'zod'
import type { Collection } from '../../collection/collection.ts'
import { AppError } from '../../errors.ts'
import { done } from '../response/envelope.ts'
import { adminJson, JsonResponse } from '../response/json-response.ts'
import type { AppEnvironment } from '../request/connection.ts'
import { maxJsonBody } from './folders.ts'
import { requireSession, type SessionStore } from '../middleware/session.ts'
import { limitBody, validJson } from '../middleware/validation.ts'

/** Bounds the work of one request; the body's own limit allows more short paths than this. */
const maxDeletions = 10_000

export const deleteImagesSchema = z.object({
  images: z.array(z.string()).min(1).max(maxDeletions),
})

const publicPrefix = '/uploads/'

/** A path as listed, also where it was sent in the form of a random image's `imagePath`. */
const pathOf = (sent: string) =>
  sent.startsWith(publicPrefix) ? sent.slice(publicPrefix.length) : sent

/** `/api/images`: deletes images. */
export function imageRoutes(collection: Collection, store: SessionStore) {
  const noImages = () => new AppError('MISSING_IMAGES_PARAMETER')

  return new Hono<AppEnvironment>().delete(
    '/',
    requireSession(store),
    limitBody(maxJsonBody),
    validJson(deleteImagesSchema, noImages),
    async (c) => {
      const { images } = c.req.valid('json')
      const paths = images.map(pathOf)
      const result = await collection.changes.deleteImages(paths, c.get('permission'))
      const deletedImages = result.deletedImages.map((record, index) => ({
        ...record,
        path: images[index] ?? record.path,
      }))
      const message = `Deleted ${result.totalDeleted} of ${images.length} images.`
      return new JsonResponse(done({ ...result, deletedImages }, message), { headers: adminJson })
    },
  )
}
