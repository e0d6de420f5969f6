import type { RenditionRequest } from '../../collection/renditions/request.ts'
import { sideSchema } from './rendition-query.ts'

/** The sides of a frame in pixels, as it hangs on the wall. */
export type Display = Pick<RenditionRequest, 'width' | 'height'>

/**
 * The display of a frame that tells of it in headers, as aitjcize/esp32-photoframe does: the
 * panel's own sides, and how it hangs. What is no size is left out.
 */
export function displayOf(headers: Headers): Display | undefined {
  const width = sideOf(headers.get('x-display-width'))
  const height = sideOf(headers.get('x-display-height'))
  if (width === undefined || height === undefined) {
    return width === undefined && height === undefined ? undefined : { width, height }
  }
  const orientation = headers.get('x-display-orientation')?.trim().toLowerCase()
  const isTurned = orientation === (width > height ? 'portrait' : 'landscape')
  return isTurned ? { width: height, height: width } : { width, height }
}

const sideOf = (value: string | null) =>
  value === null ? undefined : sideSchema.safeParse(value).data

/** The display's sides stand for those that the request leaves open. */
export const withDisplay = (request: RenditionRequest, display: Display | undefined) =>
  display === undefined
    ? request
    : {
        ...request,
        width: request.width ?? display.width,
        height: request.height ?? display.height,
      }
