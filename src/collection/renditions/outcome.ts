import { layOut, type Size } from './layout.ts'
import type { Rendition } from './request.ts'

/**
 * Names what comes out of a rendition of a picture: the same for all requests that give the same
 * bytes, such as those for boxes of other shapes, for more than there is, or for a quality of PNG.
 */
export function outcomeOf(picture: Size, rendition: Rendition): string {
  const { width, height } = layOut(picture, rendition).result
  const quality = rendition.type === 'png' ? '' : `-${rendition.quality}`
  return `${width}-${height}-${rendition.type}${quality}`
}
