import { Hono } from 'hono'
import type { ToSchema } from 'hono/types'
import type { z } from 'zod'
import type { Collection } from '../../collection/collection.ts'
import { renditionSchema } from '../../collection/renditions/request.ts'
import { AppError } from '../../errors.ts'
import { whenDone } from '../../lib/when-done.ts'
import { rawTarget, type AppEnvironment } from '../request/connection.ts'
import { sendImage, type PictureResponse } from '../response/send-image.ts'
import { badRendition } from '../request/rendition-query.ts'
import { withQuery } from '../middleware/validation.ts'

/**
 * What a typed client knows of the route: it puts the path of the image, percent-encoded, into the
 * address. Ranges are Bun's doing.
 */
type FileSchema = ToSchema<
  'get',
  '/:path',
  { in: { query: z.input<typeof renditionSchema> } },
  PictureResponse<200 | 206 | 304 | 416>
>

/** `/uploads/…`: the pictures themselves, or renditions of them. */
export function fileRoutes(
  collection: Collection,
  trustProxy: boolean,
): Hono<AppEnvironment, FileSchema>
export function fileRoutes(collection: Collection, trustProxy: boolean): Hono<AppEnvironment> {
  return routes(collection, trustProxy)
}

const routes = (collection: Collection, trustProxy: boolean) =>
  new Hono<AppEnvironment>().get(
    '/*',
    withQuery(renditionSchema, badRendition, (c, request) => {
      const path = decode(rawTarget(c.req.raw).path)
      const opened = path === undefined ? undefined : collection.openImage(path, request)
      return whenDone(opened, (file) => {
        if (file === undefined) throw new AppError('IMAGE_NOT_FOUND')
        c.set('image', path)
        const modified = new Date(file.mtimeMs).toUTCString()
        const headers = { 'Cache-Control': 'no-cache', 'Last-Modified': modified }
        return sendImage(c, file, headers, trustProxy)
      })
    }),
  )

/** The path below `/uploads/`, decoded exactly once; `undefined` when it can't be. */
function decode(path: string): string | undefined {
  if (!path.startsWith('/uploads/')) return undefined
  try {
    return decodeURIComponent(path.slice('/uploads/'.length))
  } catch {
    return undefined
  }
}
