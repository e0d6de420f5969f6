import type { MonotonicClock } from '../lib/clock.ts'
import type { Prober } from './prober.ts'
import type { Folder, Image } from './tree/nodes.ts'
import type { Tree } from './tree/tree.ts'

/** How long a start is left alone, in milliseconds: the first requests come then. */
const startDelay = 1000

/** How long it rests, in units of the time that it has worked. */
const restFactors = { asked: 15, alone: 1 }

/** How long it works at a time while nobody asks, in milliseconds. */
const stretch = 10

/** The shortest and the longest rest, in milliseconds. */
const rests = { shortest: 2, longest: 500 }

/** How often it looks whether there is something to do, in milliseconds. */
const pollInterval = 1000

/** How often it looks whether the disk is free again, in milliseconds. */
const busyInterval = 50

/** What requests do at the moment. */
export interface Demand {
  /** Whether any needs the disk. */
  isBusy: () => boolean
  /** Whether there have been any lately. */
  isAsked: () => boolean
}

/**
 * Probes in the background, one file at a time, the images that have never been probed. It takes half
 * of the time of a slow disk or processor, a small part while somebody asks for pictures, and rests
 * while requests need the disk.
 */
export class Indexer {
  readonly #tree: Tree
  readonly #prober: Pick<Prober, 'probe'>
  readonly #onIndexed: () => void
  readonly #stopwatch: MonotonicClock
  /** The state of the tree when all of its images were known last. */
  #indexedVersion = -1
  #images: Iterator<Image, void> | undefined
  #timer: ReturnType<typeof setTimeout> | undefined
  #isStopped = false

  /**
   * @param onIndexed is called whenever all images of a tree that has changed have been probed.
   * @param stopwatch measures how long the work takes.
   */
  constructor(
    tree: Tree,
    prober: Pick<Prober, 'probe'>,
    onIndexed: () => void,
    stopwatch: MonotonicClock = () => performance.now(),
  ) {
    this.#onIndexed = onIndexed
    this.#stopwatch = stopwatch
    this.#tree = tree
    this.#prober = prober
  }

  start(demand: Demand): void {
    this.#schedule(startDelay, demand)
  }

  stop(): void {
    this.#isStopped = true
    clearTimeout(this.#timer)
  }

  #schedule(delay: number, demand: Demand): void {
    if (this.#isStopped) return
    this.#timer = setTimeout(async () => {
      // While the disk is away there is nothing to do.
      const rest = demand.isBusy()
        ? busyInterval
        : await this.#work(demand).catch(() => pollInterval)
      this.#schedule(rest, demand)
    }, delay).unref()
  }

  /** Probes an image or, while nobody asks, a few. Returns how long to rest, in milliseconds. */
  async #work({ isBusy, isAsked }: Demand): Promise<number> {
    const from = this.#stopwatch()
    for (;;) {
      const image = this.#next()
      if (image === undefined) return pollInterval
      await this.#prober.probe(image)
      const took = this.#stopwatch() - from
      if (took < stretch && !isAsked() && !isBusy()) continue
      const rest = restFactors[isAsked() ? 'asked' : 'alone'] * took
      return Math.min(Math.max(rest, rests.shortest), rests.longest)
    }
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
