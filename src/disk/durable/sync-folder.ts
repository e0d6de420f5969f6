import type { FileHandle } from 'node:fs/promises'
import { onCode } from '../../lib/system/system-error.ts'

/** Makes the names in a folder survive a power cut (fsync(2) of the directory). */
export async function syncFolder(handle: FileHandle): Promise<void> {
  // Some file systems (Samba, FUSE) have no such thing for folders and say so.
  await handle.sync().catch(onCode('EINVAL ENOTSUP EOPNOTSUPP', undefined))
}
