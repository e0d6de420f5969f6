import { Hono } from 'hono'
import type { Collection } from '../../collection/collection.ts'
import { isRendition } from '../../pixels/request.ts'
import { AppError } from '../../errors.ts'
import { rawTarget, type AppEnvironment } from '../request/connection.ts'
import { picturePathOf } from '../request/picture-url.ts'
import { contentDisposition } from '../response/content-disposition.ts'
import { sendImage } from '../response/send-image.ts'
import { badFile, checkRendition, fileSchema } from '../request/frame/rendition-query.ts'
import { withQuery } from '../middleware/validation.ts'

/** `/uploads/…`: images as they are, renditions of them, or the thumbnails in them. */
export const fileRoutes = (collection: Collection) =>
  new Hono<AppEnvironment>().get(
    '/*',
    withQuery(fileSchema, badFile, async (c, { thumbnail, ...request }) => {
      checkRendition(request)
      if (thumbnail !== undefined && isRendition(request) !== (thumbnail === 'meanwhile')) {
        throw badFile()
      }
      const open = (of: string) => {
        if (thumbnail === 'meanwhile') return collection.openSoonest(of, request)
        return thumbnail ? collection.openThumbnail(of) : collection.openImage(of, request)
      }
      const path = picturePathOf(rawTarget(c.req.raw).path)
      const file = path === undefined ? undefined : await open(path)
      if (file === undefined || path === undefined) throw new AppError('IMAGE_NOT_FOUND')
      c.set('image', path)
      // Never later than the answer itself (RFC 9110, 8.8.2.1).
      const modified = new Date(Math.min(file.mtimeMs, collection.clock())).toUTCString()
      const headers = {
        'Cache-Control': 'no-cache',
        'Content-Disposition': contentDisposition(path, file.mediaType),
        'Last-Modified': modified,
      }
      return sendImage(c, file, headers)
    }),
  )
