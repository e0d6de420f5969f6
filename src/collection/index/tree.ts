import { hashName } from '../../lib/hash.ts'
import { pictureFormats, type ImageHeader, type ImageType } from '../../formats/picture-formats.ts'
import type { Obstacle } from '../../formats/format.ts'
import type { HeaderProblem } from '../../formats/registry.ts'
import { Moves } from './moves.ts'

/** Why a file can't be read at all, in words for the admin. */
export const refused = 'no permission to read it, or a fault of the disk'

/** Why a file that has a readable header can't be shown all the same. It is read again once changed. */
export const partlyUnreadable = 'the disk can not read all of it'

/** Why an image can't be shown, in words for the admin. */
export type ImageProblem = HeaderProblem | typeof refused | typeof partlyUnreadable

export const imageProblems: readonly ImageProblem[] = [
  pictureFormats.unknownFormat,
  'damaged or incomplete',
  refused,
  partlyUnreadable,
]

/** What an earlier run has saved about images. */
export interface SavedImages {
  /** Gives a new image the serial and the facts that it had; false where none were saved. */
  restore: (image: Image) => boolean
}

/** What most images have nothing of. */
interface Oddities {
  diskName: string | undefined
  problem: ImageProblem | undefined
  obstacle: Obstacle | undefined
  isUndecodable: boolean
}

const noOddities: Readonly<Oddities> = {
  diskName: undefined,
  problem: undefined,
  obstacle: undefined,
  isUndecodable: false,
}

/**
 * An image of the collection. Its size, time and header are read when it is first listed or dealt,
 * so that a start opens no file. There may be 100,000 of these: with more than twelve plain fields
 * each would take half as much memory again.
 */
export class Image {
  name: string
  folder: Folder
  /** A hash of the path that it was found under; rounds order images by it, so a move keeps it. */
  hash: number
  /** Its number in the order in which images joined the collection; rounds find newcomers by it. */
  serial = 0
  /** False once the image has left the collection. */
  present = true
  /** Bytes; -1 until the file has been probed. */
  size = -1
  mtimeMs = 0
  type: ImageType | undefined = undefined
  width = 0
  height = 0
  /** When it was taken, in seconds since 1970 by the camera's clock; 0 where EXIF has no date. */
  taken = 0
  /** With a `#`, a start with 100,000 images would take a tenth longer. */
  private oddities = noOddities

  constructor(name: string, diskName: string, folder: Folder) {
    this.name = name
    this.folder = folder
    this.hash = hashName(name, folder.hash)
    if (diskName !== name) this.diskName = diskName
  }

  /** The name on disk where it differs from `name`, which is in Unicode NFC. */
  get diskName(): string | undefined {
    return this.oddities.diskName
  }

  set diskName(diskName: string | undefined) {
    if (diskName !== this.diskName) this.#change({ diskName })
  }

  get problem(): ImageProblem | undefined {
    return this.oddities.problem
  }

  set problem(problem: ImageProblem | undefined) {
    if (problem !== this.problem) this.#change({ problem })
  }

  /** Why it can't be scaled, by its header or since a try failed; it is dealt in full only. */
  get obstacle(): Obstacle | undefined {
    return this.oddities.obstacle
  }

  set obstacle(obstacle: Obstacle | undefined) {
    if (obstacle !== this.obstacle) this.#change({ obstacle })
  }

  /** Whether it takes a decoder of the system, and that is missing or has failed. */
  get isUndecodable(): boolean {
    return this.oddities.isUndecodable
  }

  set isUndecodable(isUndecodable: boolean) {
    if (isUndecodable !== this.isUndecodable) this.#change({ isUndecodable })
  }

  #change(change: Partial<Oddities>): void {
    const changed = { ...this.oddities, ...change }
    const { diskName, problem, obstacle, isUndecodable } = changed
    const isOdd = isUndecodable || (diskName ?? problem ?? obstacle) !== undefined
    this.oddities = isOdd ? changed : noOddities
  }

  /** Whether the file has been probed, in this run or in an earlier one. */
  get isIndexed(): boolean {
    return this.size >= 0 || this.problem !== undefined
  }

  /** Whether a frame can be given the image, as far as is known without a look at the file. */
  get isDealable(): boolean {
    return this.present && this.problem === undefined && !this.isUndecodable
  }
}

/** A folder of the collection, with its folders and images. */
export class Folder {
  readonly name: string
  readonly diskName: string | undefined
  readonly parent: Folder | undefined
  /** From the root, with forward slashes; the root's is empty. */
  readonly path: string
  readonly hash: number
  readonly folders = new Map<string, Folder>()
  readonly images = new Map<string, Image>()
  /** Images in the folder and in all folders below it. */
  imageCount = 0
  /** Grows with every change in the folder or below it. */
  version = 0
  /** Grows with every name that is added to this very folder or removed from it. */
  edits = 0
  present = true
  inode = 0
  mtimeMs = 0
  /** Whether it and the folders below it are never dealt. */
  isHidden = false
  /** False while its modification time is so recent that a later change may have the same time. */
  settled = false

  constructor(name: string, diskName: string, parent: Folder | undefined) {
    this.name = name
    this.diskName = diskName === name ? undefined : diskName
    this.parent = parent
    this.path = parent === undefined ? '' : joinPath(parent.path, name)
    this.hash = parent === undefined ? 0 : hashName(name, parent.hash)
  }
}

/** Joins a folder's path and a name in it; the root's path is empty. */
export const joinPath = (folder: string, name: string) =>
  folder === '' ? name : `${folder}/${name}`

/** The path of an image from the root, as a client sees it. */
export const imagePath = (image: Image) => joinPath(image.folder.path, image.name)

/** A hash of the path that an image has at present. */
export const pathHash = (image: Image) => hashName(image.name, image.folder.hash)

/** The path of a folder below the uploads directory, with the names that the disk has. */
export function folderDiskPath(folder: Folder): string {
  if (folder.parent === undefined) return ''
  return joinPath(folderDiskPath(folder.parent), folder.diskName ?? folder.name)
}

/** The path of an image below the uploads directory, with the names that the disk has. */
export const imageDiskPath = (image: Image) =>
  joinPath(folderDiskPath(image.folder), image.diskName ?? image.name)

/** The folders and images in memory. Keeps the recursive counts right with every change. */
export class Tree {
  readonly root = new Folder('', '', undefined)
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
  readonly moves = new Moves()
  readonly #isSaved: boolean
  readonly #hasDecoder: boolean
  #saved: SavedImages | undefined

  /**
   * @param isSaved whether anybody saves what has changed, and takes it from `unsaved`.
   * @param hasDecoder whether the system has a decoder for the formats that take one.
   */
  constructor({ isSaved = true, hasDecoder = true } = {}) {
    this.#isSaved = isSaved
    this.#hasDecoder = hasDecoder
  }

  /**
   * Runs a scan that gives images what an earlier run has saved about them.
   * @param lastSerial the largest serial that an earlier run has given to an image.
   */
  recall(saved: SavedImages, lastSerial: number, scan: () => void): void {
    this.lastSerial = lastSerial
    this.#saved = saved
    scan()
    this.#saved = undefined
  }

  /** The folder at a parsed path, if there is one. */
  folderAt(segments: readonly string[]): Folder | undefined {
    let folder: Folder | undefined = this.root
    for (const name of segments) folder = folder?.folders.get(name)
    return folder
  }

  /** The image at a parsed path, if there is one. */
  imageAt(segments: readonly string[]): Image | undefined {
    return this.folderAt(segments.slice(0, -1))?.images.get(segments.at(-1) ?? '')
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

  /** Adds an image, or returns the one that has the name. */
  addImage(folder: Folder, name: string): Image {
    const existing = folder.images.get(name)
    if (existing !== undefined) return existing
    const image = this.#newImage(folder, name, name)
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
    if (this.#saved?.restore(image) !== true) this.#number(image)
    this.#noteDecodable(image)
    if (image.isIndexed) this.#count(image, 1)
    folder.images.set(name, image)
    folder.edits += 1
    return image
  }

  removeImage(image: Image): void {
    if (!image.present) return
    if (image.isIndexed) this.#count(image, -1)
    image.present = false
    image.folder.images.delete(image.name)
    image.folder.edits += 1
    this.#noteChange(pathHash(image), undefined)
    bumpVersions(image.folder, -1)
  }

  /** Moves an image into another folder or to another name. It keeps its place in every round. */
  moveImage(image: Image, folder: Folder, name: string, diskName: string | undefined = name): void {
    const before = image.folder
    if (image.present && image.isIndexed) this.#count(image, -1)
    this.#noteChange(pathHash(image), undefined)
    // A scan between the move on the disk and this one may have removed it, or found it anew.
    if (before.images.get(image.name) === image) {
      before.images.delete(image.name)
      before.edits += 1
      bumpVersions(before, -1)
    }
    const found = folder.images.get(name)
    if (found !== undefined) this.removeImage(found)
    image.folder = folder
    image.name = name
    image.diskName = diskName === name ? undefined : diskName
    image.present = folder.present
    if (image.present && image.isIndexed) this.#count(image, 1)
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
      this.moveFolder(child, moved, child.name, child.diskName ?? child.name)
    }
    for (const image of folder.images.values()) {
      this.moveImage(image, moved, image.name, image.diskName)
    }
    this.removeFolder(folder)
    return moved
  }

  removeFolder(folder: Folder): void {
    if (!folder.present || folder.parent === undefined) return
    for (const child of folder.folders.values()) this.removeFolder(child)
    for (const image of folder.images.values()) this.removeImage(image)
    folder.present = false
    folder.parent.folders.delete(folder.name)
    folder.parent.edits += 1
    this.folderCount -= 1
    bumpVersions(folder.parent)
  }

  /** Hides a folder and those below it from frames, or shows them again as newcomers. */
  hideFolder(folder: Folder, isHidden: boolean): void {
    if (folder.isHidden === isHidden) return
    folder.isHidden = isHidden
    bumpVersions(folder)
    if (!isHidden) eachImage(folder, (image) => this.#number(image))
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
  noteFacts(
    image: Image,
    { size, mtimeMs }: { size: number; mtimeMs: number },
    header: ImageHeader | ImageProblem,
  ): void {
    if (image.isIndexed) {
      this.#count(image, -1)
      // A listing that was made before describes another file.
      if (image.size !== size || image.mtimeMs !== mtimeMs) bumpVersions(image.folder)
    }
    const isProblem = typeof header === 'string'
    image.size = size
    image.mtimeMs = mtimeMs
    image.problem = isProblem ? header : undefined
    image.type = isProblem ? undefined : header.type
    image.width = isProblem ? 0 : header.width
    image.height = isProblem ? 0 : header.height
    image.taken = isProblem ? 0 : header.taken
    image.obstacle = isProblem ? undefined : header.obstacle
    this.#noteDecodable(image)
    this.#count(image, 1)
    this.#noteChange(pathHash(image), image)
  }

  /** Notes that an image could not be scaled, unless its file has changed since. */
  noteObstacle(
    image: Image,
    { size, mtimeMs }: { size: number; mtimeMs: number },
    obstacle: Obstacle,
  ): void {
    if (image.size !== size || image.mtimeMs !== mtimeMs) return
    image.obstacle = obstacle
    this.#noteDecodable(image)
    this.#noteChange(pathHash(image), image)
  }

  /** Yields all folders, each before the folders in it. */
  *allFolders(folder = this.root): Generator<Folder> {
    yield folder
    for (const child of folder.folders.values()) yield* this.allFolders(child)
  }

  #number(image: Image): void {
    this.lastSerial += 1
    image.serial = this.lastSerial
    this.#noteChange(pathHash(image), image)
  }

  #noteDecodable(image: Image): void {
    const { type, obstacle } = image
    image.isUndecodable =
      type !== undefined &&
      pictureFormats.needsDecoder(type) &&
      (obstacle !== undefined || !this.#hasDecoder)
  }

  #noteChange(hash: number, image: Image | undefined): void {
    if (this.#isSaved) this.unsaved.set(hash, image?.present === true ? image : undefined)
  }

  /** Counts an image that has been probed in or out, as long as it is in the collection. */
  #count(image: Image, by: 1 | -1): void {
    if (!image.present) return
    this.indexedCount += by
    if (by === -1) this.unreadable.delete(image)
    else if (image.problem !== undefined) this.unreadable.add(image)
  }
}

/**
 * Records a change in a folder and in every folder above it, up to one that has left the
 * collection.
 */
export function bumpVersions(folder: Folder, images = 0): void {
  let each: Folder | undefined = folder
  for (; each !== undefined; each = each.present ? each.parent : undefined) {
    each.imageCount += images
    each.version += 1
  }
}

/** Calls `visit` for every image in a folder and below it. */
export function eachImage(folder: Folder, visit: (image: Image) => void): void {
  for (const image of folder.images.values()) visit(image)
  for (const child of folder.folders.values()) eachImage(child, visit)
}
