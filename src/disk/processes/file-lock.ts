import { constants } from 'node:fs'
import { open } from 'node:fs/promises'
import { join } from 'node:path'
import { loadSystemCall } from '../../lib/system/c-library.ts'
import { once } from '../../lib/once.ts'
import { atPath } from '../files/verified-open.ts'

/** Operations and the error number of Linux (flock(2), errno(3)). */
const [exclusive, doNotWait, wouldBlock] = [2, 4, 11]

const loadFlock = once(() => loadSystemCall('flock', ['int', 'int']))

/**
 * Opens a file in a folder below the root, makes it where it is missing, and tries to lock it
 * (flock(2)). The lock lasts as long as the file is open, and the system gives it back when the
 * process dies. On a network mount it holds between machines.
 * @returns the file, and whether the lock on it is certain: not where the system or the mount has no
 * locks; `undefined`, with nothing open, when another process has it.
 */
export async function openLocked(root: string, folder: string, name: string) {
  const flock = await loadFlock()
  // Only a file that is open for writing can be locked on NFS.
  const { O_CREAT, O_NOFOLLOW, O_RDWR } = constants
  const handle = await atPath(root, join(folder, name), (at) =>
    open(at, O_CREAT | O_NOFOLLOW | O_RDWR, 0o600),
  )
  const errorNumber = flock?.(handle.fd, exclusive | doNotWait)
  if (errorNumber !== wouldBlock) return { handle, isCertain: errorNumber === 0 }
  await handle.close()
  return undefined
}
