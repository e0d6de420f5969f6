import { lstat } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { AppError } from '../../errors.ts'
import { privateFolder } from '../paths.ts'
import type { Disk } from '../disk.ts'
import { ifThere, onDisk } from '../file-system-error.ts'
import { atPath, namesIn } from '../files/verified-open.ts'
import { makeFolderInside } from '../processes/private-folder.ts'
import { claimFolder, processFolderPath, type ProcessFolder } from '../processes/process-folder.ts'
import { removeTrees } from '../folders/remove-trees.ts'
import { openWhenFree } from '../shortage/when-free.ts'
import { StagedFile, type MakeRoom } from './staged-file.ts'

/** How old, in milliseconds, a file that may be in flight has to be before a start removes it. */
const abandonedAfter = 3_600_000

/** The name of the folder with the uploads of one process that are in flight. */
const stagingFolder = 'staging'

/**
 * Makes files on their way into the collection, empty at first. They are written in a hidden folder of
 * the uploads directory, so on the same file system, and get their name only when they are whole and on
 * the disk; until then nobody can see them, and after a crash they are swept away.
 * @param owner the folder of this process, relative to the root of the disk.
 * @param usualRoom is asked where the disk is full, unless another one is given.
 * @throws FILE_SYSTEM_ERROR when the disk is away, read-only or full.
 */
export function stager(disk: Disk, owner: string, usualRoom: MakeRoom) {
  const { root } = disk
  const folder = join(owner, stagingFolder)

  async function open(makeRoom: MakeRoom): Promise<StagedFile> {
    const path = join(folder, crypto.randomUUID())
    const handle = await atPath(root, path, (at) => openWhenFree(at, 'wx+', 0o644))
    return new StagedFile({ root, path, handle, makeRoom })
  }

  async function restoreAndOpen(makeRoom: MakeRoom): Promise<StagedFile> {
    await disk.restorePrivateFolder()
    return onDisk(folder, async () => {
      if (owner !== privateFolder) await makeFolderInside(root, privateFolder, basename(owner))
      await makeFolderInside(root, owner, stagingFolder)
      return open(makeRoom)
    })
  }

  return async (makeRoom = usualRoom): Promise<StagedFile> => {
    await disk.checkRoot()
    if (disk.readOnly instanceof AppError) throw disk.readOnly
    return (await ifThere(folder, () => open(makeRoom))) ?? restoreAndOpen(makeRoom)
  }
}

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
    const left = await namesIn(root, folder)
    if (left.length === 0) return
    const claim = path === own.path ? own : await claimFolder({ root, path, traits })
    if (claim === undefined) return
    // None of this is in flight any more, whoever takes the folder from here on.
    if (claim !== own) await claim.release()
    for (const file of left.map((name) => join(folder, name))) {
      const remove = async () => {
        const { mtimeMs } = await atPath(root, file, (at) => lstat(at))
        if (!claim.isCertain && Date.now() - mtimeMs <= abandonedAfter) return
        for (const error of (await removeTrees(root, [file])).values()) onError(error)
      }
      await ifThere(file, remove).catch(onError)
    }
  }
  const numbers = names.filter((name) => /^\d+$/.test(name)).map(Number)
  for (const number of [1, ...numbers]) {
    const path = processFolderPath(privateFolder, number)
    await onDisk(path, () => clear(path)).catch(onError)
  }
}
