import type { Clock } from '../../lib/clock.ts'
import { LruMap } from '../../lib/lru-map.ts'
import { SingleFlight } from '../../lib/single-flight.ts'
import type { Dates } from './dates.ts'
import { compareNames } from './name-order.ts'
import type { Prober } from './prober.ts'
import { forEachParallel, Limit } from '../../lib/limit.ts'
import { maxAge } from './scanner.ts'
import { imagePath, type Folder, type Image } from './tree/nodes.ts'
import type { FolderEntry, FolderListing, ImageEntry } from '../types.ts'

/** Listings of folders with thousands of images are large; the few in use are kept. */
const maxKept = 8

/** How many listings are made at a time: with all of them begun, none would be ready. */
const maxAtOnce = 16

interface Kept {
  version: number
  verifiedAt: number
  listing: FolderListing
}

const byName = (one: { name: string }, other: { name: string }) =>
  compareNames(one.name, other.name)

/**
 * Makes folder listings. A listing is one immutable object as long as nothing in it changes, so
 * that a caller can keep what it derived from it. Whether its files are still the same is looked
 * at once in two seconds.
 */
export class Lister {
  readonly #prober: Prober
  readonly #dates: Dates
  readonly #clock: Clock
  readonly #kept = new LruMap<Folder, Kept>({ capacity: maxKept })
  readonly #flights = new SingleFlight<Folder, FolderListing>()
  readonly #limit = new Limit(maxAtOnce)

  constructor(prober: Prober, dates: Dates, clock: Clock) {
    this.#prober = prober
    this.#dates = dates
    this.#clock = clock
  }

  async list(folder: Folder): Promise<FolderListing> {
    const kept = this.#kept.get(folder)
    const isCurrent =
      kept?.version === folder.version && Math.abs(this.#clock() - kept.verifiedAt) < maxAge
    if (kept !== undefined && isCurrent) return kept.listing
    return this.#flights.run(folder, () => this.#limit.run(() => this.#make(folder)))
  }

  async #make(folder: Folder): Promise<FolderListing> {
    const verifiedAt = this.#clock()
    const kept = this.#kept.get(folder)
    const before = kept?.version
    let replaced = false
    const seen = new Set<Image>()
    const unseen = () => [...folder.images.values()].filter((image) => !seen.has(image))
    // Images that come in meanwhile are looked at too: none is listed without its size.
    for (let images = unseen(); images.length > 0; images = unseen()) {
      await forEachParallel(images, async (image) => {
        seen.add(image)
        const { size, mtimeMs, problem } = image
        await this.#prober.probeOneOfMany(image)
        replaced ||= image.size !== size || image.mtimeMs !== mtimeMs || image.problem !== problem
      })
    }
    const { version } = folder
    const isSame = kept !== undefined && !replaced && before === version
    const listing = isSame ? kept.listing : describe(folder, this.#dates)
    this.#kept.set(folder, { version, verifiedAt, listing })
    return listing
  }
}

function describe(folder: Folder, dates: Dates): FolderListing {
  const folders = [...folder.folders.values()].map(describeFolder).toSorted(byName)
  const images = [...folder.images.values()]
    .map((image) => describeImage(image, dates))
    .toSorted(byName)
  return {
    currentPath: folder.path,
    parentPath: folder.parent?.path ?? null,
    folders,
    images,
    totalFolders: folders.length,
    totalImages: images.length,
  }
}

const describeFolder = (folder: Folder): FolderEntry => ({
  name: folder.name,
  path: folder.path,
  imageCount: folder.imageCount,
  subfolderCount: folder.folders.size,
  lastModified: new Date(folder.mtimeMs).toISOString(),
})

const describeImage = (image: Image, dates: Dates): ImageEntry => ({
  name: image.name,
  path: imagePath(image),
  size: image.size,
  dimensions: { width: image.width, height: image.height },
  taken: dates.textOf(image),
  hidden: image.marks.hidden,
  favourite: image.marks.favourite,
  lastModified: new Date(image.mtimeMs).toISOString(),
})
