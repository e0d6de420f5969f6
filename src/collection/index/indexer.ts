import type { Prober } from './prober.ts'
import type { Folder, Image } from './tree/nodes.ts'
import type { Tree } from './tree/tree.ts'

/** How long a start is left alone, in milliseconds: the first requests come then. */
const startDelay = 1000

/** How long it rests after each file, in units of the time that the file took. */
const restFactor = 15

/** The shortest and the longest rest after a file, in milliseconds. */
const rests = { shortest: 2, longest: 500 }

/** How often it looks whether there is something to do, in milliseconds. */
const pollInterval = 1000

/** How often it looks whether the disk is free again, in milliseconds. */
const busyInterval = 50

/**
 * Probes in the background, one file at a time, the images that have never been probed. It takes a
 * small part of the time of a slow disk or processor, and rests while requests need the disk.
 */
export class Indexer {
  readonly #tree: Tree
  readonly #prober: Prober
  readonly #onIndexed: () => void
  /** The state of the tree when all of its images were known last. */
  #indexedVersion = -1
  #images: Iterator<Image, void> | undefined
  #timer: ReturnType<typeof setTimeout> | undefined
  #isStopped = false

  /** @param onIndexed is called whenever all images of a tree that has changed have been probed. */
  constructor(tree: Tree, prober: Prober, onIndexed: () => void) {
    this.#onIndexed = onIndexed
    this.#tree = tree
    this.#prober = prober
  }

  /** @param isBusy whether requests need the disk. */
  start(isBusy: () => boolean): void {
    this.#schedule(startDelay, isBusy)
  }

  stop(): void {
    this.#isStopped = true
    clearTimeout(this.#timer)
  }

  #schedule(delay: number, isBusy: () => boolean): void {
    if (this.#isStopped) return
    this.#timer = setTimeout(async () => {
      // While the disk is away there is nothing to do.
      const rest = isBusy() ? busyInterval : await this.#step().catch(() => pollInterval)
      this.#schedule(rest, isBusy)
    }, delay).unref()
  }

  /** Probes an image, if there is one. Returns how long to rest, in milliseconds. */
  async #step(): Promise<number> {
    const image = this.#next()
    if (image === undefined) return pollInterval
    const from = performance.now()
    await this.#prober.probe(image)
    const rest = restFactor * (performance.now() - from)
    return Math.min(Math.max(rest, rests.shortest), rests.longest)
  }

  #next(): Image | undefined {
    const { root, indexedCount } = this.#tree
    if (indexedCount === root.imageCount) {
      if (this.#indexedVersion !== root.version) this.#onIndexed()
      this.#indexedVersion = root.version
      return undefined
    }
    this.#images ??= unindexed(root)
    const { value } = this.#images.next()
    if (value === undefined) this.#images = undefined
    return value ?? undefined
  }
}

function* unindexed(folder: Folder): Generator<Image, void> {
  for (const image of folder.images.values()) if (!image.isIndexed) yield image
  for (const child of folder.folders.values()) yield* unindexed(child)
}
