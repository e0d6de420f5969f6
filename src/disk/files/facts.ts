import type { Stats } from 'node:fs'
import { lastMoment } from '../../lib/clock.ts'

export interface FileFacts {
  size: number
  mtimeMs: number
}

/** What tells a file from any other, whatever its name. */
export interface FileIdentity extends FileFacts {
  inode: number
}

/** Clamps times that no date can hold, which some file systems have. */
const asTime = (milliseconds: number) => Math.max(-lastMoment, Math.min(milliseconds, lastMoment))

/** What the system says of a file, as it is kept. */
export const fileFactsOf = ({ ino, size, mtimeMs }: Stats): FileIdentity => ({
  inode: ino,
  size,
  mtimeMs: asTime(mtimeMs),
})

/** What the system says of a folder, as it is kept. */
export const folderFactsOf = ({ ino, mtimeMs, ctimeMs, birthtimeMs }: Stats) => ({
  inode: ino,
  mtimeMs: asTime(mtimeMs),
  ctimeMs: asTime(ctimeMs),
  // Not every file system keeps the time of birth.
  createdMs: asTime(birthtimeMs > 0 ? birthtimeMs : mtimeMs),
})

export type FolderFacts = ReturnType<typeof folderFactsOf>
