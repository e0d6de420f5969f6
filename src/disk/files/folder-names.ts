import type { Dirent } from 'node:fs'
import { isVisibleName } from '../paths.ts'

/** The names in a folder, as the disk has them. */
export interface FolderNames {
  /** Folders that belong to the collection. */
  folders: string[]
  /** All other folders. */
  otherFolders: string[]
  /** All files, whatever they are called. */
  files: string[]
  /** Whether a file says that nothing in the folder is to be shown. */
  isHidden: boolean
}

/** A file of this name hides what is in its folder from Android's galleries, and from frames. */
const hidingName = '.nomedia'

/** Sorts out what a folder holds. */
export function folderNamesOf(entries: Dirent[]): FolderNames {
  const names: FolderNames = { folders: [], otherFolders: [], files: [], isHidden: false }
  for (const entry of entries) {
    if (entry.isFile()) {
      names.files.push(entry.name)
      if (entry.name === hidingName) names.isHidden = true
    } else if (entry.isDirectory()) {
      names[isVisibleName(entry.name) ? 'folders' : 'otherFolders'].push(entry.name)
    }
  }
  return names
}
