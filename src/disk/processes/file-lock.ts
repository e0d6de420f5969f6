import { constants } from 'node:fs'
import { open, type FileHandle } from 'node:fs/promises'
import { join } from 'node:path'
import { loadFromC } from '../../lib/system/c-library.ts'
import { once } from '../../lib/once.ts'
import { insideFolder } from '../files/verified-open.ts'

/** The operations and the error number of Linux (flock(2), errno(3)). */
const operations = { shared: 1, exclusive: 2 } as const
const doNotWait = 4
const wouldBlock = 11

/** Loads `flock` from the C library, as Bun has no function for it. */
const loadFlock = once(async () => {
  const functions = await loadFromC({
    flock: { args: ['int', 'int'], returns: 'int' },
    __errno_location: { args: [], returns: 'ptr' },
  })
  if (functions === undefined) return undefined
  const { flock, __errno_location: locateErrorNumber } = functions
  const { read } = await import('bun:ffi')
  return (descriptor: number, operation: number): number => {
    if (flock(descriptor, operation) === 0) return 0
    const location = locateErrorNumber()
    return location === null ? -1 : read.i32(location)
  }
})

type LockMode = keyof typeof operations

/** `unsupported`: neither held nor taken, as the system or the mount has no locks. */
type LockState = 'held' | 'unsupported'

async function tryLock(handle: FileHandle, mode: LockMode): Promise<LockState | 'taken'> {
  const flock = await loadFlock()
  if (flock === undefined) return 'unsupported'
  const errorNumber = flock(handle.fd, operations[mode] | doNotWait)
  if (errorNumber === 0) return 'held'
  return errorNumber === wouldBlock ? 'taken' : 'unsupported'
}

/**
 * Opens a file in a folder below the root, makes it where it is missing, and tries to lock it
 * (flock(2)). The lock lasts as long as the file is open, and the system gives it back when the
 * process dies. On a network mount it holds between machines.
 * @returns `taken`, with nothing open, when another process has a lock that excludes this one.
 */
export async function openLocked(
  root: string,
  folder: string,
  name: string,
  mode: LockMode,
): Promise<{ state: LockState; handle: FileHandle } | { state: 'taken' }> {
  // Only a file that is open for writing can be locked exclusively on NFS.
  const { O_CREAT, O_NOFOLLOW, O_RDWR } = constants
  const handle = await insideFolder(root, folder, (inside) =>
    open(join(inside, name), O_CREAT | O_NOFOLLOW | O_RDWR, 0o600),
  )
  try {
    const state = await tryLock(handle, mode)
    if (state !== 'taken') return { state, handle }
  } catch (error) {
    await handle.close()
    throw error
  }
  await handle.close()
  return { state: 'taken' }
}
