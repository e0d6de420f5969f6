import { constants } from 'node:fs'
import { link, open, rename, unlink } from 'node:fs/promises'
import { systemCode } from '../../lib/system-error.ts'

/**
 * What `link` answers where there are no hard links (FAT, some network mounts), or where the system
 * or the mount refuses them.
 */
const noLinks = new Set([
  'EPERM',
  'ENOSYS',
  'ENOTSUP',
  'EOPNOTSUPP',
  'EMLINK',
  'EXDEV',
  'EACCES',
  'EINVAL',
  'EIO',
])

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
    if (!noLinks.has(code)) throw error
    return renameWithoutLinks(from, to)
  }
}

/** The name is first taken with an empty file, so that `rename` can replace nobody else's. */
async function renameWithoutLinks(from: string, to: string): Promise<boolean> {
  try {
    await (await open(to, 'wx')).close()
  } catch (error) {
    if (systemCode(error) === 'EEXIST') return false
    throw error
  }
  try {
    await rename(from, to)
    await syncFile(to)
    return true
  } catch (error) {
    await unlink(to)
    throw error
  }
}

/**
 * Brings a file to the disk under the name that it has. FAT keeps where a file begins and how long
 * it is beside its name, and writes that with the file: after `rename` it has to be synced again.
 */
export async function syncFile(path: string): Promise<void> {
  const file = await open(path, constants.O_RDONLY | constants.O_NOFOLLOW)
  try {
    await file.sync()
  } finally {
    await file.close()
  }
}
