import { hashName } from '../../lib/hash.ts'
import type { KnownImages } from '../shuffle/saved-rounds.ts'
import type { ImageHeader, ImageType } from '../../formats/picture-formats.ts'
import type { HeaderProblem } from '../../formats/registry.ts'

/** Why an image can't be shown, in words for the admin. */
export type ImageProblem = HeaderProblem | 'no permission to read it, or a fault of the disk'

/**
 * An image of the collection. Its size, time and header are read when it is first listed or dealt,
 * so that a start opens no file. Holds plain fields only: there may be 100,000 of these.
 */
export class Image {
  name: string
  /** The name on disk where it differs from `name`, which is in Unicode NFC. */
  diskName: string | undefined
  folder: Folder
  /** A hash of the path that it was found under; rounds order images by it, so a move keeps it. */
  readonly hash: number
  /** Its number in the order in which images joined the collection; rounds find newcomers by it. */
  serial: number
  /** False once the image has left the collection. */
  present = true
  /** Bytes; -1 until the file has been probed. */
  size = -1
  mtimeMs = 0
  type: ImageType | undefined = undefined
  width = 0
  height = 0
  problem: ImageProblem | undefined = undefined

  constructor(name: string, diskName: string, folder: Folder, serial: number) {
    this.name = name
    this.diskName = diskName === name ? undefined : diskName
    this.folder = folder
    this.hash = hashName(name, folder.hash)
    this.serial = serial
  }

  /** Whether a frame can be given the image, as far as is known without a look at the file. */
  get isDealable(): boolean {
    return this.present && this.problem === undefined
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
  #serialOf: (hash: number) => number | undefined = () => undefined

  /** Runs a scan that gives images the serials that they had in an earlier run. */
  recall(known: KnownImages, scan: () => void): void {
    this.lastSerial = known.lastSerial
    this.#serialOf = known.serialOf
    scan()
    this.#serialOf = () => undefined
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
    const image = new Image(name, diskName, folder, 0)
    image.serial = this.#serialOf(image.hash) ?? this.#nextSerial()
    image.present = folder.present
    folder.images.set(name, image)
    folder.edits += 1
    return image
  }

  removeImage(image: Image): void {
    if (!image.present) return
    image.present = false
    image.folder.images.delete(image.name)
    image.folder.edits += 1
    this.unreadable.delete(image)
    bumpVersions(image.folder, -1)
  }

  /** Moves an image into another folder or to another name. It keeps its place in every round. */
  moveImage(image: Image, folder: Folder, name: string, diskName: string | undefined = name): void {
    const before = image.folder
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
    folder.images.set(name, image)
    folder.edits += 1
    bumpVersions(folder, 1)
  }

  /** Moves a folder with all that it holds. Returns the folder that takes its place. */
  moveFolder(folder: Folder, parent: Folder, name: string, diskName = name): Folder {
    const moved = this.addFolder(parent, name, diskName)
    moved.inode = folder.inode
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

  /** Makes an image a newcomer again, so that running rounds deal it once more. */
  renew(image: Image): void {
    image.serial = this.#nextSerial()
    bumpVersions(image.folder)
  }

  /** Notes what an image's header said, or why it can't be shown. */
  noteHeader(image: Image, header: ImageHeader | ImageProblem): void {
    const isProblem = typeof header === 'string'
    image.problem = isProblem ? header : undefined
    image.type = isProblem ? undefined : header.type
    image.width = isProblem ? 0 : header.width
    image.height = isProblem ? 0 : header.height
    if (isProblem && image.present) this.unreadable.add(image)
    else this.unreadable.delete(image)
  }

  /** Yields all folders, each before the folders in it. */
  *allFolders(folder = this.root): Generator<Folder> {
    yield folder
    for (const child of folder.folders.values()) yield* this.allFolders(child)
  }

  #nextSerial(): number {
    this.lastSerial += 1
    return this.lastSerial
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
