import { Hono, type Context } from 'hono'
import { z } from 'zod'
import type { Sighting } from '../../collection/shuffle/frame-log.ts'
import type { Collection, PickedImage, PickRequest } from '../../collection/collection.ts'
import { isRendition, type RenditionRequest } from '../../collection/renditions/request.ts'
import { AppError } from '../../errors.ts'
import { onlyFormat, prefersImage } from '../request/accept.ts'
import type { DealtImage } from '../response/schemas.ts'
import { networkOf } from '../request/client-address.ts'
import { displayOf, withDisplay, type Display } from '../request/display.ts'
import { JsonResponse, publicJson, success } from '../response/json-response.ts'
import type { AppEnvironment } from '../request/connection.ts'
import {
  badRendition,
  checkRendition,
  renditionOf,
  renditionQuery,
  renditionSchema,
  withFormat,
} from '../request/rendition-query.ts'
import { pickingOf, pickingSchema, refineConditions, sentenceOf } from '../request/picking-query.ts'
import { panelColoursOf, withPanel } from '../request/panel-colours.ts'
import { encodePath } from '../request/picture-path.ts'
import { sightingOf } from '../request/sighting.ts'
import { contentDisposition } from '../response/content-disposition.ts'
import { exposing, pickHeaders } from '../response/pick-headers.ts'
import { isNotModified } from '../response/preconditions.ts'
import { ImageResponse, sendImage } from '../response/send-image.ts'
import { withQuery } from '../middleware/validation.ts'

export const randomImageSchema = renditionSchema
  .extend({ ...pickingSchema.shape, as: z.enum(['image', 'json']).optional() })
  .superRefine(refineConditions)

function badQuery({ issues: [issue] }: z.ZodError): AppError {
  const name = issue?.path[0]
  if (name === undefined) return new AppError('INVALID_REQUEST', issue?.message)
  if (name === 'as') return new AppError('INVALID_REQUEST', 'Give "as" once, as image or json.')
  const sentence = sentenceOf(String(name))
  return sentence === undefined ? badRendition() : new AppError('INVALID_REQUEST', sentence)
}

/** How many dealt images are tried for one answer: some may be gone, or can't be scaled. */
const maxTries = 8

/** What a query asks for, checked. */
interface Plan {
  request: RenditionRequest
  picking: PickRequest
}

type Query = z.output<typeof randomImageSchema>

/** The plans of queries that are kept, by the query: most frames send no display. */
const plans = new WeakMap<Query, Plan>()

function planOf(query: Query): Plan {
  const known = plans.get(query)
  if (known !== undefined) return known
  const plan = makePlan(query, renditionOf(query))
  plans.set(query, plan)
  return plan
}

/** Plans for a frame that sends its display in headers. */
const planFor = (query: Query, display: Display, headers: Headers): Plan =>
  makePlan(
    query,
    withPanel(withDisplay(renditionOf(query), display), display, panelColoursOf(headers)),
  )

/** @throws INVALID_REQUEST where values don't go together. */
function makePlan(query: Query, request: RenditionRequest): Plan {
  checkRendition(request)
  return { request, picking: { ...pickingOf(query, request), isScaled: isRendition(request) } }
}

/** The headers of most answers, made once. */
const dealtJson = new Headers([...publicJson, ['Cache-Control', 'no-store']])

/** `/api/images/random`: the next image for a frame, described or sent. */
export const randomRoutes = (collection: Collection, trustProxy: boolean) =>
  new Hono<AppEnvironment>().get(
    '/',
    withQuery(randomImageSchema, badQuery, (c, query) => {
      const { as } = query
      const display = displayOf(c.req.raw.headers)
      const { request, picking: pick } =
        display === undefined ? planOf(query) : planFor(query, display, c.req.raw.headers)
      const sighting = sightingOf(c, query, display, trustProxy)
      const picking = { ...pick, owner: networkOf(sighting.address) }
      const accept = c.req.header('accept')
      // A frame that sends the size of its display, and no `Accept`, wants an image.
      const wantsImage = prefersImage(accept) || (accept === undefined && display !== undefined)
      if (as === 'image' || (as === undefined && wantsImage)) {
        const wanted = {
          picking,
          request: withFormat(request, onlyFormat(accept)),
          readsWebp: display === undefined,
          sighting,
        }
        return sendDealt(c, collection, wanted, trustProxy)
      }
      const send = (picked: PickedImage) => {
        c.set('image', picked.path)
        collection.frames.record({ ...sighting, path: picked.path })
        return sendDescription(c, picked, success(describe(picked, asShown(picked, request))))
      }
      const sendLater = async () => send(await collection.pick(picking))
      // Waiting in any case would cost a frame's request a fifth of its throughput.
      const picked = collection.pickAtOnce(picking)
      return picked === undefined ? sendLater() : send(picked)
    }),
  )

function sendDescription<Body extends object>(
  { req: { raw: request } }: Context<AppEnvironment>,
  picked: PickedImage,
  body: Body,
): JsonResponse<Body> | ImageResponse {
  if (picked.slot === undefined && !picked.isFallback) {
    return new JsonResponse<Body>(body, { headers: dealtJson })
  }
  const headers = {
    ...Object.fromEntries(publicJson),
    ...exposing(pickHeaders(picked), ['ETag']),
  }
  if (picked.slot === undefined) return new JsonResponse<Body>(body, { headers })
  const validators = { ...headers, ETag: entityTag(JSON.stringify(body)) }
  return isNotModified(request.headers, validators)
    ? new ImageResponse(null, { headers: validators, status: 304 })
    : new JsonResponse<Body>(body, { headers: validators })
}

const entityTag = (text: string) => `"${Bun.hash(text).toString(36)}"`

interface Wanted {
  picking: PickRequest
  request: RenditionRequest
  readsWebp: boolean
  sighting: Omit<Sighting, 'path'>
}

async function sendDealt(
  c: Context<AppEnvironment>,
  collection: Collection,
  wanted: Wanted,
  trustProxy: boolean,
): Promise<ImageResponse> {
  for (let tries = 1; ; tries += 1) {
    const { picking } = wanted
    const picked = collection.pickAtOnce(picking) ?? (await collection.pick(picking))
    c.set('image', picked.path)
    try {
      const request = asShown(picked, wanted.request)
      const { file, rendition } = await open(collection, picked.path, { ...wanted, request })
      if (file === undefined) throw new AppError('IMAGE_NOT_FOUND')
      const headers = {
        ...exposing(pickHeaders(picked), ['Content-Location', 'ETag', 'X-Image-Path']),
        'Content-Disposition': contentDisposition(picked.path, file.mediaType),
        'Content-Location': describe(picked, rendition).url,
        'X-Image-Path': encodePath(picked.path),
      }
      collection.frames.record({ ...wanted.sighting, path: picked.path })
      return await sendImage(c, file, headers, trustProxy)
    } catch (error) {
      const code = error instanceof AppError ? error.code : undefined
      const isGone = code === 'IMAGE_NOT_FOUND'
      const isNotShown = code === 'INVALID_REQUEST' || code === 'FILE_SYSTEM_ERROR'
      if (tries < maxTries && (isGone || isNotShown)) continue
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

/** A picture in a format that frames don't know is asked for as JPEG, unless another is wanted. */
const asShown = ({ isConverted }: PickedImage, request: RenditionRequest) =>
  isConverted ? withFormat(request, 'jpeg') : request

function describe(
  { path, name, folder, size, width, height, mtimeMs, taken }: PickedImage,
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
      taken,
      lastModified: new Date(mtimeMs).toISOString(),
    },
  }
}
