import { compareNames, comparePaths } from './name-order.ts'
import { imagePath, type Image } from '../tree/nodes.ts'

export const orders = ['shuffle', 'newest', 'oldest', 'name'] as const
export type Order = (typeof orders)[number]

/** Whether an order, or that of a listing, is by the dates of images. */
export const isByDate = (order: Order | 'added') => order === 'newest' || order === 'oldest'

/** What images are sorted by. */
export interface Anchor {
  /** By date: seconds of wall time, negative for the newest first; by name: 0. */
  date: number
  path: string
}

/** Behind all dates. */
export const undated = Number.MAX_SAFE_INTEGER

/** By which date an image is sorted. @param date in wall time, 0 for none. */
export function sortedDate(order: Order, date: number): number {
  if (order === 'name') return 0
  if (date === 0) return undated
  return order === 'newest' ? -date : date
}

/** Compares by date, then as a walk through the folders meets the paths. */
export const compareAnchors = (one: Anchor, other: Anchor) =>
  one.date - other.date || comparePaths(one.path, other.path)

/** Sorts images by a date of each, then as a walk through the folders meets them. */
export function sortImages(images: readonly Image[], dateOf: (image: Image) => number): Image[] {
  // There may be 100,000: an object and a path for each would take several times the memory.
  const dates = Float64Array.from(images, dateOf)
  const places = Uint32Array.from(images, (_, place) => place)
  places.sort(
    (one, other) =>
      (dates[one] ?? 0) - (dates[other] ?? 0) || compareImages(images[one], images[other]),
  )
  return Array.from(places).flatMap((place) => images[place] ?? [])
}

/** Compares as a walk through the folders meets them. */
export function compareImages(one: Image | undefined, other: Image | undefined): number {
  if (one === undefined || other === undefined) return 0
  return one.folder === other.folder
    ? compareNames(one.name, other.name)
    : comparePaths(imagePath(one), imagePath(other))
}
