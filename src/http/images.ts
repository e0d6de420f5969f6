import { zValidator } from '@hono/zod-validator'
import { Hono } from 'hono'
import { z } from 'zod'
import type { Collection, PickedImage } from '../collection/collection.ts'
import { AppError } from '../errors.ts'
import { success } from './envelope.ts'
import type { AppEnvironment } from './environment.ts'
import { maxJsonBody } from './folders.ts'
import { publicHeaders, securityHeaders } from './headers.ts'
import { requireSession, type SessionStore } from './session.ts'
import { limitBody, validJson } from './validation.ts'

/** Bounds the work of one request; the body's own limit allows more short paths than this. */
const maxDeletions = 10_000

export const randomImageSchema = z.object({
  folder: z.string().optional(),
  frame: z
    .string()
    .regex(/^[\w-]{1,64}$/)
    .optional(),
})

export const deleteImagesSchema = z.object({
  images: z.array(z.string()).min(1).max(maxDeletions),
})

/** `/api/images`: the next picture for a frame, and the end of pictures. */
export function imageRoutes(collection: Collection, store: SessionStore) {
  const badQuery = () =>
    new AppError(
      'INVALID_REQUEST',
      'Give one "folder", and as "frame" a name of 1 to 64 letters, digits, "-" and "_".',
    )
  const validRandomQuery = zValidator(
    'query',
    randomImageSchema,
    (result) => {
      if (!result.success) throw badQuery()
    },
    // At once, unlike the validator's own way: this is the request that frames make all day.
    { validationFunction: (schema, value) => schema.safeParse(value) },
  )
  const noImages = () =>
    new AppError(
      'MISSING_IMAGES_PARAMETER',
      'Send JSON with "images", a list of 1 to 10,000 image paths.',
    )

  return new Hono<AppEnvironment>()
    .get('/random', validRandomQuery, async (c) => {
      const { folder = '', frame = '' } = c.req.valid('query')
      return c.json(success(describe(await collection.pick(folder, frame))), 200, dealtHeaders)
    })
    .delete(
      '/',
      requireSession(store),
      limitBody(maxJsonBody),
      validJson(deleteImagesSchema, noImages),
      async (c) => {
        const { images } = c.req.valid('json')
        const result = await collection.remove(images, c.get('permission'))
        const message = `Deleted ${result.totalDeleted} of ${images.length} images.`
        return c.json(success(result, message), 200, securityHeaders)
      },
    )
}

const dealtHeaders = { ...publicHeaders, 'Cache-Control': 'no-store' }

const describe = ({ path, name, folder, size, width, height, mtimeMs }: PickedImage) => ({
  imagePath: `/uploads/${path}`,
  fileName: name,
  folder,
  url: `/uploads/${path.split('/').map(encodeURIComponent).join('/')}`,
  metadata: {
    size,
    dimensions: { width, height },
    lastModified: new Date(mtimeMs).toISOString(),
  },
})
