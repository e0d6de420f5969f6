import type { FolderFacts } from '../../disk/files/facts.ts'
import { fileNames } from '../../disk/file-names.ts'
import type { FolderNames } from '../../disk/files/folder-names.ts'
import { byVisibleName, hasRoom, joinPath, noRoom } from '../../disk/paths.ts'
import type { Folder } from '../tree/nodes.ts'
import type { Tree } from '../tree/tree.ts'

/** Modification times count in steps of up to two seconds (FAT). */
const coarsestTime = 2500

/** Brings folders of the tree into line with what the disk says of them. */
export class FolderUpdater {
  readonly #tree: Tree
  readonly #onNotice: (notice: string) => void

  /** @param onNotice receives what the admin should know, in words. */
  constructor(tree: Tree, onNotice: (notice: string) => void) {
    this.#tree = tree
    this.#onNotice = onNotice
  }

  /**
   * Notes what is known of a folder itself.
   * @param now when the facts were asked for: what is changed later must be seen later.
   */
  noteFacts(folder: Folder, { inode, mtimeMs, ctimeMs }: FolderFacts, now: number): void {
    Object.assign(folder, { inode, mtimeMs, ctimeMs })
    folder.hasStableTime = [mtimeMs, ctimeMs].every((time) => Math.abs(now - time) > coarsestTime)
  }

  /**
   * Takes out what is gone and adds what is new. Gives the new folders.
   * @param isSame false where another folder has its path, as when a disk is mounted there or taken
   * away: then what is missing may still exist.
   */
  takeIn(folder: Folder, names: FolderNames, isSame = true): Folder[] {
    const folderNames = byVisibleName(names.folders)
    for (const child of folder.folders.values()) {
      if (folderNames.get(child.name) !== child.diskName) this.#tree.removeFolder(child, isSame)
    }
    const added: Folder[] = []
    const faults: Folder['faults'] = []
    for (const [name, diskName] of folderNames) {
      const path = joinPath(folder.path, name)
      if (!hasRoom(path)) faults.push({ path, error: noRoom })
      else if (!folder.folders.has(name)) added.push(this.#tree.addFolder(folder, name, diskName))
    }
    this.noteFaults(folder, faults)
    const images = names.files.filter((name) => fileNames.isImage(name))
    this.#compareImages(folder, images, isSame)
    this.#tree.hideFolder(folder, names.isHidden)
    return added
  }

  /** Notes what is passed over, and gives notice of it once. */
  noteFaults(folder: Folder, faults: Folder['faults']): void {
    const known = new Set(folder.faults.map(({ path }) => path))
    for (const { path, error } of faults) if (!known.has(path)) this.#onNotice(`${path}: ${error}`)
    folder.faults = faults
  }

  #compareImages(folder: Folder, diskNames: readonly string[], isSame: boolean): void {
    // Nothing to compare: so a start finds nearly every folder.
    if (folder.images.size === 0 && diskNames.every(isVisibleAsIs)) {
      return this.#tree.addImages(folder, diskNames)
    }
    const imageNames = byVisibleName(diskNames)
    for (const image of folder.images.values()) {
      if (imageNames.get(image.name) !== image.diskName) this.#tree.removeImage(image, isSame)
    }
    for (const name of folder.images.keys()) imageNames.delete(name)
    this.#tree.addImages(folder, [...imageNames.keys()], imageNames)
  }
}

const isVisibleAsIs = (diskName: string) => diskName.normalize('NFC') === diskName
