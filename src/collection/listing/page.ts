import { Folder, Image } from '../index/tree/nodes.ts'
import type { Month } from '../types.ts'
import type { ListRequest } from './list-request.ts'
import { monthsOf } from './months.ts'
import { decodeCursor, encodeCursor, indexBehind, placeOf } from './places.ts'
import type { DateOf, Entry } from './places.ts'

/** How many entries a page has unless told, where they come from more than one folder. */
const defaultLimit = 100

/** A part of a listing. The totals are those of all pages. */
export interface Page {
  folders: Folder[]
  images: Image[]
  totalFolders: number
  totalImages: number
  nextCursor: string | null
  months?: Month[]
}

/**
 * Cuts a page out of the entries of a listing, which are sorted.
 * @throws INVALID_REQUEST for a cursor that is none.
 */
export function pageOf(entries: readonly Entry[], request: ListRequest, dateOf: DateOf): Page {
  const { order = 'name', recursive = false, search, cursor, months = false } = request
  const isOfOneFolder = !recursive && search === undefined
  const { limit = isOfOneFolder ? Number.POSITIVE_INFINITY : defaultLimit } = request
  const place = (entry: Entry) => placeOf(entry, order, dateOf)
  const from = cursor === undefined ? 0 : indexBehind(decodeCursor(cursor, order), entries, place)
  const shown = entries.slice(from, from + limit)
  const last = from + limit < entries.length ? shown.at(-1) : undefined
  let totalImages = 0
  for (const entry of entries) if (entry instanceof Image) totalImages += 1
  return {
    folders: shown.filter((entry) => entry instanceof Folder),
    images: shown.filter((entry) => entry instanceof Image),
    totalFolders: entries.length - totalImages,
    totalImages,
    nextCursor: last === undefined ? null : encodeCursor(order, place(last)),
    ...(months && {
      months: monthsOf(
        entries.filter((entry) => entry instanceof Image),
        order,
        dateOf,
      ),
    }),
  }
}
