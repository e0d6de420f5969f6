import { encodePath } from '../lib/location.ts'

/** Thumbnails come in few sizes, so that all phones share the renditions in the cache. */
const sides = [160, 240, 320, 480, 640]

/** The address of a square thumbnail for a cell of so many CSS pixels. */
export function thumbnailUrl(path: string, cell: number): string {
  const wanted = cell * devicePixelRatio
  const side = sides.find((each) => each >= wanted) ?? 640
  return `/uploads/${encodePath(path)}?width=${side}&height=${side}&fit=cover&format=jpeg&quality=70`
}

const largestSide = 2560

/** The address of a picture for the whole screen. */
export function screenUrl(path: string): string {
  const side = Math.max(innerWidth, innerHeight) * devicePixelRatio
  const step = Math.min(largestSide, Math.ceil(side / 320) * 320)
  return `/uploads/${encodePath(path)}?width=${step}&height=${step}&format=jpeg`
}

/** The address of the file itself. */
export const originalUrl = (path: string) => `/uploads/${encodePath(path)}`
