import { Hono, type Context } from 'hono'
import { z } from 'zod'
import type { Collection, PickedImage } from '../../collection/collection.ts'
import { isRendition, type RenditionRequest } from '../../collection/renditions/request.ts'
import { AppError } from '../../errors.ts'
import { onlyFormat, prefersImage } from '../request/accept.ts'
import type { DealtImage } from '../response/schemas.ts'
import { displayOf, withDisplay } from '../request/display.ts'
import { success } from '../response/envelope.ts'
import { JsonResponse, publicJson } from '../response/json-response.ts'
import type { AppEnvironment } from '../request/connection.ts'
import {
  checkRendition,
  renditionOf,
  renditionQuery,
  renditionSchema,
  renditionValues,
  withFormat,
} from '../request/rendition-query.ts'
import { contentDisposition } from '../response/content-disposition.ts'
import { sendImage, type ImageResponse } from '../response/send-image.ts'
import { withQuery } from '../middleware/validation.ts'

export const randomImageSchema = renditionSchema.extend({
  folder: z.string().optional(),
  frame: z
    .string()
    .regex(/^[\w-]{1,64}$/)
    .optional(),
  as: z.enum(['image', 'json']).optional(),
})

const badQuery = () =>
  new AppError(
    'INVALID_REQUEST',
    'Give one "folder"; "frame" as 1 to 64 letters, digits, "-" and "_"; "as" as image or json; ' +
      `${renditionValues}.`,
  )

/** How many dealt pictures may turn out not to be there, or not to be scalable, for one answer. */
const maxTries = 8

const noStore = { 'Cache-Control': 'no-store' }
const dealtJson = new Headers([...publicJson, ...Object.entries(noStore)])

/** `/api/images/random`: the next picture for a frame, told of or sent. */
export const randomRoutes = (collection: Collection, trustProxy: boolean) =>
  new Hono<AppEnvironment>().get(
    '/',
    withQuery(randomImageSchema, badQuery, async (c, query) => {
      const { folder = '', frame = '', as } = query
      const display = displayOf(c.req.raw.headers)
      const request = withDisplay(renditionOf(query), display)
      checkRendition(request)
      const accept = c.req.header('accept')
      // A display that tells its size and accepts whatever comes is there to show a picture.
      const wantsImage = prefersImage(accept) || (accept === undefined && display !== undefined)
      if (as === 'image' || (as === undefined && wantsImage)) {
        const wanted = {
          folder,
          frame,
          request: withFormat(request, onlyFormat(accept)),
          readsWebp: display === undefined,
        }
        return sendDealt(c, collection, wanted, trustProxy)
      }
      const picked = await collection.pick(folder, frame, isRendition(request))
      c.set('image', picked.path)
      return new JsonResponse(success(describe(picked, request)), { headers: dealtJson })
    }),
  )

interface Wanted {
  folder: string
  frame: string
  request: RenditionRequest
  readsWebp: boolean
}

async function sendDealt(
  c: Context<AppEnvironment>,
  collection: Collection,
  wanted: Wanted,
  trustProxy: boolean,
): Promise<ImageResponse> {
  for (let tries = 1; ; tries += 1) {
    const picked = await collection.pick(wanted.folder, wanted.frame, isRendition(wanted.request))
    c.set('image', picked.path)
    try {
      const { file, rendition } = await open(collection, picked.path, wanted)
      if (file === undefined) throw new AppError('IMAGE_NOT_FOUND')
      const headers = {
        ...noStore,
        'Content-Disposition': contentDisposition(picked.path, file.mediaType),
        'Content-Location': describe(picked, rendition).url,
        'X-Image-Path': encodePath(picked.path),
        'Access-Control-Expose-Headers': 'Content-Location, ETag, X-Image-Path',
      }
      return await sendImage(c, file, headers, trustProxy)
    } catch (error) {
      const code = error instanceof AppError ? error.code : undefined
      const isGone = code === 'IMAGE_NOT_FOUND'
      const isNotScalable = code === 'INVALID_REQUEST'
      if (tries < maxTries && (isGone || isNotScalable)) continue
      if (!isGone) throw error
      throw new AppError('NO_IMAGES_AVAILABLE', 'The images here are going away. Try again.')
    }
  }
}

async function open(collection: Collection, path: string, { request, readsWebp }: Wanted) {
  const file = await collection.openImage(path, request)
  const isReadable = readsWebp || request.format !== undefined || file?.mediaType !== 'image/webp'
  if (isReadable) return { file, rendition: request }
  await file?.release?.()
  const rendition: RenditionRequest = { ...request, format: 'jpeg' }
  return { file: await collection.openImage(path, rendition), rendition }
}

const encodePath = (path: string) => encodeURIComponent(path).replaceAll('%2F', '/')

function describe(
  { path, name, folder, size, width, height, mtimeMs }: PickedImage,
  request: RenditionRequest,
): DealtImage {
  return {
    imagePath: `/uploads/${path}`,
    fileName: name,
    folder,
    url: `/uploads/${encodePath(path)}${renditionQuery(request)}`,
    metadata: {
      size,
      dimensions: { width, height },
      lastModified: new Date(mtimeMs).toISOString(),
    },
  }
}
