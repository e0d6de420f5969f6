import {
  describeRefusal,
  FileCheck,
  type FileCheckOptions,
  type Finding,
} from '../library/checkup/check-file.ts'
import { Disk } from '../disk/disk.ts'
import { fileNames } from '../disk/file-names.ts'
import { isRefusal } from '../disk/file-system-error.ts'
import { forEachParallel } from '../lib/waiting/for-each.ts'
import type { TrashTotals } from '../library/types.ts'
import {
  byVisibleName,
  hasRoom,
  isUnsafeName,
  joinPath,
  noRoom,
  prohibitedChars,
  trashFolder,
} from '../disk/paths.ts'
import { measureTree } from '../disk/folders/folder-contents.ts'
import { isTrashId } from '../trash/trashed.ts'

interface CheckOptions extends FileCheckOptions {
  onFinding: (finding: Finding) => void
  /** Told once before the first file, and after each. */
  onProgress: (checked: number, all: number) => void
}

const sameName =
  'is not shown because the name beside it looks the same, in another Unicode form: rename one'

const unsafeName = `is not shown because of a character in its name: rename it in UTF-8, without control characters and ${prohibitedChars.join(' ')}`

/**
 * Reads every picture of a collection from its beginning to its end, a few side by side, and
 * changes nothing. Pictures are decoded only on request: that takes much longer.
 * @returns what the trash holds.
 * @throws FILE_SYSTEM_ERROR when the uploads directory is not there, or goes away meanwhile.
 */
export async function checkCollection(
  uploadsDir: string,
  options: CheckOptions,
): Promise<TrashTotals> {
  const disk = await Disk.openAsIs(uploadsDir)
  const fileCheck = new FileCheck(options)
  const { onFinding, onProgress } = options

  /** Runs work on one file or folder, and reports it as a finding where it can't be read. */
  async function reading(path: string, work: () => Promise<void>): Promise<void> {
    try {
      await work()
    } catch (error) {
      if (path === '' || !isRefusal(error)) throw error
      await disk.checkRoot()
      onFinding({ kind: 'unreadable', path, problem: describeRefusal(error) })
    }
  }

  /** Gathers what there is to look at, in a folder and below it. */
  async function collect(folder: string, paths: string[]): Promise<void> {
    const names = await disk.names(folder)
    if (names === undefined) return disk.checkRoot()
    const below = (name: string) => joinPath(folder, name)
    const wanted = names.files.filter((name) => fileNames.mayBePicture(name))
    for (const name of [...hiddenAmong(names.folders), ...hiddenAmong(wanted)].toSorted()) {
      onFinding({ kind: 'hidden', path: below(name), problem: sameName })
    }
    const unsafe = [
      ...names.otherFolders.filter(isUnsafeName),
      ...names.files.filter((name) => fileNames.isUnsafeImage(name)),
    ]
    for (const name of unsafe.toSorted()) {
      onFinding({ kind: 'name', path: below(name), problem: unsafeName })
    }
    paths.push(...wanted.toSorted().map(below))
    for (const path of names.folders.toSorted().map(below)) {
      // The service looks no deeper either.
      if (!hasRoom(path)) onFinding({ kind: 'unreadable', path, problem: noRoom })
      else await reading(path, () => collect(path, paths))
    }
  }

  async function look(path: string): Promise<void> {
    using file = await disk.openFile(path)
    // One that was deleted meanwhile is no problem, but all of them are.
    if (file === undefined) return disk.checkRoot()
    for (const found of await fileCheck.look(file, path)) onFinding(found)
  }

  const paths: string[] = []
  await reading('', () => collect('', paths))
  let checked = 0
  onProgress(checked, paths.length)
  await forEachParallel(paths, async (path) => {
    await reading(path, () => look(path))
    checked += 1
    onProgress(checked, paths.length)
  })
  return trashTotals(disk)
}

/** The names that are not shown, as they differ from others only in their Unicode form. */
function hiddenAmong(names: readonly string[]): string[] {
  const shown = new Set(byVisibleName(names).values())
  return names.filter((name) => !shown.has(name))
}

/** Counts what the trash holds, by a look at the disk that changes nothing. */
async function trashTotals(disk: Disk): Promise<TrashTotals> {
  const names = await disk.names(trashFolder)
  const items = [...(names?.files ?? []), ...(names?.folders ?? [])].filter(isTrashId)
  const { bytes } = await measureTree(disk.root, trashFolder)
  return { totalItems: items.length, totalSize: bytes }
}
