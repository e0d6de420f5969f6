import { forEachParallel } from '../lib/waiting/for-each.ts'
import { Queue } from '../lib/waiting/queue.ts'
import type { Disk } from '../disk/disk.ts'
import type { FileFacts } from '../disk/files/facts.ts'
import { isRefusal } from '../disk/file-system-error.ts'
import { pictureFormats, type ImageHeader } from '../formats/picture-formats.ts'
import {
  partlyUnreadable,
  refused,
  type Folder,
  type Image,
  type ImageProblem,
} from './tree/nodes.ts'
import type { Tree } from './tree/tree.ts'

/** How many files are probed at a time by all who probe many. */
const breadth = 8

/** How many files of one folder are told of that can't be read: where another user has copied it, all are. */
const maxTold = 10

/**
 * Looks at the files behind images. What a file's header said is kept as long as its size and
 * modification time stay what they were, so a file replaced in place is noticed and every other
 * one costs a single `lstat`.
 */
export class Prober {
  readonly #tree: Tree
  readonly #disk: Disk
  readonly #onRefused: (error: unknown) => void
  /** How many files of a folder were told of. */
  readonly #told = new WeakMap<Folder, number>()
  readonly #looks = new Queue<boolean>()
  readonly #many = new Queue<boolean>({ concurrency: breadth })

  /** @param onRefused receives why a file can't be read, once, and for a few of each folder. */
  constructor(tree: Tree, disk: Disk, onRefused: (error: unknown) => void = () => undefined) {
    this.#onRefused = onRefused
    this.#tree = tree
    this.#disk = disk
  }

  /**
   * Brings an image's size, time, type and dimensions up to date. One that is whole at last, or
   * can be read at last, joins the running rounds as if it had just been added.
   * @returns false when the file is gone; then the image has left the tree.
   * @throws FILE_SYSTEM_ERROR when the disk is gone as a whole.
   */
  async probe(image: Image): Promise<boolean> {
    if (!image.present) return false
    if (image.size >= 0 && image.problem !== refused) {
      // Nearly always this shows what is known: then there is nothing to share or to note. What the
      // disk refuses is met again in the closer look, which deals with it.
      const facts = await this.#disk.fileFacts(image.diskPath).catch(() => undefined)
      if (facts?.size === image.size && facts.mtimeMs === image.mtimeMs) return true
    }
    return this.#looks.run(image, {}, () => this.#lookAgain(image))
  }

  /**
   * Reads the header of a damaged image again, though its file seems the same: a backup has its size
   * and time, too. One with a bad sector is left alone, as only a reading to its end tells.
   * @throws FILE_SYSTEM_ERROR when the disk is gone as a whole.
   */
  async probeDamaged(image: Image): Promise<void> {
    if (!image.present || image.problem === partlyUnreadable) return
    await this.#looks.run(image, {}, () => this.#lookAgain(image))
  }

  /**
   * Probes many images, a few at a time whoever asks: the one picture that a frame asks for waits for
   * few of them.
   * @param begin is called before each, and ends it all where it throws.
   */
  async probeAll(images: Iterable<Image>, begin: () => void = () => undefined): Promise<void> {
    await forEachParallel(images, async (image) => {
      begin()
      await this.#many.run(image, {}, () => this.probe(image))
    })
  }

  async #lookAgain(image: Image): Promise<boolean> {
    try {
      if (await this.#find(image)) return image.present
    } catch (error) {
      // One file that can't be read must not take the listing and the deal of all others with it.
      if (!isRefusal(error)) throw error
      await this.#disk.checkRoot()
      if (image.problem !== refused) this.#tell(image, error)
      this.#note(image, image, refused)
      return image.present
    }
    this.#tree.removeImage(image)
    return false
  }

  #tell({ folder }: Image, error: unknown): void {
    const told = this.#told.get(folder) ?? 0
    if (told === maxTold) return
    this.#told.set(folder, told + 1)
    this.#onRefused(error)
  }

  /** Looks until the file is found, or is missing twice at one path. */
  async #find(image: Image): Promise<boolean> {
    for (let missingAt: string | undefined; ;) {
      const path = image.diskPath
      if (await this.#read(image, path)) return true
      if (path === missingAt) return false
      missingAt = path
      await this.#tree.moves.finished()
      // The disk may have come back since: gone is what is missing on one that is there.
      await this.#disk.checkRoot()
    }
  }

  /** Reads size, time and header from one open file, so that they are of the same content. */
  async #read(image: Image, path: string): Promise<boolean> {
    using file = await this.#disk.openFile(path)
    if (file === undefined) return false
    this.#note(image, file, await pictureFormats.readHeader(file))
    return true
  }

  #note(image: Image, file: FileFacts, header: ImageHeader | ImageProblem): void {
    const isSame = file.size === image.size && file.mtimeMs === image.mtimeMs
    // What can't be read is looked at again and again. What is noted is written to the disk.
    if (isSame && header === image.problem) return
    const wasReadable = image.isReadable
    this.#tree.noteFacts(image, file, header)
    if (!wasReadable && image.isReadable) this.#tree.renew(image)
  }
}
