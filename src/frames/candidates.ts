import { LruMap } from '../lib/lru-map.ts'
import type { Dates, Now } from '../library/dates/dates.ts'
import { foldersAround, walk } from '../library/tree/walk.ts'
import { comparePaths } from '../library/order/name-order.ts'
import type { Folder, Image } from '../library/tree/nodes.ts'
import type { Tree } from '../library/tree/tree.ts'
import { meetsTests, type Conditions } from './conditions/conditions.ts'
import { isByDate, sortedDate, sortImages } from '../library/order/sort-order.ts'

/** How many images all sets together may hold, each of which takes 8 bytes. */
const maxHeld = 512 * 1024

/** How many conditions are remembered whose images are not kept. */
const maxAsked = 1000

/** What a set weighs besides its images and their serials: above all the key of its conditions. */
const setWeight = 512

/** The share of images probed since that makes it worth while to build a set anew. */
const worthwhile = 1 / 8

/**
 * The images that meet conditions at some moment. Those that have not been probed are among them
 * where what their files say matters: they have to be probed, and asked about with `meetsConditions`.
 */
export interface Candidates {
  /** Tells it from all others: whoever kept its images would keep them in memory. */
  readonly id: number
  readonly conditions: Conditions
  /** Sorted where the conditions ask for an order. */
  readonly images: readonly Image[]
  /** The serial of the image that joined the collection last. */
  readonly lastSerial: number
  /** The number of the day on which they were found; 0 where dates don't matter. */
  readonly day: number
  /** How many of the images had not been probed where that matters. */
  readonly unknown: number
  /** Whether an image that has been probed meets the conditions. */
  readonly meetsConditions: (image: Image) => boolean
  /** The version of the collection, and how many of its images had been probed. */
  readonly version: number
  readonly indexed: number
}

/** Finds the images that meet conditions, and keeps them as long as nothing changes. */
export class CandidateFinder {
  readonly #tree: Tree
  readonly #dates: Dates
  #lastId = 0
  /** The keys of conditions that were asked for: what is asked for once is not worth keeping. */
  readonly #asked = new LruMap<string, true>({ capacity: maxAsked })
  readonly #kept = new LruMap<string, Candidates>({
    capacity: maxHeld,
    weigh: ({ images }) => images.length + setWeight,
  })

  constructor(tree: Tree, dates: Dates) {
    this.#tree = tree
    this.#dates = dates
  }

  /** Gives the same object as long as the same images meet the conditions. */
  find(conditions: Conditions): Candidates {
    const day = conditions.needsDates ? this.#dates.now().today : 0
    const kept = this.#kept.get(conditions.key)
    const isOfNow = kept?.day === day && kept.version === this.#tree.root.version
    if (isOfNow && (kept.unknown === 0 || this.#isCloseEnough(kept))) return kept
    const found = this.#search(conditions, day)
    if (this.#asked.get(conditions.key) === true) this.#kept.set(conditions.key, found)
    else this.#asked.set(conditions.key, true)
    return found
  }

  /** Whether so few images have been probed since that a set need not be built anew. */
  #isCloseEnough({ unknown, indexed }: Candidates): boolean {
    const { root, indexedCount } = this.#tree
    if (indexedCount === indexed) return true
    return indexedCount < root.imageCount && indexedCount - indexed < unknown * worthwhile
  }

  #search(conditions: Conditions, day: number): Candidates {
    // Only where dates matter: the system's knowledge of time zones takes 2.5 MiB.
    let now: Now | undefined
    const getNow = () => (now ??= this.#dates.now())
    const images: Image[] = []
    const hasTests = conditions.tests.length > 0
    const needsFacts = conditions.tests.some(({ needs }) => needs !== 'marks')
    const isSortedByFacts = isByDate(conditions.order)
    let unknown = 0
    const known = { dates: this.#dates, tags: this.#tree.tags }
    this.#visit(conditions, (image) => {
      if (!image.isDealable) return
      if (!image.isIndexed && (needsFacts || isSortedByFacts)) unknown += 1
      const isKnown = image.isIndexed || !needsFacts
      if (hasTests && isKnown && !meetsTests(image, conditions, known, getNow)) return
      images.push(image)
    })
    const dateOf = (image: Image) => sortedDate(conditions.order, this.#dates.of(image, getNow()))
    return {
      id: (this.#lastId += 1),
      conditions,
      images: isSortedByFacts ? sortImages(images, dateOf) : images,
      lastSerial: this.#tree.lastSerial,
      day,
      meetsConditions: (image) => meetsTests(image, conditions, known, () => this.#dates.now()),
      version: this.#tree.root.version,
      unknown,
      indexed: this.#tree.indexedCount,
    }
  }

  /** Calls `visit` for every image in the folders that the conditions name. */
  #visit(conditions: Conditions, visit: (image: Image) => void): void {
    const excluded = this.#foldersAt(conditions.excluded)
    const isShut = (folder: Folder) => folder.isHidden || excluded.has(folder)
    const folders = [...this.#foldersAt(conditions.folders)]
    for (const folder of folders.toSorted((a, b) => comparePaths(a.path, b.path))) {
      if (foldersAround(folder).some(isShut)) continue
      walk(folder, isShut, visit, conditions.order === 'name')
    }
  }

  #foldersAt(paths: readonly string[]): Set<Folder> {
    const found = paths.map((path) => this.#tree.findFolder(path))
    return new Set(found.filter((folder) => folder !== undefined))
  }
}

/** Whether an image lies where the conditions say, and in no folder that is never dealt. */
export function isInPlay(image: Image, { folders, excluded }: Conditions): boolean {
  if (!image.isDealable) return false
  const around = foldersAround(image.folder)
  return (
    around.some(({ path }) => folders.includes(path)) &&
    !around.some(({ isHidden, path }) => isHidden || excluded.includes(path))
  )
}
