import { Hono } from 'hono'
import type { Collection } from '../collection/collection.ts'
import { renditionSchema } from '../collection/renditions/request.ts'
import { AppError } from '../errors.ts'
import { whenDone } from '../when-done.ts'
import { rawTarget, type AppEnvironment } from './environment.ts'
import { sendImage } from './send-image.ts'
import { badRendition } from './rendition-query.ts'
import { withQuery } from './validation.ts'

/** `/uploads/…`: the pictures themselves, or renditions of them. */
export const fileRoutes = (collection: Collection) =>
  new Hono<AppEnvironment>().get(
    '/*',
    withQuery(renditionSchema, badRendition, (c, request) => {
      const path = decode(rawTarget(c.req.raw).path)
      const opened = path === undefined ? undefined : collection.openImage(path, request)
      return whenDone(opened, (file) => {
        if (file === undefined) throw new AppError('IMAGE_NOT_FOUND', 'There is no such image.')
        const modified = new Date(file.mtimeMs).toUTCString()
        return sendImage(c, file, { 'Cache-Control': 'no-cache', 'Last-Modified': modified })
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
