import type { FileHandle } from 'node:fs/promises'
import { systemCode } from '../../lib/system/system-error.ts'

/** Makes the names in a folder survive a power cut (fsync(2) of the directory). */
export async function syncFolder(handle: FileHandle): Promise<void> {
  try {
    await handle.sync()
  } catch (error) {
    // Some file systems (Samba, FUSE) have no such thing for folders and say so.
    const code = systemCode(error)
    if (code !== 'EINVAL' && code !== 'ENOTSUP' && code !== 'EOPNOTSUPP') throw error
  }
}
