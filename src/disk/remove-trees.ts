import { lstat, readdir, rename, rm, unlink } from 'node:fs/promises'
import type { Dirent } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { systemCode } from '../lib/system/system-error.ts'
import { DiskError } from './file-system-error.ts'
import { insideFolder } from './files/verified-open.ts'

/** How often what is left of a folder is removed at once. */
const attempts = 10

type OnEntries = (entries: readonly Dirent[]) => void

/** Waits until the disk may be used again. */
export type Rest = () => Promise<void>

/** How many files are removed between two rests. */
const atOnce = 16

/**
 * Removes folders that nobody sees any more, with all that they hold and however deep it lies. What
 * can't be removed keeps nothing else from it.
 * @param paths relative to the root, in folders of the service's own.
 * @param onEntries is told what each folder held.
 * @param rest is called after every few files; without it, all are removed at once.
 * @returns the paths of what is left, and why.
 */
export async function removeTrees(
  root: string,
  paths: readonly string[],
  onEntries: OnEntries = () => undefined,
  rest?: Rest,
): Promise<Map<string, unknown>> {
  const left = new Map<string, unknown>()
  const queue = [...paths]
  for (const path of queue) {
    try {
      await insideFolder(root, dirname(path), async (around) => {
        const names = await moveOut(root, path, around, onEntries, rest)
        queue.push(...names.map((name) => join(dirname(path), name)))
        await remove(join(around, basename(path)))
      })
    } catch (error) {
      if (systemCode(error) === undefined) throw error
      left.set(path, error)
    }
  }
  return left
}

/**
 * Moves the folders in a folder beside it, so that no path gets too long, and gives their new names.
 * What stays is removed where it is.
 */
async function moveOut(
  root: string,
  path: string,
  around: string,
  onEntries: OnEntries,
  rest: Rest | undefined,
) {
  const names: string[] = []
  const move = async (inside: string) => {
    const entries = await readdir(inside, { withFileTypes: true })
    onEntries(entries)
    for (const entry of entries.filter((each) => each.isDirectory())) {
      const name = crypto.randomUUID()
      const moved = rename(join(inside, entry.name), join(around, name)).then(() =>
        names.push(name),
      )
      await ignoringSystem(moved)
    }
    const files = rest === undefined ? [] : entries.filter((each) => !each.isDirectory())
    for (const [index, { name }] of files.entries()) {
      if (index % atOnce === 0) await rest?.()
      await ignoringSystem(unlink(join(inside, name)))
    }
  }
  // It may be a file, or another program has just put a link in its place.
  await ignoringSystem(insideFolder(root, path, move))
  return names
}

async function ignoringSystem(work: Promise<unknown>): Promise<void> {
  await work.catch((error: unknown) => {
    if (systemCode(error) === undefined) throw error
  })
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
