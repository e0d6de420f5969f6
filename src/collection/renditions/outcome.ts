import { layOut, type Size } from './layout.ts'
import type { Rendition } from './request.ts'

/** Goes up when other bytes come out of the same request, so that none made before are sent. */
const edition = 2

/**
 * Names what comes out of a rendition of a picture: the same for all requests that give the same
 * bytes, such as those for boxes of other shapes, for more than there is, or for a quality of PNG.
 */
export function outcomeOf(picture: Size, rendition: Rendition): string {
  const { type, quality, fit, background, palette } = rendition
  const { width, height } = layOut(picture, rendition).result
  const isLossless = type === 'png' || type === 'bmp'
  return [
    edition,
    width,
    height,
    type,
    ...(isLossless ? [] : [quality]),
    ...(fit === 'contain' ? [] : [fit]),
    ...(background === undefined ? [] : [background]),
    ...(palette === undefined ? [] : [palette.name, palette.dither]),
    ...(palette?.panel === undefined ? [] : [palette.panel]),
    ...(palette?.maxBytes === undefined ? [] : [palette.maxBytes]),
  ].join('-')
}
