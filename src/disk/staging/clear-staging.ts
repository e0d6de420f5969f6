import { lstat, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { privateFolder } from '../paths.ts'
import { onDisk } from '../file-system-error.ts'
import { insideFolder } from '../files/verified-open.ts'
import { removeTrees } from '../remove-trees.ts'
import { makeFolderInside } from '../processes/private-folder.ts'
import { processFolderPath } from '../processes/process-folder.ts'
import { UploadsLock } from '../processes/uploads-lock.ts'

/** How old, in milliseconds, a file that may be in flight has to be before a start removes it. */
const abandonedAfter = 3_600_000

/** The name of the folder with the uploads of one process that are in flight. */
export const stagingFolder = 'staging'

/**
 * Removes what processes that have died left behind, in the folders of all of them, but nothing of
 * a process that runs still.
 * @param root the uploads directory, without symbolic links.
 * @param onError receives the error of each file and folder that can't be cleared.
 */
export async function clearStaging(root: string, onError: (error: unknown) => void): Promise<void> {
  const names = await onDisk(privateFolder, () => namesIn(root, privateFolder))
  const numbers = names.filter((name) => /^\d+$/.test(name)).map(Number)
  for (const number of [1, ...numbers]) {
    const owner = processFolderPath(privateFolder, number)
    await onDisk(owner, () => clearOne(root, owner, onError)).catch(onError)
  }
}

async function clearOne(
  root: string,
  owner: string,
  onError: (error: unknown) => void,
): Promise<void> {
  const folder = join(owner, stagingFolder)
  await makeFolderInside(root, owner, stagingFolder)
  if ((await namesIn(root, folder)).length === 0) return
  await new UploadsLock(root, owner).whileUnused(async (isCertain) => {
    for (const name of await namesIn(root, folder)) {
      const clear = () => remove(root, folder, name, isCertain, onError)
      await onDisk(join(folder, name), clear).catch(onError)
    }
  })
}

const namesIn = (root: string, folder: string): Promise<string[]> =>
  insideFolder(root, folder, (inside) => readdir(inside))

/** @param isCertain whether no process has uploads in flight in the folder. */
async function remove(
  root: string,
  folder: string,
  name: string,
  isCertain: boolean,
  onError: (error: unknown) => void,
) {
  const { mtimeMs } = await insideFolder(root, folder, (inside) => lstat(join(inside, name)))
  if (!isCertain && Date.now() - mtimeMs <= abandonedAfter) return
  for (const error of (await removeTrees(root, [join(folder, name)])).values()) onError(error)
}
