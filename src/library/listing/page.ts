import { Folder, Image } from '../tree/nodes.ts'
import type { Month } from '../types.ts'
import type { ListRequest, ListOrder } from './list-request.ts'
import {
  decodeCursor,
  encodeCursor,
  indexBehind,
  placeOf,
  type DateOf,
  type Entry,
} from './places.ts'
import { wallText } from '../dates/wall-time.ts'
import { undated } from '../order/sort-order.ts'

/** How many entries a page has unless told, where they come from more than one folder. */
const defaultLimit = 100

/** A part of a listing. */
export type Page = ReturnType<typeof pageOf>

/**
 * Cuts a page out of the entries of a listing, which are sorted. The totals are those of all pages.
 * @throws INVALID_REQUEST for a cursor that is none.
 */
export function pageOf(entries: readonly Entry[], request: ListRequest, dateOf: DateOf) {
  const { order = 'name', recursive = false, search, cursor, months = false } = request
  const isOfOneFolder = !recursive && search === undefined
  const { limit = isOfOneFolder ? Number.POSITIVE_INFINITY : defaultLimit } = request
  const place = (entry: Entry) => placeOf(entry, order, dateOf)
  const from = cursor === undefined ? 0 : indexBehind(decodeCursor(cursor, order), entries, place)
  const shown = entries.slice(from, from + limit)
  const last = from + limit < entries.length ? shown.at(-1) : undefined
  const images = entries.filter((entry) => entry instanceof Image)
  return {
    folders: shown.filter((entry) => entry instanceof Folder),
    images: shown.filter((entry) => entry instanceof Image),
    totalFolders: entries.length - images.length,
    totalImages: images.length,
    nextCursor: last === undefined ? null : encodeCursor(order, place(last)),
    ...(months && { months: monthsOf(images, order, dateOf) }),
  }
}

/** Counts the images of each month. They are sorted by date. */
function monthsOf(images: readonly Image[], order: ListOrder, dateOf: DateOf): Month[] {
  const months: Month[] = []
  for (const image of images) {
    const date = dateOf(image)
    const month = date === 0 ? null : wallText(date).slice(0, '2024-06'.length)
    const last = months.at(-1)
    if (last !== undefined && last.month === month) last.images += 1
    else months.push({ month, images: 1, cursor: cursorOf(month, order) })
  }
  return months
}

/** Names the place before all images of a month, whatever comes into it. */
function cursorOf(month: string | null, order: ListOrder): string {
  const path = ''
  if (month === null) return encodeCursor(order, { date: undated, path })
  const edge = new Date(`${month}-01T00:00:00Z`)
  if (order === 'oldest') return encodeCursor(order, { date: edge.getTime() / 1000, path })
  edge.setUTCMonth(edge.getUTCMonth() + 1)
  return encodeCursor(order, { date: 1 - edge.getTime() / 1000, path })
}
