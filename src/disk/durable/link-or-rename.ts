import { constants } from 'node:fs'
import { copyFile, link, lstat, open, rename, unlink } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { allOrNothing } from '../../lib/all-or-nothing.ts'
import { loadSystemCall } from '../../lib/system/c-library.ts'
import { once } from '../../lib/once.ts'
import { onCode, systemCode } from '../../lib/system/system-error.ts'
import { newCopyName } from '../paths.ts'
import { readTraits } from '../file-system-traits.ts'
import { syncFolder } from './sync-folder.ts'

/**
 * What `link` answers where there are no hard links (FAT, some network mounts), or where the system
 * or the mount refuses them.
 */
const noLinks = 'EPERM ENOSYS ENOTSUP EOPNOTSUPP EMLINK EXDEV EACCES EINVAL EIO'.split(' ')

/**
 * Gives a file that is on the disk a name, at once and whole. The caller syncs the folder.
 * @returns false when the name is taken; nothing is ever overwritten.
 */
export async function linkOrRename(from: string, to: string): Promise<boolean> {
  try {
    await link(from, to)
    return true
  } catch (error) {
    const code = systemCode(error) ?? ''
    if (code === 'EEXIST') return false
    if (!noLinks.includes(code)) throw error
    if (!(await renameUnlessTaken(from, to))) return false
    await syncRenamed(to).catch(async (failure: unknown) => {
      await unlink(to)
      throw failure
    })
    return true
  }
}

/**
 * Renames a file unless the name is taken. The caller syncs it under its new name, and the folders.
 * @returns false when the name is taken; nothing is ever overwritten.
 */
export async function renameUnlessTaken(from: string, to: string): Promise<boolean> {
  const outcome = await renameAtOnce(from, to)
  if (outcome === 'unsupported') return replaceEmptyFile(from, to)
  return outcome === 'renamed'
}

/**
 * Takes the name with an empty file first, so that `rename` can replace nobody else's. The end of
 * the process in between leaves that file.
 */
async function replaceEmptyFile(from: string, to: string): Promise<boolean> {
  // Of what is gone, as another process may have moved it, no empty file is left either.
  await lstat(from)
  const empty = await open(to, 'wx').catch(onCode('EEXIST', undefined))
  if (empty === undefined) return false
  await empty.close()
  await renameOver(from, to, () => unlink(to))
  return true
}

/** Renames over what has taken a name, and takes that back where it can't. */
export async function renameOver(from: string, to: string, release: () => Promise<void>) {
  await allOrNothing(async (onFailure) => {
    onFailure(release)
    await rename(from, to)
  })
}

/** Arguments and the error number of Linux (rename(2), errno(3)). */
const workingDirectory = -100
const noReplace = 1
const alreadyExists = 17

const loadRename = once(() => loadSystemCall('renameat2', ['int', 'ptr', 'int', 'ptr', 'u32']))

/**
 * Renames a file or folder in one step, so that neither a power cut nor the end of the process
 * leaves an empty file. The call holds up the main thread, so none is made on a slow disk. The caller
 * finds out why it fails.
 */
export async function renameAtOnce(
  from: string,
  to: string,
): Promise<'renamed' | 'taken' | 'unsupported'> {
  const { isSlow } = await readTraits(dirname(to))
  if (isSlow) return 'unsupported'
  const names = [Buffer.from(`${from}\0`), Buffer.from(`${to}\0`)] as const
  const rename = await loadRename()
  const errorNumber = rename?.(workingDirectory, names[0], workingDirectory, names[1], noReplace)
  if (errorNumber === 0) return 'renamed'
  return errorNumber === alreadyExists ? 'taken' : 'unsupported'
}

/**
 * Brings a file or folder that was renamed to the disk under its new name, where the file system
 * does not do so when the folder around it is synced.
 */
export async function syncRenamed(path: string): Promise<void> {
  const { keepsSizeWithName } = await readTraits(dirname(path))
  if (!keepsSizeWithName) return
  await using handle = await open(path, constants.O_RDONLY | constants.O_NOFOLLOW)
  await syncFolder(handle)
}

/**
 * Runs work that links or renames a file, and once more with a hidden copy beside its new place where
 * that is on another disk: one that is mounted in a folder, or another branch of mergerfs.
 * @param to leads to the new place, whatever becomes of the name of the folder.
 */
export async function acrossDisks<T>(
  from: string,
  to: string,
  work: (from: string) => Promise<T>,
): Promise<T> {
  try {
    return await work(from)
  } catch (error) {
    if (systemCode(error) !== 'EXDEV') throw error
  }
  const beside = join(dirname(to), newCopyName())
  try {
    await copyWhole(from, beside)
    return await work(beside)
  } finally {
    await unlink(beside).catch(() => undefined)
  }
}

/** Copies a file with its mode and time, and waits until it is on the disk. */
async function copyWhole(from: string, to: string): Promise<void> {
  await copyFile(from, to, constants.COPYFILE_EXCL)
  const { mtime } = await lstat(from)
  await using handle = await open(to, constants.O_RDWR | constants.O_NOFOLLOW)
  await handle.utimes(new Date(), mtime)
  await handle.sync()
}
