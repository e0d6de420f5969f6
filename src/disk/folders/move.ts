import { lstat, mkdir, readdir, rename, rmdir, type FileHandle } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { Pacer } from '../../lib/waiting/pacer.ts'
import { forEachParallel } from '../../lib/waiting/for-each.ts'
import { onCode } from '../../lib/system/system-error.ts'
import { foldCase } from '../paths.ts'
import type { Disk } from '../disk.ts'
import { asUnfitName, goneError, ifThere, named, onDisk } from '../file-system-error.ts'
import {
  renameAtOnce,
  renameOver,
  renameUnlessTaken,
  syncRenamed,
} from '../durable/link-or-rename.ts'
import { syncFolder } from '../durable/sync-folder.ts'
import { atPath } from '../files/verified-open.ts'

/** What the system answers about a folder that is not empty; POSIX allows either. */
export const notEmpty = 'ENOTEMPTY EEXIST'

/**
 * Runs work in the folders that hold two paths. Both stay the same folders meanwhile.
 * @returns `undefined` when what the first path names is not there.
 * @throws FILE_SYSTEM_ERROR, also when there is no folder for the second path.
 */
export const inBothFolders = <T>(
  root: string,
  from: string,
  to: string,
  work: (source: string, target: string, folders: readonly [FileHandle, FileHandle]) => Promise<T>,
): Promise<T | undefined> =>
  onDisk(to, () =>
    atPath(root, to, (target, newFolder) =>
      ifThere(from, () =>
        atPath(root, from, (source, folder) => work(source, target, [folder, newFolder])),
      ),
    ),
  )

/** A file or folder that moves, by its names before and after. */
export interface NamedMove {
  from: string
  to: string
}

/**
 * Moves many files and folders of one folder into another, a few at a time, durably and without
 * overwriting anything.
 * @param onMoved is told of each as soon as it has moved; not of one that is not there.
 * @param onTaken gives one another name, as its own is taken; without it nothing else has their names.
 * @throws FILE_SYSTEM_ERROR; those that moved before stay where they are then.
 */
export async function moveMany<Each extends NamedMove>(
  { root, traits }: Pick<Disk, 'root' | 'traits'>,
  [from, to]: readonly [from: string, to: string],
  moves: readonly Each[],
  onMoved: (each: Each) => void,
  onTaken?: (each: Each) => Promise<void>,
): Promise<void> {
  const pacer = new Pacer()
  // Only the folders around these names are asked for.
  await inBothFolders(root, join(from, 'each'), join(to, 'each'), async (one, other, folders) => {
    const [source, target] = [dirname(one), dirname(other)]
    const isMoved = async (each: Each): Promise<boolean> => {
      await pacer.pause()
      const names = [join(source, each.from), join(target, each.to)] as const
      const isRespelled = from === to && foldCase(each.from) === foldCase(each.to)
      const facts = await lstat(names[0])
      if (facts.isDirectory()) return moveFolder(...names, isRespelled)
      if (facts.isFile()) return renameUnlessTaken(...names)
      throw goneError(`'${names[0]}' is a link`)
    }
    const move = async (each: Each): Promise<true> => {
      try {
        if (onTaken === undefined) await rename(join(source, each.from), join(target, each.to))
        else while (!(await isMoved(each))) await onTaken(each)
        return true
      } catch (error) {
        // Another machine may have deleted what was to be moved.
        const isThere = await lstat(join(source, each.from)).then(Boolean, () => false)
        const cause = isThere ? await asUnfitName(error, target) : error
        throw named(cause, join(to, each.to), join(from, each.from))
      }
    }
    await forEachParallel(moves, async (each) => {
      if ((await ifThere(join(from, each.from), () => move(each))) !== true) return
      onMoved(each)
      if (traits.keepsSizeWithName) await syncRenamed(join(target, each.to))
    })
    // The new names first: FAT would lose a file whose old name alone is known to be gone.
    for (const folder of folders.toReversed()) await syncFolder(folder)
  })
}

/** @returns false when the name is taken. */
async function moveFolder(source: string, target: string, isRespelled: boolean): Promise<boolean> {
  if (await isSameFolder(source, target, isRespelled)) {
    await respell(source, target)
    return true
  }
  const outcome = await renameAtOnce(source, target)
  if (outcome !== 'unsupported') return outcome === 'renamed'
  // Another process may have stored something in the folder that takes the name.
  const replace = () => renameOver(source, target, () => rmdir(target))
  return (await unlessTaken(mkdir(target))) && (await unlessTaken(replace()))
}

/** Takes a name; false when it is taken. */
const unlessTaken = (taking: Promise<unknown>): Promise<boolean> =>
  taking.then(() => true, onCode(notEmpty, false))

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

/**
 * Whether two names lead to one folder, as where only letter case differs and the disk ignores it.
 * @param isRespelled whether they could: a network mount may count two folders where there is one.
 */
async function isSameFolder(
  source: string,
  target: string,
  isRespelled: boolean,
): Promise<boolean> {
  const found = lstat(target).catch(onCode('ENOENT', undefined))
  const [one, other] = await Promise.all([lstat(source), found])
  if (other === undefined || one.dev !== other.dev) return false
  if (one.ino === other.ino) return true
  // Where there are two, the folder around them has both names.
  return isRespelled && !(await readdir(dirname(target))).includes(basename(target))
}
