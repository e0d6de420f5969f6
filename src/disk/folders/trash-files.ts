import { unlink } from 'node:fs/promises'
import { join } from 'node:path'
import { forEachParallel } from '../../lib/waiting/for-each.ts'
import { trashFolder } from '../paths.ts'
import { deleteFolder } from './delete-folder.ts'
import type { Disk } from '../disk.ts'
import { syncFolder } from '../durable/sync-folder.ts'
import { ifThere, isRefusal } from '../file-system-error.ts'
import { insideFolder } from '../files/verified-open.ts'
import { atOnce, type Rest } from './remove-trees.ts'

/**
 * Deletes files and folders of the trash for good, durably. What the disk refuses keeps no other.
 * @param rest is called after every few files, where that has time.
 * @param onRemoved is told of each that was there, as soon as nobody can find it any more.
 * @returns what is left, and why.
 * @throws FILE_SYSTEM_ERROR.
 */
export async function removeTrashed<Entry extends { id: string; kind: 'image' | 'folder' }>(
  { root }: Pick<Disk, 'root'>,
  entries: readonly Entry[],
  rest: Rest | undefined,
  onRemoved: (entry: Entry) => void,
): Promise<Map<Entry, unknown>> {
  const left = new Map<Entry, unknown>()
  const remove = async (entry: Entry, work: (path: string) => Promise<unknown>) => {
    try {
      if ((await work(`${trashFolder}/${entry.id}`)) !== undefined) onRemoved(entry)
    } catch (error) {
      if (!isRefusal(error)) throw error
      left.set(entry, error)
    }
  }
  const files = entries.filter(({ kind }) => kind === 'image')
  await ifThere(trashFolder, () =>
    insideFolder(root, trashFolder, async (inside, handle) => {
      for (let from = 0; from < files.length; from += atOnce) {
        await rest?.()
        await forEachParallel(files.slice(from, from + atOnce), (entry) =>
          remove(entry, (path) =>
            ifThere(path, () => unlink(join(inside, entry.id)).then(() => true)),
          ),
        )
      }
      await syncFolder(handle)
    }),
  )
  for (const entry of entries.filter(({ kind }) => kind === 'folder')) {
    await remove(entry, (path) => deleteFolder(root, path, rest))
  }
  return left
}
