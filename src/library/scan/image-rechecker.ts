import type { Prober } from '../prober.ts'
import { imagesBelow, type Image } from '../tree/nodes.ts'
import type { Tree } from '../tree/tree.ts'

/** How many unreadable images are looked at again in one check. */
const retries = 1000

/** How many images of folders that have not changed are looked at again in one check. */
const verified = 500

/** Looks again at some images in each check, for changes that show in no folder. */
export class ImageRechecker {
  readonly #prober: Prober
  readonly #unreadable: () => Image[]
  readonly #all: () => Image[]

  constructor(tree: Tree, prober: Prober) {
    this.#prober = prober
    this.#unreadable = someOf(() => [...tree.unreadable].values(), retries)
    this.#all = someOf(() => imagesBelow(tree.root), verified)
  }

  /** Looks at the next of those that can't be read, and at the next of all. */
  async recheckSome(): Promise<void> {
    // A half-copied picture is tried again when it has grown, and dealt in the running rounds.
    await this.#prober.probeAll(this.#unreadable())
    // For those that were overwritten in place.
    await this.recheckKnown(this.#all())
  }

  /** Looks at those that have been probed; the others come in their time. */
  async recheckKnown(images: Iterable<Image>): Promise<void> {
    await this.#prober.probeAll([...images].filter((image) => image.isIndexed))
  }
}

/** Makes the function that gives the next images on a way round all, so many at a time. */
function someOf(all: () => Iterator<Image, void>, count: number): () => Image[] {
  let way: Iterator<Image, void> | undefined
  return () => {
    const left = (way ??= all())
    const images = Array.from({ length: count }, () => left.next().value ?? []).flat()
    if (images.length < count) way = undefined
    return images
  }
}
