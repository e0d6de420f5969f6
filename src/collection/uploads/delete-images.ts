import type { Disk } from '../disk/disk.ts'
import { findFolder, findImage } from '../index/lookup.ts'
import { imageDiskPath, type Tree } from '../index/tree.ts'
import type { Deletion, DeletionResult } from '../types.ts'

const publicPrefix = '/uploads/'

/** Deletes images. The caller sees to it that one request does so at a time. */
export class Remover {
  readonly #disk: Disk
  readonly #tree: Tree

  constructor(disk: Disk, tree: Tree) {
    this.#disk = disk
    this.#tree = tree
  }

  /**
   * Deletes images for good, and reports each path as it was sent.
   * @throws FILE_SYSTEM_ERROR when the disk refuses one; those before it are gone then.
   */
  async remove(paths: readonly string[]): Promise<DeletionResult> {
    const deletedImages: Deletion[] = []
    for (const path of paths) deletedImages.push(await this.#removeOne(path))
    const sizes = deletedImages.flatMap((record) => ('size' in record ? [record.size] : []))
    const totalSize = sizes.reduce((sum, size) => sum + size, 0)
    return { deletedImages, totalDeleted: sizes.length, totalSize }
  }

  async #removeOne(sent: string): Promise<Deletion> {
    const notFound = (error: string): Deletion => ({ path: sent, status: 'not_found', error })
    const path = sent.startsWith(publicPrefix) ? sent.slice(publicPrefix.length) : sent
    const image = findImage(this.#tree, path)
    if (image === undefined) {
      const isFolder = findFolder(this.#tree, path) !== undefined
      return notFound(
        isFolder ? 'This is a folder; only images are deleted.' : 'There is no such image.',
      )
    }
    const size = await this.#disk.remove(imageDiskPath(image))
    if (size === undefined) await this.#disk.checkRoot()
    this.#tree.removeImage(image)
    return size === undefined
      ? notFound('There is no such image.')
      : { path: sent, status: 'deleted', size }
  }
}
