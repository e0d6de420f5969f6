import { Hono, type Context } from 'hono'
import { z } from 'zod'
import type { Sighting } from '../../collection/frames/frame-log.ts'
import type { Steered } from '../../collection/frames/steering.ts'
import type { Collection, PickedImage, PickRequest } from '../../collection/collection.ts'
import { isRendition, type RenditionRequest } from '../../collection/renditions/request.ts'
import { AppError, invalidRequest } from '../../errors.ts'
import { onlyFormat, prefersImage } from '../request/accept.ts'
import type { DealtImage } from '../response/schemas.ts'
import { clientAddress, networkOf } from '../request/client-address.ts'
import { displayOf, withDisplay, type Display } from '../request/display.ts'
import { JsonResponse, publicJson, success, type Success } from '../response/json-response.ts'
import type { AppEnvironment } from '../request/connection.ts'
import {
  badRendition,
  checkRendition,
  renditionOf,
  renditionSchema,
  withFormat,
} from '../request/rendition-query.ts'
import { pickingOf, pickingSchema, refineConditions, sentenceOf } from '../request/picking-query.ts'
import { panelColoursOf, withPanel } from '../request/panel-colours.ts'
import { encodePath, pictureUrl } from '../request/picture-url.ts'
import { contentDisposition } from '../response/content-disposition.ts'
import { exposing, pickHeaders } from '../response/pick-headers.ts'
import { isNotModified } from '../response/preconditions.ts'
import { ImageResponse, sendImage } from '../response/send-image.ts'
import { valuesOf, withQuery } from '../middleware/validation.ts'
import { deviceOf } from '../request/device.ts'
import { fillIn, onlyFor, textsOf, type Values } from '../request/frame-settings.ts'

export const randomImageSchema = renditionSchema
  .extend({ ...pickingSchema.shape, as: z.enum(['image', 'json']).optional() })
  .superRefine(refineConditions)

function badQuery({ issues: [issue] }: z.ZodError): AppError {
  const name = issue?.path[0]
  if (name === undefined) return invalidRequest(issue?.message)
  if (name === 'as') return invalidRequest('Give "as" once, as image or json.')
  const sentence = sentenceOf(String(name))
  return sentence === undefined ? badRendition() : invalidRequest(sentence)
}

/** How many characters the parameters of a request may have together. */
const maxQueryLength = 2000

/** How many dealt images are tried for one answer: some may be gone, or can't be scaled. */
const maxTries = 8

type Query = z.output<typeof randomImageSchema>

/** What a frame asks for. */
interface Wanted {
  picking: PickRequest
  /** How the picture is to be sent. */
  rendition: RenditionRequest
  isImage: boolean
  readsWebp: boolean
  sighting: Omit<Sighting, 'path'>
}

/** `/api/images/random`: the next image for a frame, described or sent. */
export const randomRoutes = (collection: Collection, trustProxy: boolean) =>
  new Hono<AppEnvironment>().get(
    '/',
    withQuery(randomImageSchema, badQuery, async (c, query, text) => {
      const { frame = '' } = query
      const steered = frame === '' ? undefined : await collection.frames.steeredBy(frame)
      const wanted = wantedBy(c, { query, text, steered }, trustProxy)
      if (wanted.isImage) return sendDealt(c, collection, wanted, trustProxy)
      const picked = await collection.pick(wanted.picking)
      c.set('image', picked.path)
      collection.frames.record({ ...wanted.sighting, path: picked.path })
      return sendDescription(c, picked, asShown(picked, wanted.rendition))
    }),
  )

interface Asked {
  query: Query
  /** The query as it was sent. */
  text: string
  /** What the admin has set for the frame. */
  steered: Steered | undefined
}

/**
 * Reads what a frame asks for, by its query, its headers and what is set for it.
 * @throws INVALID_REQUEST where values don't go together.
 */
function wantedBy(c: Context<AppEnvironment>, asked: Asked, trustProxy: boolean): Wanted {
  const { query, text } = asked
  if (text.length > maxQueryLength && lengthOf(text) > maxQueryLength) {
    throw invalidRequest('Give parameters of at most 2,000 characters together.')
  }
  const { headers } = c.req.raw
  const display = displayOf(headers)
  const { rendition, picking } = planFor(steeredQuery(c, asked, display), display, headers)
  const address = clientAddress(c, trustProxy)
  const owner = networkOf(address)
  const accept = headers.get('accept') ?? undefined
  const { as, frame: name = '' } = query
  // A frame that sends the size of its display, and no `Accept`, wants an image.
  const isPreferred = prefersImage(accept) || (accept === undefined && display !== undefined)
  const isImage = as === 'image' || (as === undefined && isPreferred)
  const { width, height } = display ?? {}
  return {
    picking: { ...picking, owner },
    rendition: isImage ? withFormat(rendition, onlyFormat(accept)) : rendition,
    isImage,
    readsWebp: display === undefined,
    sighting: {
      name,
      address,
      display: width === undefined || height === undefined ? null : { width, height },
      conditions: text,
      device: deviceOf(headers),
    },
  }
}

/** Counts the characters of a query, decoded, with the signs between its parts. */
const lengthOf = (text: string) =>
  [...new URLSearchParams(text)].reduce(
    (sum, [name, value]) => sum + name.length + value.length + 2,
    -1,
  )

/** What a query asks for, checked. */
type Plan = Pick<Wanted, 'picking' | 'rendition'>

/** The plans of queries that are kept, by the query: most frames send no display. */
const plans = new WeakMap<Query, Plan>()

function planFor(query: Query, display: Display | undefined, headers: Headers): Plan {
  if (display !== undefined) {
    const rendition = withDisplay(renditionOf(query), display)
    return planOf(query, withPanel(rendition, display, panelColoursOf(headers)))
  }
  const plan = plans.get(query) ?? planOf(query, renditionOf(query))
  plans.set(query, plan)
  return plan
}

/** The queries of steered frames, by what is set for them, and by what they ask. */
const steeredQueries = new WeakMap<Steered, Map<string, Query>>()

/** How many queries are kept of a frame. */
const maxQueries = 16

/** The query with what is set for the frame, where the query and the display leave it open. */
function steeredQuery(
  c: Context<AppEnvironment>,
  { query, text, steered }: Asked,
  display: Display | undefined,
): Query {
  if (steered === undefined || Object.keys(steered.settings).length === 0) return query
  const known = steeredQueries.get(steered) ?? new Map<string, Query>()
  const key = `${text} ${display?.width} ${display?.height}`
  const merged = known.get(key) ?? withSettings(valuesOf(c), query, steered, display)
  if (known.size >= maxQueries) known.clear()
  steeredQueries.set(steered, known.set(key, merged))
  return merged
}

function withSettings(
  address: Values,
  query: Query,
  { settings }: Steered,
  display: Display | undefined,
): Query {
  const { width, height, ...others } = onlyFor(randomImageSchema.shape, textsOf(settings))
  const isValid = (values: Values) => {
    const { success, data } = randomImageSchema.safeParse(values)
    return success && isPossible(data, display)
  }
  const open = display === undefined ? { width, height, ...others } : others
  return randomImageSchema.safeParse(fillIn(address, open, isValid)).data ?? query
}

function isPossible(query: Query, display: Display | undefined): boolean {
  try {
    planOf(query, withDisplay(renditionOf(query), display))
    return true
  } catch {
    return false
  }
}

/** @throws INVALID_REQUEST where values don't go together. */
function planOf(query: Query, rendition: RenditionRequest): Plan {
  checkRendition(rendition)
  return {
    rendition,
    picking: { ...pickingOf(query, rendition), isScaled: isRendition(rendition) },
  }
}

function sendDescription(
  { req: { raw: request } }: Context<AppEnvironment>,
  picked: PickedImage,
  rendition: RenditionRequest,
): JsonResponse<Success<DealtImage>> | ImageResponse {
  const body = success(describe(picked, rendition))
  if (picked.slot === undefined && !picked.isFallback) {
    return new JsonResponse<Success<DealtImage>>(body, { headers: dealtJson })
  }
  const headers = {
    ...Object.fromEntries(publicJson),
    ...exposing(pickHeaders(picked), ['ETag']),
  }
  if (picked.slot === undefined) return new JsonResponse<Success<DealtImage>>(body, { headers })
  const version = JSON.stringify(body) + versionOf(picked)
  const validators = { ...headers, ETag: entityTag(version) }
  return isNotModified(request.headers, validators)
    ? new ImageResponse(null, { headers: validators, status: 304 })
    : new JsonResponse<Success<DealtImage>>(body, { headers: validators })
}

/** The headers of most answers, made once. */
const dealtJson = new Headers([...publicJson, ['Cache-Control', 'no-store']])

/** What a change by the admin adds to the entity tag of a slot. */
const versionOf = ({ slot }: PickedImage) =>
  slot === undefined || slot.changedAt === 0 ? '' : `-${slot.changedAt.toString(36)}`

const entityTag = (text: string) => `"${Bun.hash(text).toString(36)}"`

async function sendDealt(
  c: Context<AppEnvironment>,
  collection: Collection,
  wanted: Wanted,
  trustProxy: boolean,
): Promise<ImageResponse> {
  for (let tries = 1; ; tries += 1) {
    const picked = await collection.pick(wanted.picking)
    c.set('image', picked.path)
    try {
      const shown = asShown(picked, wanted.rendition)
      const { file, rendition } = await open(collection, picked.path, shown, wanted.readsWebp)
      if (file === undefined) throw new AppError('IMAGE_NOT_FOUND')
      const headers = {
        ...exposing(pickHeaders(picked), ['Content-Location', 'ETag', 'X-Image-Path']),
        'Content-Disposition': contentDisposition(picked.path, file.mediaType),
        'Content-Location': pictureUrl(picked.path, rendition),
        'X-Image-Path': encodePath(picked.path),
      }
      collection.frames.record({ ...wanted.sighting, path: picked.path })
      const version = file.version + versionOf(picked)
      return await sendImage(c, { ...file, version }, headers, trustProxy)
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

async function open(
  collection: Collection,
  path: string,
  rendition: RenditionRequest,
  readsWebp: boolean,
) {
  const file = await collection.openImage(path, rendition)
  const isReadable = readsWebp || rendition.format !== undefined || file?.mediaType !== 'image/webp'
  if (isReadable) return { file, rendition }
  await file?.release?.()
  const asJpeg: RenditionRequest = { ...rendition, format: 'jpeg' }
  return { file: await collection.openImage(path, asJpeg), rendition: asJpeg }
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
    url: pictureUrl(path, request),
    metadata: {
      size,
      dimensions: { width, height },
      taken,
      lastModified: new Date(mtimeMs).toISOString(),
    },
  }
}
