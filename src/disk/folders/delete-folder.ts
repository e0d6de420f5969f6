import { rename, rmdir } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { onCode } from '../../lib/system/system-error.ts'
import { deletionFolder, newCopyName } from '../paths.ts'
import { syncFolder } from '../durable/sync-folder.ts'
import { ifThere, isOnOtherDisk, onDisk } from '../file-system-error.ts'
import { count, noContents, type FolderContents } from './folder-contents.ts'
import { makeFolder } from '../files/make-folder.ts'
import { atPath } from '../files/verified-open.ts'
import { inBothFolders, notEmpty } from './move.ts'
import { removeTrees, type Rest } from './remove-trees.ts'

/** How long to wait before what is left of a deleted folder is removed again, in milliseconds. */
const pauses = [1000, 10_000, 60_000]

/**
 * Deletes a folder with all that it holds. It disappears as a whole: it moves into the service's
 * own folder first, or gets a hidden name where that is on another disk, and what can't be removed
 * there at once is removed later.
 * @param rest is called after every few files, where that has time.
 * @returns what it held then; `undefined` when there is no such folder.
 * @throws FILE_SYSTEM_ERROR.
 */
export async function deleteFolder(
  root: string,
  path: string,
  rest?: Rest,
): Promise<FolderContents | undefined> {
  await onDisk(deletionFolder, () => makeFolder(join(root, deletionFolder)))
  const hide = (hidden: string) =>
    inBothFolders(root, path, hidden, async (source, target, [parent]) => {
      await rename(source, target)
      await syncFolder(parent)
      return hidden
    })
  const hidden = await hide(join(deletionFolder, crypto.randomUUID())).catch((error: unknown) => {
    if (isOnOtherDisk(error)) return hide(join(dirname(path), newCopyName()))
    throw error
  })
  if (hidden === undefined) return undefined
  const contents = noContents()
  const left = await removeTrees(root, [hidden], (entries) => count(contents, entries), rest)
  void sweep(root, [...left.keys()])
  return contents
}

/** Removes in the background what is left of a folder; the next start does so at the latest. */
async function sweep(root: string, paths: readonly string[]): Promise<void> {
  let left = paths
  for (const pause of pauses) {
    if (left.length === 0) return
    await Bun.sleep(pause)
    left = [...(await removeTrees(root, left)).keys()]
  }
}

/** Deletes an empty folder, durably. False when it holds something or is gone. @throws FILE_SYSTEM_ERROR. */
export async function deleteEmptyFolder(root: string, path: string): Promise<boolean> {
  const removed = await ifThere(path, () =>
    atPath(root, path, async (at, parent) => {
      const isRemoved = await rmdir(at).then(() => true, onCode(notEmpty, false))
      if (isRemoved) await syncFolder(parent)
      return isRemoved
    }),
  )
  return removed ?? false
}
