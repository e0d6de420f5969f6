import { lstat, mkdir, readdir, rename, rmdir, type FileHandle } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { forEachParallel } from '../lib/limit.ts'
import { systemCode } from '../lib/system/system-error.ts'
import { foldCase, parentOf } from './paths.ts'
import type { Disk } from './disk.ts'
import { ifThere, onDisk } from './file-system-error.ts'
import { renameUnlessTaken, syncRenamed } from './durable/link-or-rename.ts'
import { syncFolder } from './durable/sync-folder.ts'
import { insideFolder } from './files/verified-open.ts'

export type MoveOutcome = 'moved' | 'taken' | 'missing'

/** What the system answers about a folder that is not empty; POSIX allows either. */
export const isNotEmpty = (error: unknown): boolean =>
  ['ENOTEMPTY', 'EEXIST'].includes(systemCode(error) ?? '')

/**
 * Runs work in the folders that hold two paths. Both stay the same folders meanwhile.
 * @returns `undefined` when what the first path names is not there.
 * @throws FILE_SYSTEM_ERROR, also when there is no folder for the second path.
 */
export const inBothFolders = <T>(
  root: string,
  from: string,
  to: string,
  work: (source: string, target: string, folders: readonly FileHandle[]) => Promise<T>,
): Promise<T | undefined> =>
  onDisk(to, () =>
    insideFolder(root, parentOf(to), (target, targetHandle) =>
      ifThere(from, () =>
        insideFolder(root, parentOf(from), (source, sourceHandle) =>
          work(join(source, basename(from)), join(target, basename(to)), [
            sourceHandle,
            targetHandle,
          ]),
        ),
      ),
    ),
  )

/** One of many that move: a file or folder by its names before and after. */
export interface NamedMove {
  from: string
  to: string
}

/**
 * Moves many files or folders of one folder into another, a few at a time and durably.
 * @param moveOne moves one into a folder, under the name that it has as `to` at the end.
 * @param onMoved is told of each as soon as it has moved.
 * @throws FILE_SYSTEM_ERROR; those that moved before stay where they are then.
 */
export async function moveMany<Each extends NamedMove>(
  { root, traits }: Pick<Disk, 'root' | 'traits'>,
  [from, to]: readonly [from: string, to: string],
  moves: readonly Each[],
  moveOne: (source: string, folder: string, each: Each) => Promise<boolean>,
  onMoved: (each: Each) => void,
): Promise<void> {
  // Only the folders around these names are asked for.
  await inBothFolders(root, join(from, 'each'), join(to, 'each'), async (one, other, folders) => {
    const [source, target] = [dirname(one), dirname(other)]
    await forEachParallel(moves, async (each) => {
      const move = () => moveOne(`${source}/${each.from}`, target, each)
      if ((await ifThere(`${from}/${each.from}`, move)) !== true) return
      onMoved(each)
      if (traits.keepsSizeWithName) await syncRenamed(join(target, each.to))
    })
    // The new names first: FAT would lose a file whose old name alone is known to be gone.
    for (const folder of folders.toReversed()) await syncFolder(folder)
  })
}

/**
 * Moves a regular file below the root without overwriting another one. It is durable after
 * `syncFolders` of both folders.
 * @throws FILE_SYSTEM_ERROR.
 */
export async function moveFile(root: string, from: string, to: string): Promise<MoveOutcome> {
  const result = await inBothFolders(root, from, to, async (source, target) => {
    if (!(await lstat(source)).isFile()) return 'missing'
    if (!(await onDisk(to, () => renameUnlessTaken(source, target)))) return 'taken'
    await syncRenamed(target)
    return 'moved'
  })
  return result ?? 'missing'
}

/**
 * Moves a folder with all that it holds, durably and without overwriting anything.
 * @throws FILE_SYSTEM_ERROR.
 */
export async function moveFolder(root: string, from: string, to: string): Promise<MoveOutcome> {
  const result = await inBothFolders(root, from, to, async (source, target, folders) => {
    const isRespelled = parentOf(from) === parentOf(to) && isSameName(from, to)
    if (await isSameFolder(source, target, isRespelled)) {
      await respell(source, target)
      await syncRenamed(target)
    } else {
      const isFree = await reserve(to, () => mkdir(target))
      // Another process may have stored something in the folder that takes the name.
      const replace = () => renameOver(source, target, () => rmdir(target))
      if (!isFree || !(await reserve(to, replace))) return 'taken'
    }
    for (const folder of folders) await syncFolder(folder)
    return 'moved'
  })
  return result ?? 'missing'
}

/**
 * Makes the names in folders below the root survive a power cut, but for a folder that another
 * process has moved or deleted.
 */
export async function syncFolders(root: string, paths: Iterable<string>): Promise<void> {
  for (const path of new Set(paths)) {
    await ifThere(path, () => insideFolder(root, path, (_, handle) => syncFolder(handle)))
  }
}

/**
 * Takes a name.
 * @returns false when it is taken.
 * @throws FILE_SYSTEM_ERROR.
 */
async function reserve(path: string, make: () => Promise<unknown>): Promise<boolean> {
  return onDisk(path, async () => {
    try {
      await make()
      return true
    } catch (error) {
      if (isNotEmpty(error)) return false
      throw error
    }
  })
}

/**
 * Gives a folder another spelling of its name. Linux does nothing where both spellings lead to one
 * folder, so it may take a third name in between, under which a power cut leaves it visible.
 */
async function respell(source: string, target: string): Promise<void> {
  await rename(source, target)
  const folder = dirname(target)
  if ((await readdir(folder)).includes(basename(target))) return
  const between = join(folder, crypto.randomUUID())
  await rename(source, between)
  await renameOver(between, target, () => rename(between, source))
}

/** Renames over what has taken a name, and takes that back where it can't. */
async function renameOver(source: string, target: string, release: () => Promise<void>) {
  try {
    await rename(source, target)
  } catch (error) {
    await release().catch(() => undefined)
    throw error
  }
  await syncRenamed(target)
}

/**
 * Whether two names lead to one folder, as where only letter case differs and the disk ignores it.
 * @param isRespelled whether they could: a network mount may count two folders where there is one.
 */
async function isSameFolder(
  source: string,
  target: string,
  isRespelled: boolean,
): Promise<boolean> {
  const [one, other] = await Promise.all([
    lstat(source),
    lstat(target).catch((error: unknown) => {
      if (systemCode(error) === 'ENOENT') return undefined
      throw error
    }),
  ])
  if (other === undefined || one.dev !== other.dev) return false
  if (one.ino === other.ino) return true
  // Where there are two, the folder around them has both names.
  return isRespelled && !(await readdir(dirname(target))).includes(basename(target))
}

const isSameName = (from: string, to: string) => foldCase(basename(from)) === foldCase(basename(to))
