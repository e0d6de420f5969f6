import type { Stats } from 'node:fs'

export interface FileFacts {
  size: number
  mtimeMs: number
}

/** What tells a file from any other, whatever its name. */
export interface FileIdentity extends FileFacts {
  inode: number
}

export interface FolderFacts {
  inode: number
  mtimeMs: number
  createdMs: number
}

/** The latest moment that a date can hold (ECMA-262, 21.4.1.1). */
const endOfTime = 8.64e15

/** Clamps times that no date can hold, which some file systems have. */
const asTime = (milliseconds: number) => Math.max(-endOfTime, Math.min(milliseconds, endOfTime))

/** What the system says of a file, as it is kept. */
export const fileFactsOf = ({ ino, size, mtimeMs }: Stats): FileIdentity => ({
  inode: ino,
  size,
  mtimeMs: asTime(mtimeMs),
})

/** What the system says of a folder, as it is kept. */
export const folderFactsOf = ({ ino, mtimeMs, birthtimeMs }: Stats): FolderFacts => ({
  inode: ino,
  mtimeMs: asTime(mtimeMs),
  // Not every file system keeps the time of birth.
  createdMs: asTime(birthtimeMs > 0 ? birthtimeMs : mtimeMs),
})
