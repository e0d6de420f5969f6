import type { RenditionRequest } from '../../collection/renditions/request.ts'
import { sideSchema } from './rendition-query.ts'

/** The size of a display in pixels, as it hangs. */
export type Display = Pick<RenditionRequest, 'width' | 'height'>

/**
 * Reads the display headers of a frame, as aitjcize/esp32-photoframe sends them: the size of the
 * panel, and its orientation. Invalid values are ignored.
 */
export function displayOf(headers: Headers): Display | undefined {
  const [wide, high] = [headers.get('x-display-width'), headers.get('x-display-height')]
  if (wide === null && high === null) return undefined
  const [width, height] = [sideOf(wide), sideOf(high)]
  if (width === undefined || height === undefined) {
    return width === undefined && height === undefined ? undefined : { width, height }
  }
  const orientation = headers.get('x-display-orientation')?.trim().toLowerCase()
  const isTurned = orientation === (width > height ? 'portrait' : 'landscape')
  return isTurned ? { width: height, height: width } : { width, height }
}

const sideOf = (value: string | null) =>
  value === null ? undefined : sideSchema.safeParse(value).data

/** Fills the sides that a request leaves open with those of the display. */
export const withDisplay = (request: RenditionRequest, display: Display | undefined) =>
  display === undefined
    ? request
    : {
        ...request,
        width: request.width ?? display.width,
        height: request.height ?? display.height,
      }
