import { constants } from 'node:fs'
import { link, open, rename, unlink } from 'node:fs/promises'
import { dirname } from 'node:path'
import { systemCode } from '../../lib/system-error.ts'
import { readTraits } from './file-system-traits.ts'
import { syncFolder } from './sync-folder.ts'

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
    await syncRenamed(to)
    return true
  } catch (error) {
    await unlink(to)
    throw error
  }
}

/**
 * Brings a file or folder that was renamed to the disk under its new name, where the file system
 * does not do so when the folder around it is synced.
 */
export async function syncRenamed(path: string): Promise<void> {
  const { keepsSizeWithName } = await readTraits(dirname(path))
  if (!keepsSizeWithName) return
  const handle = await open(path, constants.O_RDONLY | constants.O_NOFOLLOW)
  try {
    await syncFolder(handle)
  } finally {
    await handle.close()
  }
}
