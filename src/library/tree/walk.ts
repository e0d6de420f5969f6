import { compareNames } from '../order/name-order.ts'
import type { Folder, Image } from './nodes.ts'

/** A folder and those that hold it. */
export const foldersAround = (folder: Folder): Folder[] =>
  folder.parent === undefined ? [folder] : [folder, ...foldersAround(folder.parent)]

/** Calls `visit` for the images of a folder and those below it, sorted by name or as they come. */
export function walk(
  folder: Folder,
  isShut: (folder: Folder) => boolean,
  visit: (image: Image) => void,
  isSorted: boolean,
): void {
  if (isShut(folder)) return
  const all = [...folder.images.values(), ...folder.folders.values()]
  if (isSorted) {
    // Nearly the same order, in a tenth of the time: what is sorted already takes few comparisons.
    all.sort((one, other) => (one.name < other.name ? -1 : 1))
    all.sort((one, other) => compareNames(one.name, other.name))
  }
  for (const each of all) {
    if ('images' in each) walk(each, isShut, visit, isSorted)
    else visit(each)
  }
}
