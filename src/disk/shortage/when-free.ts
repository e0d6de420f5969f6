import { open, readdir, type FileHandle } from 'node:fs/promises'
import type { Dirent } from 'node:fs'
import { systemCode } from '../../lib/system/system-error.ts'

/** Idle connections are closed meanwhile: three seconds at most, in milliseconds. */
const [retries, retryEvery] = [100, 30]

/** Opens a file as `open` does, and waits while as many files are open as may be. */
export const openWhenFree = (
  path: string,
  flags: number | string,
  mode?: number,
): Promise<FileHandle> => whenFree(() => open(path, flags, mode))

/** Reads a folder as `readdir` does, and waits in the same way. */
export const readFolderWhenFree = (path: string): Promise<Dirent[]> =>
  whenFree(() => readdir(path, { withFileTypes: true }))

async function whenFree<T>(work: () => Promise<T>): Promise<T> {
  for (let attempt = 0; ; attempt += 1) {
    try {
      return await work()
    } catch (error) {
      const isShort = ['EMFILE', 'ENFILE'].includes(systemCode(error) ?? '')
      if (!isShort || attempt === retries) throw error
      await Bun.sleep(retryEvery)
    }
  }
}
