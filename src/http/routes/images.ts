import { Hono } from 'hono'
import { z } from 'zod'
import type { Collection } from '../../collection/collection.ts'
import { AppError, invalidRequest } from '../../errors.ts'
import { doneAnswer, publicAnswer } from '../response/json-response.ts'
import { withLongIdleTimeout, type AppEnvironment } from '../request/connection.ts'
import { listedPath } from '../request/picture-url.ts'
import type { AdminGuard } from '../middleware/admin.ts'
import { validJson, withQuery } from '../middleware/validation.ts'

/** Bounds the work of one request; the body's own limit allows more short paths than this. */
const maxPaths = 10_000

const images = z.array(z.string()).min(1).max(maxPaths)

export const imageFactsQuery = z.object({ path: z.string() })

export const deleteImagesSchema = z.object({ images })

export const moveImagesSchema = z.object({ images, folder: z.string() })

export const markImagesSchema = z
  .object({
    images,
    hidden: z.boolean().optional(),
    favourite: z.boolean().optional(),
    waiting: z.literal(false).optional(),
  })
  .refine((marks) =>
    [marks.hidden, marks.favourite, marks.waiting].some((each) => each !== undefined),
  )

export const rotateImagesSchema = z.object({ images, turn: z.literal([90, 180, 270]) })

/** Gives records the paths as the client sent them. */
const asSent = <Entry extends { path: string }>(
  records: readonly Entry[],
  sent: readonly string[],
): Entry[] =>
  records.map((record, index) => Object.assign({}, record, { path: sent[index] ?? record.path }))

/** `/api/images`: facts of images; deletes, moves, marks and rotates them. */
export function imageRoutes(collection: Collection, requireAdmin: AdminGuard) {
  const noImages = () => new AppError('MISSING_IMAGES_PARAMETER')
  const badMove = () =>
    new AppError(
      'MISSING_IMAGES_PARAMETER',
      'Send JSON with "images", a list of 1 to 10,000 image paths, and the "folder" to move them to.',
    )

  const badMarks = () =>
    invalidRequest(
      'Send JSON with "images", a list of 1 to 10,000 image paths, and "hidden" or "favourite" as true or false, or "waiting" as false.',
    )

  const badTurn = () =>
    invalidRequest(
      'Send JSON with "images", a list of 1 to 10,000 image paths, and "turn" as 90, 180 or 270.',
    )

  const noSuchImage = () => new AppError('IMAGE_NOT_FOUND', 'Name one image with "path".')

  return new Hono<AppEnvironment>()
    .get(
      '/facts',
      withQuery(imageFactsQuery, noSuchImage, async (_, { path }) =>
        publicAnswer(await collection.facts(listedPath(path))),
      ),
    )
    .post('/rotate', requireAdmin, validJson(rotateImagesSchema, badTurn), async (c) => {
      const { images, turn } = c.req.valid('json')
      const paths = images.map(listedPath)
      const result = await withLongIdleTimeout(c, () =>
        collection.changes.rotateImages(paths, turn, c.get('permission')),
      )
      const data = { ...result, rotatedImages: asSent(result.rotatedImages, images) }
      const message = `Rotated ${result.totalRotated} of ${images.length} images.`
      return doneAnswer(data, message)
    })
    .post('/marks', requireAdmin, validJson(markImagesSchema, badMarks), async (c) => {
      const { images, ...marks } = c.req.valid('json')
      const paths = images.map(listedPath)
      const result = await collection.changes.markImages(paths, marks, c.get('permission'))
      const data = { ...result, markedImages: asSent(result.markedImages, images) }
      const message = `Marked ${result.totalMarked} of ${images.length} images.`
      return doneAnswer(data, message)
    })
    .delete('/', requireAdmin, validJson(deleteImagesSchema, noImages), async (c) => {
      const { images } = c.req.valid('json')
      const paths = images.map(listedPath)
      const result = await withLongIdleTimeout(c, () =>
        collection.changes.deleteImages(paths, c.get('permission')),
      )
      const data = { ...result, deletedImages: asSent(result.deletedImages, images) }
      const message = `Deleted ${result.totalDeleted} of ${images.length} images.`
      return doneAnswer(data, message)
    })
    .post('/move', requireAdmin, validJson(moveImagesSchema, badMove), async (c) => {
      const { images, folder } = c.req.valid('json')
      const paths = images.map(listedPath)
      const result = await withLongIdleTimeout(c, () =>
        collection.changes.moveImages(paths, folder, c.get('permission')),
      )
      const data = { ...result, movedImages: asSent(result.movedImages, images) }
      const message = `Moved ${result.totalMoved} of ${images.length} images.`
      return doneAnswer(data, message)
    })
}
