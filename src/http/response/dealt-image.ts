import type { Context } from 'hono'
import type { PickedImage } from '../../collection/collection.ts'
import type { RenditionRequest } from '../../pixels/request.ts'
import { pictureUrl } from '../request/picture-url.ts'
import { withFormat } from '../request/frame/rendition-query.ts'
import { JsonResponse, publicJson, success, type Success } from './json-response.ts'
import { exposing, pickHeaders } from './pick-headers.ts'
import { isNotModified } from './preconditions.ts'
import type { DealtImage } from './schemas.ts'
import { ImageResponse } from './send-image.ts'

/** How a picture is described. */
interface Shown {
  rendition: RenditionRequest
  /** Whether the screen of the frame is off. */
  isOff: boolean
  /** What somebody wrote to it, where the frame asks for that; null where nobody did. */
  description: string | null | undefined
}

/** Describes a picked image as JSON. */
export function sendDescription(
  { req: { raw: request } }: Context,
  picked: PickedImage,
  { rendition, isOff, description }: Shown,
): JsonResponse<Success<DealtImage>> | ImageResponse {
  const body = success({
    ...describe(picked, asShown(picked, rendition)),
    ...(description !== undefined && { description }),
  })
  if (picked.slot === undefined && !picked.isFallback && !isOff) {
    return new JsonResponse<Success<DealtImage>>(body, { headers: dealtJson })
  }
  const headers = {
    ...Object.fromEntries(publicJson),
    ...exposing(pickHeaders(picked, isOff), ['ETag']),
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
export const versionOf = ({ slot }: PickedImage) =>
  slot === undefined || slot.changedAt === 0 ? '' : `-${slot.changedAt.toString(36)}`

const entityTag = (text: string) => `"${Bun.hash(text).toString(36)}"`

/** A picture in a format that frames don't know is asked for as JPEG, unless another is wanted. */
export const asShown = ({ isConverted }: PickedImage, request: RenditionRequest) =>
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
