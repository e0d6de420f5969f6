import type { Context } from 'hono'
import { z } from 'zod'
import type { PickedImage } from '../../collection/pick.ts'
import { parentOf } from '../../disk/paths.ts'
import {
  bytes,
  descriptionSchema,
  dimensionsSchema,
  takenSchema,
  textLike,
  timestamp,
  named,
} from '../../library/types.ts'
import type { RenditionRequest } from '../../pixels/request.ts'
import type { Plan } from '../request/frame/plan.ts'
import { pictureUrl, queryOf } from '../request/picture-url.ts'
import { withFormat } from '../request/frame/rendition-query.ts'
import { ApiResponse, publicJson, success, unlessKnown, type Success } from './json-response.ts'
import { tagOf } from './preconditions.ts'
import type { ExtraHeaders } from './send-image.ts'

export const dealtImageSchema = () =>
  named('DealtImage', {
    imagePath: textLike('/uploads/2024/summer/beach.jpg', '`/uploads/` and the path, not encoded.'),
    fileName: textLike('beach.jpg'),
    folder: textLike('2024/summer', 'The folder of the image. Empty for the root.'),
    url: textLike(
      '/uploads/2024/summer/beach.jpg?width=800&height=480',
      'The address of the image, percent-encoded, with the size that was asked for; of a HEIC or ' +
        'AVIF, with `format=jpeg`.',
    ),
    description: descriptionSchema().optional(),
    metadata: z.object({
      size: bytes().describe('The size of the original in bytes.'),
      dimensions: dimensionsSchema(),
      taken: takenSchema(),
      lastModified: timestamp(),
    }),
  })

export type DealtImage = z.infer<ReturnType<typeof dealtImageSchema>>

/** How a picture is described. */
interface Shown extends Pick<Plan, 'rendition' | 'query'> {
  /** Whether the screen of the frame is off. */
  isOff: boolean
  /** What somebody wrote to it, where the frame asks for that; null where nobody did. */
  description: string | null | undefined
}

/** Describes a picked image as JSON. */
export function sendDescription(
  { req: { raw: request } }: Context,
  picked: PickedImage,
  { rendition, query, isOff, description }: Shown,
) {
  const data: DealtImage = {
    ...describe(picked, picked.isConverted ? queryOf(asShown(picked, rendition)) : query),
    ...(description !== undefined && { description }),
  }
  const text = JSON.stringify(success(data))
  if (picked.slot === undefined && !picked.isFallback && !isOff) {
    return new ApiResponse<Success<DealtImage>>(text, { headers: dealtJson })
  }
  const headers = { ...Object.fromEntries(publicJson), ...pickHeaders(picked, isOff, ['ETag']) }
  if (picked.slot === undefined) return new ApiResponse<Success<DealtImage>>(text, { headers })
  const validators = { ...headers, ETag: tagOf(text + versionOf(picked)) }
  return unlessKnown<DealtImage>(request.headers, text, validators)
}

/** The headers of most answers, made once. */
const dealtJson = new Headers([...publicJson, ['Cache-Control', 'no-store']])

/** What a change by the admin adds to the entity tag of a slot. */
export const versionOf = ({ slot }: PickedImage) =>
  slot === undefined || slot.changedAt === 0 ? '' : `-${slot.changedAt.toString(36)}`

/** A picture in a format that frames don't know is asked for as JPEG, unless another is wanted. */
export const asShown = ({ isConverted }: PickedImage, request: RenditionRequest) =>
  isConverted ? withFormat(request, 'jpeg') : request

function describe({ path, image, taken }: PickedImage, query: string): DealtImage {
  const { size, width, height, mtimeMs } = image
  // By its path: it may be on its way to another one.
  return {
    imagePath: `/uploads/${path}`,
    fileName: path.slice(path.lastIndexOf('/') + 1),
    folder: parentOf(path),
    url: pictureUrl(path, query),
    metadata: {
      size,
      dimensions: { width, height },
      taken,
      lastModified: new Date(mtimeMs).toISOString(),
    },
  }
}

/**
 * The headers that say how a picture was picked, and how long it stays.
 * @param isOff whether the screen of the frame is off.
 * @param exposed which others pages of other sites may read, too.
 */
export function pickHeaders(
  { isFallback, slot }: PickedImage,
  isOff: boolean,
  exposed: readonly string[],
): ExtraHeaders {
  const headers = {
    ...(isOff ? { 'X-Screen': 'off' } : {}),
    ...(isFallback ? { 'X-Fallback': 'on' } : {}),
    ...(slot === undefined
      ? { 'Cache-Control': 'no-store' }
      : {
          'Cache-Control': 'no-cache',
          'Last-Modified': new Date(slot.dealtAt).toUTCString(),
          'X-Next-Change': String(slot.secondsLeft),
          // One address has several forms, which a cache may keep by these validators.
          Vary: 'Accept, X-Display-Width, X-Display-Height, X-Display-Orientation',
        }),
  }
  const own = ['X-Fallback', 'X-Next-Change', 'X-Screen'].filter((name) => name in headers)
  return { ...headers, 'Access-Control-Expose-Headers': [...exposed, ...own].join(', ') }
}
