import { removeTrees, type Rest } from '../../disk/folders/remove-trees.ts'
import { AppError } from '../../errors.ts'
import type { ByteSource } from '../../formats/byte-reader.ts'
import { describeRefusal, FileCheck } from './check-file.ts'
import { fileNames } from '../../disk/file-names.ts'
import type { FileFacts } from '../../disk/files/facts.ts'
import { isRefusal } from '../../disk/file-system-error.ts'
import { copyBegunAt, joinPath } from '../../disk/paths.ts'
import type { BackgroundWork } from '../background.ts'
import type { LibraryParts } from '../library-parts.ts'
import type { Folder } from '../tree/nodes.ts'
import { stampOf, type FileState, type Findings } from './findings.ts'

/** How often what is new is saved, in milliseconds: SD cards wear. */
const saveEvery = 60_000

/** How long after its last change a file may still be written to, in milliseconds. */
const youth = 5000

/** How old a copy on its way into a folder is that no process works on any more, in milliseconds. */
const abandonedAfter = 3_600_000

/** Ends the look at a file that has changed. */
class FileChangedError extends Error {}

interface CheckupParts extends LibraryParts {
  findings: Findings
}

/**
 * Reads every picture to its end in the background, once as long as it does not change, and notes
 * what is damaged and what is not shown. It gives way after every piece of a file. Between pieces no
 * file is open, so that the disk can be unmounted.
 */
export function checkup({ clock, disk, tree, findings }: CheckupParts): BackgroundWork {
  const check = new FileCheck()
  /** The version of each folder when all in it and below it was checked last. */
  const done = new WeakMap<Folder, number>()
  /** When copies were begun that were on their way into a folder, by their paths on the disk. */
  const copies = new Map<string, number>()
  let giveWay: Rest = async () => undefined
  let savedAt = 0

  async function run(rest: Rest): Promise<void> {
    await removeAbandoned()
    const { root } = tree
    // What the headers say comes first.
    const isIndexing = tree.indexedCount < root.imageCount
    if (isIndexing || done.get(root) === root.version) return
    giveWay = rest
    try {
      await findings.ensureFresh()
      await checkFolder(root)
      findings.prune()
    } catch (error) {
      // While the disk is away there is nothing to do.
      if (error instanceof AppError) return
      // It would go wrong again until something changes.
      done.set(root, root.version)
      throw error
    } finally {
      await findings.saveKept()
    }
  }

  /** Checks a folder and those in it where something has changed; false where files are too young. */
  async function checkFolder(folder: Folder): Promise<boolean> {
    const { version } = folder
    if (done.get(folder) === version) return true
    let isComplete = await checkFiles(folder).catch(async (error: unknown) => {
      if (!isRefusal(error)) throw error
      await disk.checkRoot()
      // One that can't be read is listed as such.
      return true
    })
    for (const child of folder.folders.values()) {
      if (!(await checkFolder(child))) isComplete = false
    }
    if (isComplete) done.set(folder, version)
    return isComplete
  }

  async function checkFiles(folder: Folder): Promise<boolean> {
    await giveWay()
    const found = await disk.names(folder.diskPath)
    const names = found?.files ?? []
    for (const name of [...names, ...(found?.otherFolders ?? [])]) {
      const begun = copyBegunAt(name)
      if (begun !== undefined) copies.set(joinPath(folder.diskPath, name), begun)
    }
    const state = findings.stateOf(folder.path)
    const seen = new Set<number>()
    let isComplete = true
    for (const name of names.filter((each) => fileNames.mayBePicture(each))) {
      const facts = await factsOf(folder, name)
      if (facts === undefined) continue
      const stamp = stampOf(name, facts)
      seen.add(stamp)
      if (state.checked.has(stamp)) continue
      if (Math.abs(clock() - facts.mtimeMs) < youth) {
        isComplete = false
        continue
      }
      const look = await lookAt(joinPath(folder.diskPath, name), facts)
      if (look === undefined) continue
      if (look.isCertain) state.checked.add(stamp)
      if (look.problem === undefined) state.found.delete(stamp)
      else state.found.set(stamp, { name, stamp, ...look.problem })
      findings.keep(folder.path, state)
      if (performance.now() - savedAt > saveEvery) {
        savedAt = performance.now()
        await findings.saveKept()
      }
    }
    for (const each of [state.checked, state.found]) {
      for (const stamp of each.keys()) {
        if (seen.has(stamp)) continue
        each.delete(stamp)
        findings.keep(folder.path, state)
      }
    }
    return isComplete
  }

  /**
   * Removes the copies that are old enough, and folders that were being deleted, if they are still
   * there. What the disk refuses stays.
   */
  async function removeAbandoned(): Promise<void> {
    for (const [path, begun] of copies) {
      if (clock() - begun <= abandonedAfter) continue
      copies.delete(path)
      await removeTrees(disk.root, [path])
    }
  }

  /** What is known of an image, or what the disk says of another file; `undefined` where that is gone. */
  async function factsOf(folder: Folder, name: string): Promise<FileState | undefined> {
    const image = folder.images.get(name.normalize('NFC'))
    if (image?.diskName !== name) {
      return disk.fileFacts(joinPath(folder.diskPath, name))
    }
    return image.size < 0 ? undefined : image
  }

  /**
   * Reads a file to its end; `undefined` where another one has its path, which is read once that is
   * known.
   */
  async function lookAt(path: string, facts: FileFacts) {
    try {
      const found = await check.lookAtBytes(sourceOf(path, facts), path)
      // A wrong extension of an image is known by its header.
      const isImage = fileNames.isImage(path)
      const last = found.findLast(({ kind }) => !(isImage && kind === 'extension'))
      const isForeign = last?.kind !== 'unreadable'
      return { isCertain: true, problem: last && { problem: last.problem, isForeign } }
    } catch (error) {
      if (error instanceof FileChangedError) return undefined
      if (!isRefusal(error)) throw error
      await disk.checkRoot()
      // It may be the fault of a cable, so it is looked at again after a restart.
      return { isCertain: false, problem: { problem: describeRefusal(error), isForeign: false } }
    }
  }

  /** A file that is opened for each piece of it. Throws where it is not the same any more. */
  function sourceOf(path: string, { size, mtimeMs }: FileFacts): ByteSource {
    const read: ByteSource['read'] = async (into, position) => {
      await giveWay()
      using file = await disk.openFile(path)
      if (file?.size !== size || file.mtimeMs !== mtimeMs) throw new FileChangedError()
      return await file.read(into, position)
    }
    return { size, read }
  }

  // On a disk that takes its time, all takes long.
  return { every: 2000, patience: 2, longestRest: 5000, run }
}
