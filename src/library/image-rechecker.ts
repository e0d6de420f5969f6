import { forEachParallel } from '../lib/waiting/for-each.ts'
import type { Prober } from './prober.ts'
import { imagesBelow, type Image } from './tree/nodes.ts'
import type { Tree } from './tree/tree.ts'

/** How many unreadable images are looked at again in one check. */
const retries = 1000

/** How many images of folders that have not changed are looked at again in one check. */
const verified = 500

/** Looks again at some images in each check, for changes that show in no folder. */
export class ImageRechecker {
  readonly #tree: Tree
  readonly #prober: Prober
  #retryFrom = 0
  /** Goes through all images in turn, for those that were overwritten in place. */
  #toVerify: Iterator<Image, void> | undefined

  constructor(tree: Tree, prober: Prober) {
    this.#tree = tree
    this.#prober = prober
  }

  /** Looks at the next of those that can't be read, and at the next of all. */
  async recheckSome(): Promise<void> {
    await this.#retryUnreadable()
    await this.recheckKnown(this.#nextToVerify())
  }

  /** Looks at those that have been probed; the others come in their time. */
  async recheckKnown(images: Iterable<Image>): Promise<void> {
    await this.#probeAll([...images].filter((image) => image.isIndexed))
  }

  /** A half-copied picture is tried again when it has grown, and dealt in the running rounds. */
  async #retryUnreadable(): Promise<void> {
    const all = [...this.#tree.unreadable]
    if (this.#retryFrom >= all.length) this.#retryFrom = 0
    const some = all.slice(this.#retryFrom, this.#retryFrom + retries)
    this.#retryFrom += some.length
    await this.#probeAll(some)
  }

  async #probeAll(images: readonly Image[]): Promise<void> {
    await forEachParallel(images, async (image) => void (await this.#prober.probeOneOfMany(image)))
  }

  /** Takes the next images on a way round all of them. */
  #nextToVerify(): Image[] {
    const way = (this.#toVerify ??= imagesBelow(this.#tree.root))
    const images = Array.from({ length: verified }, () => way.next().value ?? []).flat()
    if (images.length < verified) this.#toVerify = undefined
    return images
  }
}
