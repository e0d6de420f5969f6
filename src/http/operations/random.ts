import type { Context } from 'hono'
import { z } from 'zod'
import type { Collection } from '../../collection/collection.ts'
import type { PickedImage } from '../../collection/pick.ts'
import type { Image } from '../../library/tree/nodes.ts'
import { UnscalableNowError } from '../../pixels/decoding/unscalable.ts'
import type { RenditionRequest } from '../../pixels/request.ts'
import { AppError, isFailure } from '../../errors.ts'
import type { Dependencies } from '../dependencies.ts'
import {
  header,
  imageRanges,
  imageRequestHeaders,
  imageResponse,
  jsonContent,
  optional,
} from '../openapi/docs.ts'
import { Operations } from '../operation.ts'
import type { AppEnvironment } from '../request/connection.ts'
import { deviceOf, reportHeaders } from '../request/frame/device.ts'
import { badQuery, pictureSchema } from '../request/frame/picture-query.ts'
import { Plans, type Plan } from '../request/frame/plan.ts'
import { encodePath, pictureUrl, queryOf } from '../request/picture-url.ts'
import { screenAt } from '../request/frame/screen.ts'
import { sideSchema } from '../request/frame/rendition-query.ts'
import { contentDisposition } from '../response/content-disposition.ts'
import {
  asShown,
  dealtImageSchema,
  pickHeaders,
  sendDescription,
  versionOf,
} from '../response/dealt-image.ts'
import { sendImage, type ImageResponse } from '../response/send-image.ts'

/** How many dealt images are tried for one answer: some may be gone, or can't be scaled. */
const maxTries = 8

/** `/api/images/random`: the next image for a frame, described or sent. */
export function randomOperations({ collection }: Dependencies) {
  const plans = new Plans()

  return new Operations('Frames').add('GET /api/images/random', {
    who: 'public',
    id: 'dealImage',
    summary: 'Get the next image for a frame',
    description:
      'Deals images like cards: each image of the folder and the folders below it comes once, in random ' +
      'order, before any comes again.\n\n' +
      'The answer is JSON, or the image itself: with `as=image`, with an `Accept` header that prefers ' +
      '`image/*` to JSON, or with the headers of a display and no `Accept` header. `as` takes precedence. ' +
      'An `Accept` header of `image/png`, `image/webp` or `image/bmp` alone also sets `format`.\n\n' +
      'The parameters have at most 2,000 characters together.',
    headers: () =>
      z.object({
        'X-Display-Width': displaySide(800),
        'X-Display-Height': displaySide(480),
        'X-Display-Orientation': optional(
          z.enum(['landscape', 'portrait']),
          'The orientation of the display.',
          'landscape',
        ),
        'X-Color-Palette': optional(
          z.string(),
          'What a Spectra 6 panel of this size really shows: JSON with `r`, `g` and `b` of `black`, `white`, ' +
            '`yellow`, `red`, `blue` and `green`. It sets `palette` and `panel` where the query has no `palette`.',
        ),
        ...reportHeaders(),
        ...imageRequestHeaders(),
        Prefer: optional(
          z.string(),
          '`handling=lenient` answers `NO_IMAGES_AVAILABLE` with status 200, for pages that ask again and ' +
            'again: browsers log every 404.',
        ),
      }),
    query: pictureSchema,
    invalid: badQuery,
    handle: async (c, query, text) => {
      const { frame = '' } = query
      const { headers, method } = c.req.raw
      const steered = frame === '' ? undefined : await collection.parts.frames.steeredBy(frame)
      const plan = plans.of({ query, text, headers }, steered)
      const isOff = steered && screenAt(collection.parts.clock(), steered).screen === 'off'
      const noteDealt = ({ path }: PickedImage) => {
        if (method === 'HEAD') return
        const [{ address }, { display }, device] = [c.env, plan, deviceOf(headers)]
        const seen = { name: frame, address, display, conditions: text, path, device }
        collection.parts.frames.log.record(seen)
      }
      if (plan.isImage) return sendDealt(c, collection, plan, isOff === true, noteDealt)
      const picked = await collection.pick(plan.picking)
      c.set('image', picked.path)
      noteDealt(picked)
      takeBackOfHead(c, picked)
      const description = plan.isDescribed ? await picked.readDescription() : undefined
      return sendDescription(c, picked, { ...plan, isOff: isOff === true, description })
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
            ...jsonContent(dealtImageSchema()),
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
  })
}

/** Who asks for headers alone gets no image. */
function takeBackOfHead(c: Context<AppEnvironment>, picked: PickedImage): void {
  if (c.req.raw.method === 'HEAD') picked.putBack?.()
}

async function sendDealt(
  c: Context<AppEnvironment>,
  collection: Collection,
  plan: Plan,
  isOff: boolean,
  noteDealt: (picked: PickedImage) => void,
): Promise<ImageResponse> {
  // Not before the end: else the next try might get the same one, while somebody writes to it.
  using missed = new DisposableStack()
  const unscaled = new Set<Image>()
  for (let tries = 1; ; tries += 1) {
    const picked = await collection.pick({ ...plan.picking, unscaled })
    c.set('image', picked.path)
    try {
      const shown = asShown(picked, plan.rendition)
      const { file, rendition } = await open(picked, shown, plan.readsWebp)
      if (file === undefined) throw new AppError('IMAGE_NOT_FOUND')
      const headers = {
        ...pickHeaders(picked, isOff, ['Content-Location', 'ETag', 'X-Image-Path']),
        'Content-Disposition': contentDisposition(picked.path, file.mediaType),
        'Content-Location': pictureUrl(picked.path, queryOf(rendition)),
        'X-Image-Path': encodePath(picked.path),
      }
      const version = file.version + versionOf(picked)
      noteDealt(picked)
      const answer = await sendImage(c, { ...file, version }, headers)
      picked.keep?.()
      takeBackOfHead(c, picked)
      return answer
    } catch (error) {
      const isGone = isFailure('IMAGE_NOT_FOUND')(error)
      const isNotShown = isFailure('INVALID_REQUEST', 'FILE_SYSTEM_ERROR')(error)
      if (error instanceof UnscalableNowError) unscaled.add(picked.image)
      if (isNotShown) picked.refuse?.()
      // It may have been turned or replaced before its rendition could be made.
      if (isGone) missed.defer(() => picked.putBack?.())
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

const displaySide = (example: number) =>
  optional(
    sideSchema(),
    'The size of the display, used where the query has no size. Invalid values are ignored.',
    example,
  )
