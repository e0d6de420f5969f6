import type { Disk } from './disk/disk.ts'
import { readHeader } from './header.ts'
import { imageDiskPath, type Image, type Tree } from './tree.ts'

/**
 * Looks at the files behind images. What a file's header said is kept as long as its size and
 * modification time stay what they were, so a file replaced in place is noticed and every other
 * one costs a single `lstat`.
 */
export class Examiner {
  readonly #tree: Tree
  readonly #disk: Disk

  constructor(tree: Tree, disk: Disk) {
    this.#tree = tree
    this.#disk = disk
  }

  /**
   * Brings an image's size, time, type and dimensions up to date.
   * @returns false when the file is gone; then the image has left the tree.
   * @throws FILE_SYSTEM_ERROR when the disk is gone as a whole.
   */
  async examine(image: Image): Promise<boolean> {
    if (!image.present) return false
    const path = imageDiskPath(image)
    const facts = await this.#disk.fileFacts(path)
    if (facts !== undefined && facts.size === image.size && facts.mtimeMs === image.mtimeMs) {
      return image.present
    }
    if (facts !== undefined && (await this.#read(image, path))) return image.present
    await this.#disk.checkRoot()
    this.#tree.removeImage(image)
    return false
  }

  /** Reads size, time and header from one open file, so that they are of the same content. */
  async #read(image: Image, path: string): Promise<boolean> {
    const file = await this.#disk.openFile(path)
    if (file === undefined) return false
    try {
      const header = await readHeader(file.prefix)
      image.size = file.size
      image.mtimeMs = file.mtimeMs
      const problem = typeof header === 'string' ? header : undefined
      image.problem = problem
      image.type = typeof header === 'string' ? undefined : header.type
      image.width = typeof header === 'string' ? 0 : header.width
      image.height = typeof header === 'string' ? 0 : header.height
      if (problem === undefined || !image.present) this.#tree.unreadable.delete(image)
      else this.#tree.unreadable.add(image)
    } finally {
      await file.release()
    }
    return true
  }
}
