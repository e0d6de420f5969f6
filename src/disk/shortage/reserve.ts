import { open, unlink } from 'node:fs/promises'
import { join } from 'node:path'
import { allOrNothing } from '../../lib/all-or-nothing.ts'
import { ignoreSystemError } from '../../lib/system/system-error.ts'
import { privateFolder } from '../paths.ts'
import { atPath } from '../files/verified-open.ts'

/** Enough to write down a thousand deleted pictures, in bytes. */
const size = 512 * 1024

const name = 'reserve'

/** Takes some space on a disk while there is some, for what makes room on it where it is full. */
export async function keepReserve(root: string): Promise<void> {
  await withReserve(root, (path) =>
    allOrNothing(async (onFailure) => {
      await using file = await open(path, 'wx', 0o600)
      onFailure(() => unlink(path))
      await file.writeFile(Buffer.alloc(size))
    }),
  )
}

/** Gives the space back. */
export const useReserve = (root: string) => withReserve(root, (path) => unlink(path))

/** What can't be done now may be possible the next time. */
async function withReserve(root: string, work: (path: string) => Promise<void>): Promise<void> {
  await atPath(root, join(privateFolder, name), work).catch(ignoreSystemError)
}
