import type { Now } from '../dates/dates.ts'
import { compareNames } from '../order/name-order.ts'
import type { Folder, Image } from '../tree/nodes.ts'
import { walk } from '../tree/walk.ts'
import { isByDate, sortImages } from '../order/sort-order.ts'
import { markFilters, type ListRequest } from './list-request.ts'
import { sortedBy, type DateOf, type Entry } from './places.ts'

/** The entries of a listing in their order, all pages together. */
export interface SortedEntries {
  readonly version: number
  /** The day, which decides what dates can be. */
  readonly today: number
  readonly entries: readonly Entry[]
  /** The images whose dates have to be known for the order, and are not. */
  readonly unknown: readonly Image[]
}

/** Sorts what a folder holds, before names are searched; nothing while dates are unknown. */
export function sortEntries(
  folder: Folder,
  { order = 'name', recursive = false, search, ...marks }: ListRequest,
  { today }: Now,
  dateOf: DateOf,
): SortedEntries {
  const isDeep = recursive || search !== undefined
  const images: Image[] = []
  const visit = (image: Image) => {
    const isMeant = markFilters.every((name) => {
      const has = image.marks[name] ?? false
      return (marks[name] ?? has) === has
    })
    if (isMeant) images.push(image)
  }
  walk(folder, (each) => !isDeep && each !== folder, visit, order === 'name')
  const unknown = isByDate(order) ? images.filter(({ isIndexed }) => !isIndexed) : []
  const { version } = folder
  if (unknown.length > 0) return { version, today, entries: [], unknown }
  const folders = recursive && search === undefined ? [] : foldersIn(folder, isDeep)
  const sorted =
    order === 'name' ? images : sortImages(images, (image) => sortedBy(image, order, dateOf))
  return { version, today, entries: [...folders, ...sorted], unknown }
}

function foldersIn({ folders }: Folder, isDeep: boolean): Folder[] {
  const sorted = [...folders.values()].toSorted((a, b) => compareNames(a.name, b.name))
  return isDeep ? sorted.flatMap((folder) => [folder, ...foldersIn(folder, true)]) : sorted
}
