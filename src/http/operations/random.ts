import type { Context } from 'hono'
import { z } from 'zod'
import type { Collection, PickedImage } from '../../collection/collection.ts'
import type { Sighting } from '../../frames/frame-log.ts'
import type { Steered } from '../../frames/steering.ts'
import { WallTime } from '../../library/wall-time.ts'
import type { RenditionRequest } from '../../pixels/request.ts'
import { AppError, invalidRequest } from '../../errors.ts'
import type { Dependencies } from '../dependencies.ts'
import { header, ifNoneMatch, imageRanges, imageResponse, jsonContent } from '../openapi/docs.ts'
import { Operations } from '../operation.ts'
import { onlyFormat, prefersImage } from '../request/accept.ts'
import type { AppEnvironment } from '../request/connection.ts'
import { deviceOf, displayOf } from '../request/frame/device.ts'
import { panelColoursOf } from '../request/frame/panel-colours.ts'
import { badQuery, pictureSchema, Plans, type Asked, type Plan } from '../request/frame/plan.ts'
import { encodePath, pictureUrl } from '../request/picture-url.ts'
import { screenAt } from '../request/frame/screen.ts'
import { badRendition, sideSchema, withFormat } from '../request/frame/rendition-query.ts'
import { contentDisposition } from '../response/content-disposition.ts'
import { asShown, dealtImageSchema, sendDescription, versionOf } from '../response/dealt-image.ts'
import { exposing, pickHeaders } from '../response/pick-headers.ts'
import { sendImage, type ImageResponse } from '../response/send-image.ts'

/** How many characters the parameters of a request may have together. */
const maxQueryLength = 2000

/** How many dealt images are tried for one answer: some may be gone, or can't be scaled. */
const maxTries = 8

/** What a frame asks for. */
interface Wanted extends Plan {
  isImage: boolean
  readsWebp: boolean
  /** Whether the screen of the frame is off. */
  isOff: boolean
  sighting: Omit<Sighting, 'path'>
}

/** `/api/images/random`: the next image for a frame, described or sent. */
export function randomOperations({ collection }: Dependencies) {
  const plans = new Plans()
  const time = new WallTime()

  return new Operations().add({
    on: 'GET /api/images/random',
    who: 'anybody',
    cors: true,
    id: 'dealImage',
    tag: 'Frames',
    summary: 'Get the next image for a frame',
    description:
      'Deals images like cards: each image of the folder and the folders below it comes once, in random ' +
      'order, before any comes again.\n\n' +
      'The answer is JSON, or the image itself: with `as=image`, with an `Accept` header that prefers ' +
      '`image/*` to JSON, or with the headers of a display and no `Accept` header. `as` takes precedence. ' +
      'An `Accept` header of a single format, such as `image/png`, also sets `format`.',
    headers: () =>
      z.object({
        'X-Display-Width': displaySide(),
        'X-Display-Height': displaySide().meta({ examples: [480] }),
        'X-Display-Orientation': z
          .enum(['landscape', 'portrait'])
          .optional()
          .meta({ description: 'The orientation of the display.', examples: ['landscape'] }),
        'If-None-Match': ifNoneMatch(),
        Prefer: z
          .string()
          .optional()
          .describe(
            '`handling=lenient` answers `NO_IMAGES_AVAILABLE` with status 200, for pages that ask again and ' +
              'again: browsers log every 404.',
          ),
      }),
    query: pictureSchema,
    invalid: badQuery,
    handle: async (c, query, text) => {
      const { frame = '' } = query
      const steered = frame === '' ? undefined : await collection.frames.steeredBy(frame)
      const wanted = wantedBy(c, { query, text }, plans, steered)
      if (steered !== undefined) {
        wanted.isOff = screenAt(collection.clock(), steered, time).screen === 'off'
      }
      if (wanted.isImage) return sendDealt(c, collection, wanted)
      const picked = await collection.pick(wanted.picking)
      c.set('image', picked.path)
      collection.frames.record({ ...wanted.sighting, path: picked.path })
      const captions = String(query.caption ?? steered?.settings['caption'] ?? '').split(/, ?/)
      const isDescribed = captions.includes('description')
      const description = isDescribed ? await picked.readDescription() : undefined
      return sendDescription(c, picked, { ...wanted, description })
    },
    answers: () => {
      const etag = header('Changes whenever the bytes do.')
      return {
        200: {
          description: 'The address of the image, or the image.',
          headers: {
            'Cache-Control': header(
              '`no-store`: the next answer is another image. With `every`: `no-cache`.',
            ),
            ETag: header('Of an image, and with `every`. Changes whenever the bytes do.', false),
            'Last-Modified': header('With `every`: when the image was dealt.', false),
            'X-Next-Change': header('With `every`: the seconds until the next image.', false),
            'X-Fallback': header('`on` if no image is of this day.', false),
            'X-Screen': header('`off` where the screen of the frame is off.', false),
            'X-Version': header('The version of the service.'),
            'Preference-Applied': header('`handling=lenient`, with `NO_IMAGES_AVAILABLE`.', false),
            'Content-Disposition': header('Of an image: the name to save it by.', false),
            'Content-Location': header('Of an image: its address.', false),
            'X-Image-Path': header('Of an image: its path, percent-encoded.', false),
          },
          content: {
            ...jsonContent(dealtImageSchema(), {
              imagePath: '/uploads/2024/summer/beach.jpg',
              fileName: 'beach.jpg',
              folder: '2024/summer',
              url: '/uploads/2024/summer/beach.jpg?width=800&height=480',
              metadata: {
                size: 347_327,
                dimensions: { width: 1800, height: 1200 },
                taken: '2024-07-14T18:30:05',
                lastModified: '2026-11-20T22:16:54.239Z',
              },
            }),
            ...imageResponse,
          },
        },
        ...imageRanges({ ETag: etag }),
        304: {
          description: 'The frame has this image already.',
          headers: {
            ETag: etag,
            'X-Next-Change': header('With `every`: the seconds until the next image.', false),
          },
        },
      }
    },
    failures: ['INVALID_REQUEST', 'NO_IMAGES_AVAILABLE', 'BUSY', 'FILE_SYSTEM_ERROR'],
    failureNotes: {
      INVALID_REQUEST: {
        when: 'A value in the query is invalid, or the image can not be scaled.',
        sentence: badRendition,
      },
    },
  })
}

/**
 * Reads what a frame asks for, by its query, its headers and what is set for it.
 * @throws INVALID_REQUEST where values don't go together.
 */
function wantedBy(
  c: Context<AppEnvironment>,
  { query, text }: Asked,
  plans: Plans,
  steered: Steered | undefined,
): Wanted {
  if (text.length > maxQueryLength && lengthOf(text) > maxQueryLength) {
    throw invalidRequest('Give parameters of at most 2,000 characters together.')
  }
  const { headers } = c.req.raw
  const { address } = c.env
  const display = displayOf(headers)
  const { as, frame: name = '' } = query
  const accept = headers.get('accept') ?? undefined
  // A frame that sends the size of its display, and no `Accept`, wants an image.
  const isPreferred = accept === undefined ? display !== undefined : prefersImage(accept)
  const isImage = as === undefined ? isPreferred : as === 'image'
  const panel = display && panelColoursOf(headers)
  const { picking, rendition } = plans.of({ query, text, display, panel }, steered)
  const { width, height } = display ?? {}
  return {
    picking,
    rendition: isImage ? withFormat(rendition, onlyFormat(accept)) : rendition,
    isImage,
    readsWebp: display === undefined,
    isOff: false,
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

async function sendDealt(
  c: Context<AppEnvironment>,
  collection: Collection,
  wanted: Wanted,
): Promise<ImageResponse> {
  for (let tries = 1; ; tries += 1) {
    const picked = await collection.pick(wanted.picking)
    c.set('image', picked.path)
    try {
      const shown = asShown(picked, wanted.rendition)
      const { file, rendition } = await open(picked, shown, wanted.readsWebp)
      if (file === undefined) throw new AppError('IMAGE_NOT_FOUND')
      const headers = {
        ...exposing(pickHeaders(picked, wanted.isOff), [
          'Content-Location',
          'ETag',
          'X-Image-Path',
        ]),
        'Content-Disposition': contentDisposition(picked.path, file.mediaType),
        'Content-Location': pictureUrl(picked.path, rendition),
        'X-Image-Path': encodePath(picked.path),
      }
      collection.frames.record({ ...wanted.sighting, path: picked.path })
      const version = file.version + versionOf(picked)
      return await sendImage(c, { ...file, version }, headers)
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

async function open(picked: PickedImage, rendition: RenditionRequest, readsWebp: boolean) {
  const file = await picked.open(rendition)
  const isReadable = readsWebp || rendition.format !== undefined || file?.mediaType !== 'image/webp'
  if (isReadable) return { file, rendition }
  file?.release?.()
  const asJpeg: RenditionRequest = { ...rendition, format: 'jpeg' }
  return { file: await picked.open(asJpeg), rendition: asJpeg }
}

const displaySide = () =>
  sideSchema()
    .optional()
    .meta({
      description:
        'The size of the display, used where the query has no size. Invalid values are ignored.',
      examples: [800],
    })
