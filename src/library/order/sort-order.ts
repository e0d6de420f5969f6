import { comparePaths } from './name-order.ts'
import { imagePath, type Image } from '../tree/nodes.ts'

export const orders = ['shuffle', 'newest', 'oldest', 'name'] as const
export type Order = (typeof orders)[number]

/** What images are sorted by. */
export interface Anchor {
  /** By date: seconds of wall time, negative for the newest first; by name: 0. */
  date: number
  path: string
}

/** Behind all dates. */
export const undated = Number.MAX_SAFE_INTEGER

/** @param date in wall time, 0 for none. */
export function anchorOf(image: Image, order: Order, date: number): Anchor {
  const path = imagePath(image)
  if (order === 'name') return { date: 0, path }
  if (date === 0) return { date: undated, path }
  return { date: order === 'newest' ? -date : date, path }
}

/** Compares by date, then as a walk through the folders meets the paths. */
export const compareAnchors = (one: Anchor, other: Anchor) =>
  one.date - other.date || comparePaths(one.path, other.path)

/** Sorts images by what each is sorted by. */
export const sortImages = (images: readonly Image[], sortedBy: (image: Image) => Anchor): Image[] =>
  images
    .map((image) => ({ image, anchor: sortedBy(image) }))
    .toSorted((one, other) => compareAnchors(one.anchor, other.anchor))
    .map(({ image }) => image)
