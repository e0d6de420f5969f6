import { lstat, readdir, rename, rm, unlink } from 'node:fs/promises'
import type { Dirent } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { ignoreSystemError, systemCode } from '../../lib/system/system-error.ts'
import { DiskError } from '../file-system-error.ts'
import { newCopyName } from '../paths.ts'
import { insideFolder } from '../files/verified-open.ts'

/** How often what is left of a folder is removed at once. */
const attempts = 10

/** Waits until the disk may be used again. */
export type Rest = () => Promise<void>

/** How many files are removed between two rests. */
export const atOnce = 16

/**
 * Removes folders that nobody sees any more, with all that they hold and however deep it lies. What
 * can't be removed keeps nothing else from it.
 * @param paths relative to the root, in folders of the service's own or with hidden names.
 * @param onEntries is told what each folder held.
 * @param rest is called after every few files; without it, all are removed at once.
 * @returns the paths of what is left, and why.
 */
export async function removeTrees(
  root: string,
  paths: readonly string[],
  onEntries: (entries: readonly Dirent[]) => void = () => undefined,
  rest?: Rest,
): Promise<Map<string, unknown>> {
  const left = new Map<string, unknown>()
  const queue = [...paths]
  for (const path of queue) {
    const parent = dirname(path)
    try {
      await insideFolder(root, parent, async (around) => {
        const emptied = insideFolder(root, path, async (inside) => {
          const entries = await readdir(inside, { withFileTypes: true })
          onEntries(entries)
          // Folders move beside it, so that no path gets too long.
          for (const entry of entries.filter((each) => each.isDirectory())) {
            const name = newCopyName()
            const moved = rename(join(inside, entry.name), join(around, name))
            await moved.then(() => queue.push(join(parent, name)), ignoreSystemError)
          }
          const files = rest === undefined ? [] : entries.filter((each) => !each.isDirectory())
          for (const [index, { name }] of files.entries()) {
            if (index % atOnce === 0) await rest?.()
            await unlink(join(inside, name)).catch(ignoreSystemError)
          }
        })
        // It may be a file, or another program has just put a link in its place.
        await emptied.catch(ignoreSystemError)
        await remove(join(around, basename(path)))
      })
    } catch (error) {
      left.set(path, error)
      ignoreSystemError(error)
    }
  }
  return left
}

/** Another process may store a last picture in a folder, and NFS keeps files that are being read. */
async function remove(path: string): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      // Bun ends without an error, and leaves the rest, where something in it goes away meanwhile.
      await rm(path, { recursive: true, force: true })
      await lstat(path)
      if (attempt === attempts) throw new DiskError('ENOTEMPTY', `'${path}' fills up again`)
    } catch (error) {
      const code = systemCode(error) ?? ''
      if (code === 'ENOENT') return
      if (attempt === attempts || !['ENOTEMPTY', 'EEXIST', 'EBUSY'].includes(code)) throw error
    }
  }
}
