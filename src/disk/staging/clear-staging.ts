import { lstat, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { privateFolder } from '../paths.ts'
import type { Disk } from '../disk.ts'
import { onDisk } from '../file-system-error.ts'
import { atPath, insideFolder } from '../files/verified-open.ts'
import { removeTrees } from '../remove-trees.ts'
import { makeFolderInside } from '../processes/private-folder.ts'
import { claimFolder, processFolderPath, type ProcessFolder } from '../processes/process-folder.ts'

/** How old, in milliseconds, a file that may be in flight has to be before a start removes it. */
const abandonedAfter = 3_600_000

/** The name of the folder with the uploads of one process that are in flight. */
export const stagingFolder = 'staging'

/**
 * Removes what processes that have died left behind, in the folders of all of them, but nothing of
 * a process that runs still.
 * @param own the folder of this process, which has nothing in flight yet.
 * @param onError receives the error of each file and folder that can't be cleared.
 */
export async function clearStaging(
  { root, traits }: Disk,
  own: ProcessFolder,
  onError: (error: unknown) => void,
): Promise<void> {
  const names = await onDisk(privateFolder, () => namesIn(root, privateFolder))
  const clear = async (path: string) => {
    const folder = join(path, stagingFolder)
    await makeFolderInside(root, path, stagingFolder)
    if ((await namesIn(root, folder)).length === 0) return
    const claim = path === own.path ? own : await claimFolder({ root, path, traits })
    if (claim === undefined) return
    try {
      for (const name of await namesIn(root, folder)) {
        const remove = () => removeAbandoned(root, join(folder, name), claim.isCertain, onError)
        await onDisk(join(folder, name), remove).catch(onError)
      }
    } finally {
      if (claim !== own) await claim.release()
    }
  }
  const numbers = names.filter((name) => /^\d+$/.test(name)).map(Number)
  for (const number of [1, ...numbers]) {
    const path = processFolderPath(privateFolder, number)
    await onDisk(path, () => clear(path)).catch(onError)
  }
}

const namesIn = (root: string, folder: string): Promise<string[]> =>
  insideFolder(root, folder, (inside) => readdir(inside))

/** @param isCertain whether no process has uploads in flight in the folder. */
async function removeAbandoned(
  root: string,
  path: string,
  isCertain: boolean,
  onError: (error: unknown) => void,
) {
  const { mtimeMs } = await atPath(root, path, (at) => lstat(at))
  if (!isCertain && Date.now() - mtimeMs <= abandonedAfter) return
  for (const error of (await removeTrees(root, [path])).values()) onError(error)
}
