import { constants } from 'node:fs'
import { copyFile, lstat, open, unlink } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { systemCode } from '../../lib/system/system-error.ts'

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
  const beside = join(dirname(to), `.${crypto.randomUUID()}`)
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
  const handle = await open(to, constants.O_RDWR | constants.O_NOFOLLOW)
  try {
    await handle.utimes(new Date(), mtime)
    await handle.sync()
  } finally {
    await handle.close()
  }
}
