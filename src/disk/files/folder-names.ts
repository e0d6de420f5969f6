import type { Dirent } from 'node:fs'
import { fileNames } from '../file-names.ts'
import { isVisibleName } from '../paths.ts'

/** The names of a folder that belong to the collection, as the disk has them. */
export interface FolderNames {
  folders: string[]
  images: string[]
  /** Whether a file says that nothing in the folder is to be shown. */
  isHidden: boolean
}

/** A file of this name hides what is in its folder from Android's galleries, and from frames. */
const hidingName = '.nomedia'

/** Sorts out what a folder holds of the collection. */
export function folderNamesOf(entries: Dirent[]): FolderNames {
  const names: FolderNames = { folders: [], images: [], isHidden: false }
  for (const entry of entries) {
    if (entry.isFile()) {
      if (fileNames.isImage(entry.name)) names.images.push(entry.name)
      else if (entry.name === hidingName) names.isHidden = true
    } else if (entry.isDirectory() && isVisibleName(entry.name)) names.folders.push(entry.name)
  }
  return names
}
