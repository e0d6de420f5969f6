import { pictureFormats, type ImageHeader } from '../../formats/picture-formats.ts'
import type { Obstacle } from '../../formats/format.ts'
import type { FileFacts } from '../../disk/files/facts.ts'
import { parsePath, trashFolder } from '../../disk/paths.ts'
import { Mutex } from '../../lib/waiting/mutex.ts'
import { TagTable } from '../facts/tag-table.ts'
import { bumpVersions, imagesBelow, Folder, Image, pathHash, type ImageProblem } from './nodes.ts'

/** The folders and images in memory. Keeps the recursive counts right with every change. */
export class Tree {
  readonly root = new Folder('', '', undefined)
  /** What can be restored, by its ids: images keep their places in rounds, and what is known of them. */
  readonly trash = new Folder(trashFolder, trashFolder, new Folder('', '', undefined))
  /** Folders, the root not counted. */
  folderCount = 0
  /** The serial of the image that joined last. */
  lastSerial = 0
  /** Images whose header could not be read by the last probe. */
  readonly unreadable = new Set<Image>()
  /** How many images have been probed. */
  indexedCount = 0
  /**
   * The images that have changed or come since they were last saved, by the hashes of their paths;
   * `undefined` for a path that no image has any more.
   */
  readonly unsaved = new Map<number, Image | undefined>()
  /**
   * Knows whether files are on their way: the disk has them by their new path then, and the tree still
   * by the old one. Whoever misses a file waits until these are finished before it counts as gone.
   */
  readonly moves = new Mutex()
  /** What images are tagged with, and what somebody wrote to them. */
  readonly tags: TagTable
  readonly #isSaved: boolean
  readonly #hasDecoder: boolean
  #restore: ((image: Image) => boolean) | undefined

  /**
   * @param isSaved whether anybody saves what has changed, and takes it from `unsaved`.
   * @param hasDecoder whether the system has a decoder for the formats that take one.
   * @param tags what an earlier run has saved.
   */
  constructor({ isSaved = true, hasDecoder = true, tags = new TagTable() } = {}) {
    this.tags = tags
    this.#isSaved = isSaved
    this.#hasDecoder = hasDecoder
    this.trash.present = false
    this.trash.isTrashed = true
  }

  /**
   * Runs a scan that gives images what an earlier run has saved about them.
   * @param restore gives a new image the serial and the facts that it had; false where none were saved.
   * @param lastSerial the largest serial that an earlier run has given to an image.
   */
  recall(restore: (image: Image) => boolean, lastSerial: number, scan: () => void): void {
    this.lastSerial = lastSerial
    this.#restore = restore
    scan()
    this.#restore = undefined
  }

  /** The folder that a client's path names, if there is one; the root's path is empty. */
  findFolder(path: string): Folder | undefined {
    const segments = parsePath(path)
    return segments && this.#folderAt(segments)
  }

  /** The image that a client's path names, if there is one. */
  findImage(path: string): Image | undefined {
    // Most paths are exactly as they were listed, and need no parsing.
    const asGiven = this.imageAt(path.split('/'))
    if (asGiven !== undefined) return asGiven
    const segments = parsePath(path)
    return segments && this.imageAt(segments)
  }

  #folderAt(segments: readonly string[]): Folder | undefined {
    const { folder, below } = this.nearest(segments)
    return below.length === 0 ? folder : undefined
  }

  /** The last folder that there is on a path, and the names that would lead on from it. */
  nearest(segments: readonly string[]): { folder: Folder; below: string[] } {
    let folder = this.root
    const below = [...segments]
    for (let child; (child = folder.folders.get(below[0] ?? '')); below.shift()) folder = child
    return { folder, below }
  }

  /** The image at a parsed path, if there is one. */
  imageAt(segments: readonly string[]): Image | undefined {
    return this.#folderAt(segments.slice(0, -1))?.images.get(segments.at(-1) ?? '')
  }

  /** Adds a folder, or returns the one that has the name. */
  addFolder(parent: Folder, name: string, diskName = name): Folder {
    const existing = parent.folders.get(name)
    if (existing !== undefined) return existing
    const folder = new Folder(name, diskName, parent)
    folder.present = parent.present
    parent.folders.set(name, folder)
    parent.edits += 1
    if (folder.present) this.folderCount += 1
    bumpVersions(parent)
    return folder
  }

  /** Called with each image that is added. */
  onAdd: ((image: Image) => void) | undefined

  /** Called with each image whose file is gone, before it is removed. */
  onGone: ((image: Image) => void) | undefined

  /** Adds an image, or returns the one that has the name. */
  addImage(folder: Folder, name: string, diskName = name): Image {
    const existing = folder.images.get(name)
    if (existing !== undefined) return existing
    const image = this.#newImage(folder, name, diskName)
    bumpVersions(folder, 1)
    return image
  }

  /**
   * Adds images under names that the folder does not have.
   * @param diskNames the name on disk of each that has another one there.
   */
  addImages(
    folder: Folder,
    names: readonly string[],
    diskNames?: ReadonlyMap<string, string>,
  ): void {
    if (names.length === 0) return
    for (const name of names) this.#newImage(folder, name, diskNames?.get(name) ?? name)
    bumpVersions(folder, names.length)
  }

  #newImage(folder: Folder, name: string, diskName: string): Image {
    const image = new Image(name, diskName, folder)
    image.present = folder.present
    if (this.#restore?.(image) !== true) this.#number(image)
    else if (!this.tags.isComplete) this.#forgetFacts(image)
    this.#noteDecodable(image)
    if (image.isIndexed) this.#count(image, 1)
    folder.images.set(name, image)
    folder.edits += 1
    this.onAdd?.(image)
    return image
  }

  /** @param isGone whether its file is, too: a disk may have been mounted over it. */
  removeImage(image: Image, isGone = true): void {
    if (image.folder.images.get(image.name) !== image) return
    if (isGone) this.onGone?.(image)
    if (image.isIndexed) this.#count(image, -1)
    image.present = false
    image.folder.images.delete(image.name)
    image.folder.edits += 1
    this.#noteChange(pathHash(image), undefined)
    bumpVersions(image.folder, -1)
  }

  /** Moves an image into another folder or to another name. It keeps its place in every round. */
  moveImage(image: Image, folder: Folder, name: string, diskName = name): void {
    // A scan between the move on the disk and this one may have removed it, or found it anew.
    this.removeImage(image, false)
    const found = folder.images.get(name)
    if (found !== undefined) this.removeImage(found)
    image.folder = folder
    image.name = name
    image.note({ diskName: diskName === name ? undefined : diskName })
    image.present = folder.present
    if (image.isIndexed) this.#count(image, 1)
    this.#noteChange(pathHash(image), image)
    folder.images.set(name, image)
    folder.edits += 1
    bumpVersions(folder, 1)
  }

  /** Moves a folder with all that it holds. Returns the folder that takes its place. */
  moveFolder(folder: Folder, parent: Folder, name: string, diskName = name): Folder {
    const moved = this.addFolder(parent, name, diskName)
    moved.inode = folder.inode
    moved.isHidden = folder.isHidden
    for (const child of folder.folders.values()) {
      this.moveFolder(child, moved, child.name, child.diskName)
    }
    for (const image of folder.images.values()) {
      this.moveImage(image, moved, image.name, image.diskName)
    }
    this.removeFolder(folder)
    return moved
  }

  /** Removes an image or a folder whose file is gone, if there is one. */
  remove(node: Image | Folder | undefined): void {
    if (node instanceof Image) this.removeImage(node)
    else if (node !== undefined) this.removeFolder(node)
  }

  /** @param isGone as of an image. */
  removeFolder(folder: Folder, isGone = true): void {
    if (folder.parent?.folders.get(folder.name) !== folder) return
    for (const child of folder.folders.values()) this.removeFolder(child, isGone)
    for (const image of folder.images.values()) this.removeImage(image, isGone)
    if (folder.present) this.folderCount -= 1
    folder.present = false
    folder.parent.folders.delete(folder.name)
    folder.parent.edits += 1
    bumpVersions(folder.parent)
  }

  /** Hides a folder and those below it from frames, or shows them again as newcomers. */
  hideFolder(folder: Folder, isHidden: boolean): void {
    if (folder.isHidden === isHidden) return
    folder.isHidden = isHidden
    bumpVersions(folder)
    if (isHidden) return
    for (const image of imagesBelow(folder)) this.#number(image)
  }

  /** Makes an image a newcomer again, so that running rounds deal it once more. */
  renew(image: Image): void {
    this.#number(image)
    bumpVersions(image.folder)
  }

  /**
   * Notes what a probe has found: the size and the time of the file, and what its header said or
   * why it can't be shown.
   */
  noteFacts(image: Image, { size, mtimeMs }: FileFacts, header: ImageHeader | ImageProblem): void {
    if (image.isIndexed) {
      this.#count(image, -1)
      // A listing that was made before describes another file.
      if (image.size !== size || image.mtimeMs !== mtimeMs) bumpVersions(image.folder)
    }
    const problem = typeof header === 'string' ? header : undefined
    const known: Partial<ImageHeader> = typeof header === 'string' ? {} : header
    const { type, width = 0, height = 0, taken = 0, rating = 0, obstacle } = known
    Object.assign(image, { size, mtimeMs, type, width, height, taken })
    image.note({ problem, rating, obstacle })
    this.tags.note(image.serial, known.tags ?? [], known.description)
    this.#noteDecodable(image)
    this.#count(image, 1)
    this.#noteChange(pathHash(image), image)
  }

  /** Notes that an image could not be scaled, unless its file has changed since. */
  noteObstacle(image: Image, { size, mtimeMs }: FileFacts, obstacle: Obstacle): void {
    if (image.size !== size || image.mtimeMs !== mtimeMs) return
    image.note({ obstacle })
    this.#noteDecodable(image)
    this.#noteChange(pathHash(image), image)
  }

  /** Yields all folders, each before the folders in it. */
  *allFolders(folder = this.root): Generator<Folder> {
    yield folder
    for (const child of folder.folders.values()) yield* this.allFolders(child)
  }

  /** Has an image probed again, which keeps its place in rounds. */
  #forgetFacts(image: Image): void {
    image.size = -1
    image.note({ problem: undefined })
    this.#noteChange(pathHash(image), image)
  }

  #number(image: Image): void {
    this.lastSerial += 1
    this.tags.renumber(image.serial, this.lastSerial)
    image.serial = this.lastSerial
    this.#noteChange(pathHash(image), image)
  }

  #noteDecodable(image: Image): void {
    const { type, obstacle } = image
    const isUndecodable =
      type !== undefined &&
      pictureFormats.decoderTypes.has(type) &&
      (obstacle !== undefined || !this.#hasDecoder)
    if (isUndecodable !== image.isUndecodable) image.note({ isUndecodable })
  }

  #noteChange(hash: number, image: Image | undefined): void {
    if (!this.#isSaved) return
    const isKept = image !== undefined && (image.present || image.folder.isTrashed)
    this.unsaved.set(hash, isKept ? image : undefined)
  }

  /** Counts an image that has been probed in or out, as long as it is in the collection. */
  #count(image: Image, by: 1 | -1): void {
    if (!image.present) return
    this.indexedCount += by
    if (by === -1) this.unreadable.delete(image)
    else if (image.problem !== undefined) this.unreadable.add(image)
  }
}
