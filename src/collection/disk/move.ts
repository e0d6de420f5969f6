import { lstat, mkdir, open, readdir, rename, rm, rmdir, unlink } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { systemCode } from '../../lib/system-error.ts'
import { fileNames } from '../file-names.ts'
import { isVisibleName, privateFolder } from '../paths.ts'
import { ifThere, onDisk } from './file-system-error.ts'
import { syncRenamed } from './link-or-rename.ts'
import { syncFolder } from './sync-folder.ts'
import { insideFolder } from './verified-open.ts'

export type MoveResult = 'moved' | 'taken' | 'missing'

/** What a folder holds, in itself and in all folders below it. */
export interface FolderContents {
  folders: number
  images: number
  otherFiles: number
}

/** The folder part of a relative path; empty for the root. */
const parentOf = (path: string) => (path.includes('/') ? dirname(path) : '')

/** Runs work in the folders that hold two paths. Both stay the same folders meanwhile. */
const inBothFolders = <T>(
  root: string,
  from: string,
  to: string,
  work: (source: string, target: string) => Promise<T>,
): Promise<T> =>
  insideFolder(root, parentOf(from), (source) =>
    insideFolder(root, parentOf(to), (target) =>
      work(join(source, basename(from)), join(target, basename(to))),
    ),
  )

/**
 * Moves a regular file below the root without overwriting another one. It is durable after
 * `syncFolders` of both folders.
 * @throws FILE_SYSTEM_ERROR.
 */
export async function moveFile(root: string, from: string, to: string): Promise<MoveResult> {
  const result = await ifThere(() =>
    inBothFolders(root, from, to, async (source, target): Promise<MoveResult> => {
      if (!(await lstat(source)).isFile()) return 'missing'
      // An empty file takes the name first, since a rename would overwrite another one.
      const reserved = await reserve(async () => (await open(target, 'wx')).close())
      if (!reserved) return 'taken'
      await renameOver(source, target, () => unlink(target))
      return 'moved'
    }),
  )
  return result ?? 'missing'
}

/**
 * Moves a folder with all that it holds, durably and without overwriting anything.
 * @throws FILE_SYSTEM_ERROR.
 */
export async function moveFolder(root: string, from: string, to: string): Promise<MoveResult> {
  const result = await ifThere(async (): Promise<MoveResult> => {
    const moved = await inBothFolders(root, from, to, async (source, target) => {
      if (await isSameFolder(source, target)) {
        await rename(source, target)
        await syncRenamed(target)
        return true
      }
      if (!(await reserve(() => mkdir(target)))) return false
      await renameOver(source, target, () => rmdir(target))
      return true
    })
    if (!moved) return 'taken'
    await syncFolders(root, [parentOf(from), parentOf(to)])
    return 'moved'
  })
  return result ?? 'missing'
}

/** Makes the names in folders below the root survive a power cut. */
export async function syncFolders(root: string, paths: Iterable<string>): Promise<void> {
  for (const path of new Set(paths)) {
    await onDisk(() => insideFolder(root, path, (_, handle) => syncFolder(handle)))
  }
}

/**
 * Deletes a folder with all that it holds. It disappears as a whole: it moves into the service's
 * own folder first, and whatever an interruption leaves there is removed by the next start.
 * @returns false when there is no such folder.
 * @throws FILE_SYSTEM_ERROR.
 */
export async function deleteFolder(root: string, path: string): Promise<boolean> {
  const removed = await ifThere(async () => {
    const staging = `${privateFolder}/staging`
    const trash = `${staging}/${crypto.randomUUID()}`
    await reserve(() => mkdir(join(root, staging)))
    await inBothFolders(root, path, trash, (source, target) => rename(source, target))
    await syncFolders(root, [parentOf(path)])
    await rm(join(root, trash), { recursive: true, force: true })
    return true
  })
  return removed ?? false
}

/**
 * Deletes a folder that holds nothing, durably.
 * @returns false when it holds something or is not there.
 * @throws FILE_SYSTEM_ERROR.
 */
export async function deleteEmptyFolder(root: string, path: string): Promise<boolean> {
  const removed = await ifThere(async () => {
    const isRemoved = await insideFolder(root, parentOf(path), async (parent) => {
      try {
        await rmdir(join(parent, basename(path)))
        return true
      } catch (error) {
        // POSIX allows either code for a directory that is not empty.
        if (['ENOTEMPTY', 'EEXIST'].includes(systemCode(error) ?? '')) return false
        throw error
      }
    })
    if (isRemoved) await syncFolders(root, [parentOf(path)])
    return isRemoved
  })
  return removed ?? false
}

/** Counts what a folder holds, hidden files too; symbolic links count as files. */
export async function folderContents(root: string, path: string): Promise<FolderContents> {
  const contents = { folders: 0, images: 0, otherFiles: 0 }
  const entries = await onDisk(() =>
    insideFolder(root, path, (folder) => readdir(folder, { withFileTypes: true })),
  )
  for (const entry of entries) {
    if (entry.isDirectory()) {
      const below = await folderContents(root, join(path, entry.name))
      contents.folders += below.folders + (isVisibleName(entry.name) ? 1 : 0)
      contents.images += below.images
      contents.otherFiles += below.otherFiles
    } else if (entry.isFile() && fileNames.isImage(entry.name)) contents.images += 1
    else contents.otherFiles += 1
  }
  return contents
}

/** Returns false when the name is taken. */
async function reserve(make: () => Promise<unknown>): Promise<boolean> {
  try {
    await make()
    return true
  } catch (error) {
    if (systemCode(error) === 'EEXIST') return false
    throw error
  }
}

async function renameOver(source: string, target: string, release: () => Promise<void>) {
  try {
    await rename(source, target)
  } catch (error) {
    await release()
    throw error
  }
  await syncRenamed(target)
}

/** Whether two names lead to one folder, as where only letter case differs and the disk ignores it. */
async function isSameFolder(source: string, target: string): Promise<boolean> {
  const [one, other] = await Promise.all([
    lstat(source),
    lstat(target).catch((error: unknown) => {
      if (systemCode(error) === 'ENOENT') return undefined
      throw error
    }),
  ])
  return one.ino === other?.ino && one.dev === other.dev
}
