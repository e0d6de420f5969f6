import { constants } from 'node:fs'
import { open, unlink } from 'node:fs/promises'
import { join } from 'node:path'
import { systemCode } from '../../lib/system/system-error.ts'
import { privateFolder } from '../paths.ts'
import { insideFolder } from '../files/verified-open.ts'

/** Enough to write down a thousand deleted pictures, in bytes. */
const size = 512 * 1024

const name = 'reserve'

/** Takes some space on a disk while there is some, for what makes room on it where it is full. */
export async function keepReserve(root: string): Promise<void> {
  const { O_CREAT, O_EXCL, O_NOFOLLOW, O_WRONLY } = constants
  await withReserve(root, async (path) => {
    const file = await open(path, O_CREAT | O_EXCL | O_NOFOLLOW | O_WRONLY, 0o600)
    try {
      await file.writeFile(Buffer.alloc(size))
    } catch (error) {
      await unlink(path)
      throw error
    } finally {
      await file.close()
    }
  })
}

/** Gives the space back. */
export const useReserve = (root: string): Promise<void> => withReserve(root, unlink)

/** What can't be done now may be possible the next time. */
async function withReserve(root: string, work: (path: string) => Promise<void>): Promise<void> {
  const done = insideFolder(root, privateFolder, (inside) => work(join(inside, name)))
  await done.catch((error: unknown) => {
    if (systemCode(error) === undefined) throw error
  })
}
