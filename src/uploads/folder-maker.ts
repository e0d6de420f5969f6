import { AppError } from '../errors.ts'
import type { Undo } from '../lib/all-or-nothing.ts'
import type { Disk } from '../disk/disk.ts'
import { isUnfitName } from '../disk/file-system-error.ts'
import { joinPath, type Folder } from '../library/tree/nodes.ts'
import type { Tree } from '../library/tree/tree.ts'
import { prohibitedChars } from '../disk/paths.ts'

/** Makes the error of a folder name that can't be used, with the characters that none may hold. */
export const invalidFolderName = (sentence?: string) =>
  new AppError('INVALID_FOLDER_NAME', sentence, {
    details: { prohibitedChars: [...prohibitedChars] },
  })

/** Makes the error of a folder whose path, or that of one in it, gets too long or too deep. */
export const tooLong = () =>
  invalidFolderName(
    'The path of this folder, or of one in it, would be too long, or lie too deep. Use a shorter one.',
  )

/** Makes folders on the disk and in the tree. The caller lets one change run at a time. */
export class FolderMaker {
  readonly #disk: Disk
  readonly #tree: Tree

  constructor(disk: Disk, tree: Tree) {
    this.#disk = disk
    this.#tree = tree
  }

  /**
   * Makes a folder, and those above it where they are missing.
   * @param onFailure is given how to take back each folder that was made.
   * @throws INVALID_FOLDER_NAME when something else has the name of one, or nothing in it could be
   * reached; FILE_SYSTEM_ERROR.
   */
  async make(segments: readonly string[], onFailure: (undo: Undo) => void): Promise<Folder> {
    let folder = this.#tree.root
    // What is below is asked for on the way.
    await this.#disk.refresh('')
    for (const name of segments) {
      const child = await this.#existing(folder.folders.get(name))
      folder = child ?? (await this.#makeOne(folder, name, onFailure))
      if (!this.#disk.reachesInto(folder.diskPath)) throw tooLong()
    }
    return folder
  }

  /** Gives the folder if the disk still has it: another program may have deleted it meanwhile. */
  async #existing(folder: Folder | undefined): Promise<Folder | undefined> {
    if (folder === undefined || (await this.#disk.folderFacts(folder.diskPath))) {
      return folder
    }
    await this.#disk.checkRoot()
    this.#tree.removeFolder(folder)
    return undefined
  }

  async #makeOne(parent: Folder, name: string, onFailure: (undo: Undo) => void): Promise<Folder> {
    const parentPath = parent.diskPath
    // A Mac may have just copied it: of two that differ in their form only, one is not shown.
    const otherForm = await this.#disk.nameInOtherForm(parentPath, name)
    const isMade = otherForm === undefined && (await this.#tryToMake(joinPath(parentPath, name)))
    if (isMade) onFailure(() => this.#disk.removeEmptyFolder(joinPath(parentPath, name)))
    // A disk that ignores case may have the folder under another spelling.
    const spelling = isMade ? name : await this.#disk.nameOnDisk(parentPath, name)
    const diskName = otherForm ?? spelling ?? name
    const facts = await this.#disk.folderFacts(joinPath(parentPath, diskName))
    if (facts === undefined) {
      await this.#disk.checkNoFolder(joinPath(parentPath, diskName))
      throw invalidFolderName('A file has the name of this folder. Choose another name.')
    }
    const folder = this.#tree.addFolder(parent, diskName.normalize('NFC'), diskName)
    folder.inode = facts.inode
    folder.mtimeMs = facts.mtimeMs
    if (isMade) onFailure(async () => this.#tree.removeFolder(folder))
    return folder
  }

  async #tryToMake(path: string): Promise<boolean> {
    try {
      return await this.#disk.makeFolder(path)
    } catch (error) {
      if (!isUnfitName(error)) throw error
      throw invalidFolderName(
        'The disk can not hold a folder of this name. Use a shorter one, or plain letters and digits.',
      )
    }
  }
}
