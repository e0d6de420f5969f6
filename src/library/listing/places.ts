import { z } from 'zod'
import { invalidRequest } from '../../errors.ts'
import { parseJson } from '../../lib/parse.ts'
import { Folder, imagePath, type Image } from '../tree/nodes.ts'
import { compareAnchors, sortedDate, type Anchor } from '../order/sort-order.ts'
import { listOrders, type ListOrder } from './list-request.ts'

export type Entry = Folder | Image

/** The date of an image in wall time; 0 for none. */
export type DateOf = (image: Image) => number

/** Folders stand before all images. */
const beforeImages = Number.MIN_SAFE_INTEGER

/** Says where an entry stands in a listing of this order. */
export function placeOf(entry: Entry, order: ListOrder, dateOf: DateOf): Anchor {
  if (entry instanceof Folder) return { date: beforeImages, path: entry.path }
  return { date: sortedBy(entry, order, dateOf), path: imagePath(entry) }
}

/** By which date, or serial, an image stands in a listing of this order. */
export const sortedBy = (image: Image, order: ListOrder, dateOf: DateOf): number =>
  order === 'added' ? -image.serial : sortedDate(order, dateOf(image))

/** Finds the index of the first of sorted entries that stands behind a place. */
export function indexBehind(
  place: Anchor,
  entries: readonly Entry[],
  placeOfEntry: (entry: Entry) => Anchor,
): number {
  let [start, end] = [0, entries.length]
  while (start < end) {
    const middle = (start + end) >>> 1
    const entry = entries[middle]
    if (entry !== undefined && compareAnchors(placeOfEntry(entry), place) > 0) end = middle
    else start = middle + 1
  }
  return start
}

const cursorSchema = z.tuple([z.enum(listOrders), z.number(), z.string()])

/**
 * Writes a place as text. It names no entry, so that it holds when entries come and go: what stands
 * behind it follows.
 */
export const encodeCursor = (order: ListOrder, { date, path }: Anchor) =>
  Buffer.from(JSON.stringify([order, date, path])).toString('base64url')

/** @throws INVALID_REQUEST for a text that is no place of this order. */
export function decodeCursor(cursor: string, order: ListOrder): Anchor {
  const { data } = cursorSchema.safeParse(parseJson(Buffer.from(cursor, 'base64url').toString()))
  if (data === undefined || data[0] !== order) {
    throw invalidRequest('Give "cursor" as an answer of the same "order" named it, or none.')
  }
  return { date: data[1], path: data[2] }
}
