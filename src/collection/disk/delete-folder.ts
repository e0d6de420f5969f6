import { lstat, readdir, rename, rm, rmdir } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { systemCode } from '../../lib/system-error.ts'
import { fileNames } from '../file-names.ts'
import { isVisibleName, parentOf, trashFolder } from '../paths.ts'
import { syncFolder } from './durable/sync-folder.ts'
import { ifThere, onDisk } from './file-system-error.ts'
import { makeFolder } from './files/make-folder.ts'
import { insideFolder } from './files/verified-open.ts'
import { inBothFolders, isNotEmpty, syncFolders } from './move.ts'

/** What a folder holds, in itself and in all folders below it. */
export interface FolderContents {
  folders: number
  images: number
  otherFiles: number
}

/** How often what is left of a deleted folder is removed at once. */
const attempts = 10

/**
 * Deletes a folder with all that it holds. It disappears as a whole: it moves into the service's
 * own folder first, and what is left there is removed by the next start.
 * @returns what it held then; `undefined` when there is no such folder.
 * @throws FILE_SYSTEM_ERROR.
 */
export async function deleteFolder(
  root: string,
  path: string,
): Promise<FolderContents | undefined> {
  const trash = `${trashFolder}/${crypto.randomUUID()}`
  await onDisk(trashFolder, () => makeFolder(join(root, trashFolder)))
  const isMoved = await inBothFolders(root, path, trash, async (source, target, [parent]) => {
    await rename(source, target)
    if (parent !== undefined) await syncFolder(parent)
    return true
  })
  if (isMoved !== true) return undefined
  const contents = await folderContents(root, trash)
  await removeTrash(root, trash)
  return contents
}

/**
 * Removes a folder that nobody sees any more. It may stay until the next start: another process may
 * store a last picture in it, and NFS keeps files that are being read.
 */
async function removeTrash(root: string, path: string): Promise<void> {
  for (let attempt = 0; attempt < attempts; attempt += 1) {
    // Bun ends without an error, and leaves the rest, where something in it goes away meanwhile.
    const isGone = await onDisk(path, () => remove(join(root, path)))
    if (isGone) return
  }
}

/** @returns false when something is left. */
async function remove(path: string): Promise<boolean> {
  try {
    await rm(path, { recursive: true, force: true })
    await lstat(path)
    return false
  } catch (error) {
    const code = systemCode(error) ?? ''
    if (code === 'ENOENT') return true
    if (isNotEmpty(error) || code === 'EBUSY') return false
    throw error
  }
}

/**
 * Deletes a folder that holds nothing, durably.
 * @returns false when it holds something or is not there.
 * @throws FILE_SYSTEM_ERROR.
 */
export async function deleteEmptyFolder(root: string, path: string): Promise<boolean> {
  const removed = await ifThere(path, async () => {
    const isRemoved = await insideFolder(root, parentOf(path), async (parent) => {
      try {
        await rmdir(join(parent, basename(path)))
        return true
      } catch (error) {
        if (isNotEmpty(error)) return false
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
  const entries = await ifThere(path, () =>
    insideFolder(root, path, (folder) => readdir(folder, { withFileTypes: true })),
  )
  for (const entry of entries ?? []) {
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
