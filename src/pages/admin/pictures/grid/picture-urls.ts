import type { Size } from '../../../../formats/format.ts'
import { encodePath } from '../../lib/location.ts'
import type { Picture } from '../../service/model.ts'

/**
 * Thumbnails come in two heights, so that screens share the renditions in the cache. For the first, a
 * JPEG of 12 megapixels is decoded at an eighth of its size.
 */
const heights = [360, 720] as const

/** The widest ones, to their height. */
const widest = 4

/** How much a browser may enlarge them. */
const mostEnlarged = 1.25

const heightFor = (shown: number) =>
  heights.find((each) => each * mostEnlarged >= shown * devicePixelRatio) ?? heights[1]

/** When pictures were turned on this page, for where no more than their paths is known. */
const turned = new Map<string, string>()

/** Gives a picture that was just turned another address wherever it is shown. */
export const noteTurn = (path: string) => turned.set(path, new Date().toISOString())

/** The address of a thumbnail that is shown so many CSS pixels high. */
export function thumbnailUrl(path: string, shown: number, modified = turned.get(path)): string {
  const height = heightFor(shown)
  const size = `width=${widest * height}&height=${height}`
  const url = `${originalUrl(path)}?${size}&format=jpeg&quality=70`
  return modified === undefined ? url : `${url}&${versionOf(modified)}`
}

/** The address of what there is before that thumbnail was made. */
export const soonestUrl = (path: string, shown: number, modified: string) =>
  `${thumbnailUrl(path, shown, modified)}&thumbnail=meanwhile`

/** Whether what came is smaller than the thumbnail of a picture of this size. */
export function isProvisional(naturalHeight: number, { width, height }: Size, shown: number) {
  const most = heightFor(shown)
  const scale = Math.min(1, most / height, (widest * most) / width)
  return naturalHeight < 0.9 * scale * height
}

const largestSide = 2560

/** How large a picture for the whole screen is at most, in pixels. */
export function screenSide(): number {
  const side = Math.max(innerWidth, innerHeight) * devicePixelRatio
  return Math.min(largestSide, Math.ceil(side / 320) * 320)
}

/** Gives a file that has changed another address: browsers keep a picture that they have shown. */
const versionOf = (modified: string) => `v=${Date.parse(modified)}`

/** The address of a picture for the whole screen. */
export function screenUrl(picture: Picture): string {
  const side = screenSide()
  return `${originalUrl(picture.path)}?width=${side}&height=${side}&format=jpeg&${versionOf(picture.lastModified)}`
}

/** The address of a picture in all its pixels. */
export const sharpUrl = (picture: Picture) =>
  `${originalUrl(picture.path)}?${versionOf(picture.lastModified)}`

/** The address of a small picture that is there at once: one that is seen, or the file's own. */
export function previewUrl({ path }: Picture): string {
  const start = `${location.origin}${originalUrl(path)}?`
  const seen = [...document.images].find((each) => each.src.startsWith(start) && each.complete)
  return seen?.src ?? `${start}thumbnail=embedded`
}

/** The address of the file itself. */
export const originalUrl = (path: string) => `/uploads/${encodePath(path)}`
