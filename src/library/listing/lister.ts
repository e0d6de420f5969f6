import { busy } from '../../errors.ts'
import type { Clock } from '../../lib/clock.ts'
import { Queue } from '../../lib/waiting/queue.ts'
import { LruMap } from '../../lib/lru-map.ts'
import type { Dates, Now } from '../dates/dates.ts'
import type { Prober } from '../prober.ts'
import { maxAge } from '../scan/scanner.ts'
import { imagePath, type Folder, type Image } from '../tree/nodes.ts'
import type { Tree } from '../tree/tree.ts'
import type { FolderEntry, FolderListing, ImageEntry } from '../types.ts'
import type { coverChooser } from './covers.ts'
import { sortEntries, type SortedEntries } from './entries.ts'
import type { ListRequest } from './list-request.ts'
import { pageOf, type Page } from './page.ts'
import type { DateOf, Entry } from './places.ts'
import { SearchedNames } from './searched-names.ts'
import { wallText } from '../dates/wall-time.ts'

/** Listings of folders with thousands of images are large; the few in use are kept. */
const maxKept = 8

/** How many listings are made at a time: with all of them begun, none would be ready. */
const maxAtOnce = 16

/** How many searches may wait. */
const maxWaiting = 64

/**
 * How far searches follow each other at least, in milliseconds, and for how long they need not:
 * frames must not wait for those who search without a pause.
 */
const pace = { each: 100, free: 1000 }

/** What decides neither which entries a listing has before names are searched, nor their order. */
const ofPages = { client: undefined, limit: undefined, cursor: undefined, months: undefined }

interface ListerOptions {
  tree: Pick<Tree, 'tags'>
  prober: Pick<Prober, 'probeAll'>
  dates: Dates
  clock: Clock
  coversOf: ReturnType<typeof coverChooser>
}

interface KeptListing {
  version: number
  verifiedAt: number
  listing: FolderListing
}

/**
 * Makes folder listings. A listing is one immutable object as long as nothing in it changes, so
 * that a caller can keep what it derived from it. Whether its files are still the same is looked
 * at once in two seconds.
 */
export class Lister {
  readonly #options: ListerOptions
  readonly #kept = new LruMap<string, KeptListing>({ capacity: maxKept })
  /** What pages are cut from: to sort thousands of names takes much longer than a page. */
  readonly #sorted = new LruMap<string, SortedEntries>({ capacity: maxKept })
  readonly #listings = new Queue<FolderListing>({ concurrency: maxAtOnce })
  readonly #searches = new Queue<FolderListing>({
    concurrency: 1,
    capacity: maxWaiting,
    refuse: () => busy('Too many searches wait. Ask again', 5),
  })
  #nextSearch = 0
  /** The names that were searched last: to fold them takes much longer than a search. */
  #names = new SearchedNames([])

  constructor(options: ListerOptions) {
    this.#options = options
  }

  /** @throws INVALID_REQUEST for a cursor that is none; BUSY where too many searches wait. */
  async list(folder: Folder, request: ListRequest = {}): Promise<FolderListing> {
    const { clock } = this.#options
    const { client = '', ...wanted } = request
    const key = JSON.stringify([folder.path, wanted])
    const kept = this.#kept.get(key)
    const isCurrent =
      kept?.version === folder.version && Math.abs(clock() - kept.verifiedAt) < maxAge
    if (kept !== undefined && isCurrent) return kept.listing
    const make = () => this.#make(folder, request, key)
    const current = `${folder.version} ${key}`
    if (request.search === undefined) return this.#listings.run(current, {}, make)
    return this.#searches.run(current, { client }, async () => {
      const now = performance.now()
      await Bun.sleep(Math.max(this.#nextSearch - pace.free - now, 0))
      this.#nextSearch = Math.max(this.#nextSearch, now) + pace.each
      return make()
    })
  }

  async #make(folder: Folder, request: ListRequest, key: string): Promise<FolderListing> {
    const { clock, dates, prober } = this.#options
    const verifiedAt = clock()
    let seen: ReadonlySet<Image> = new Set()
    for (;;) {
      const now = dates.now()
      const dateOf = (image: Image) => dates.of(image, now)
      const sorted = this.#sort(folder, request, now, dateOf)
      const page = pageOf(await this.#search(sorted.entries, request), request, dateOf)
      const unseen = new Set([...sorted.unknown, ...page.images]).difference(seen)
      await prober.probeAll(unseen)
      // Images that come in meanwhile are looked at too: none is listed without its size.
      const isSettled = sorted.version === folder.version && sorted.unknown.length === 0
      if (unseen.size === 0 || isSettled) {
        const made = this.#describe(folder, page, dateOf)
        const before = this.#kept.get(key)?.listing
        const listing = before !== undefined && Bun.deepEquals(before, made) ? before : made
        this.#kept.set(key, { version: sorted.version, verifiedAt, listing })
        return listing
      }
      seen = seen.union(unseen)
    }
  }

  #sort(folder: Folder, request: ListRequest, now: Now, dateOf: DateOf): SortedEntries {
    const wanted = { ...request, ...ofPages, search: request.search !== undefined }
    const key = JSON.stringify([folder.path, wanted])
    const kept = this.#sorted.get(key)
    const isCurrent = kept?.version === folder.version && kept.today === now.today
    if (kept !== undefined && isCurrent && kept.unknown.length === 0) return kept
    const sorted = sortEntries(folder, request, now, dateOf)
    this.#sorted.set(key, sorted)
    return sorted
  }

  /** Gives the entries whose names or descriptions contain what is searched; all where nothing is. */
  async #search(entries: readonly Entry[], { search }: ListRequest): Promise<readonly Entry[]> {
    if (search === undefined) return entries
    if (this.#names.entries !== entries) this.#names = new SearchedNames(entries)
    return this.#names.find(search, this.#options.tree.tags)
  }

  #describe(folder: Folder, page: Page, dateOf: DateOf): FolderListing {
    return {
      currentPath: folder.path,
      parentPath: folder.parent?.path ?? null,
      ...page,
      folders: page.folders.map((each) => this.describeFolder(each)),
      images: page.images.map((image) => this.describeImage(image, dateOf(image))),
    }
  }

  /** Describes an image that has been probed, as listings do. @param knownDate in wall time; 0 for none. */
  describeImage(image: Image, knownDate?: number): ImageEntry {
    const { dates } = this.#options
    const date = knownDate ?? dates.of(image, dates.now())
    const { name, size, width, height, mtimeMs, marks } = image
    const { hidden, favourite, waiting, invitation } = marks
    return {
      name,
      path: imagePath(image),
      size,
      dimensions: { width, height },
      taken: dates.textOf(image),
      date: date === 0 ? null : wallText(date),
      hidden,
      favourite,
      ...(waiting && { waiting }),
      ...(invitation && { invitation }),
      lastModified: new Date(mtimeMs).toISOString(),
    }
  }

  /** Describes a folder as listings do. */
  describeFolder(folder: Folder): FolderEntry {
    const { name, path, imageCount, folders, mtimeMs } = folder
    const { covers, newest } = this.#options.coversOf(folder)
    return {
      name,
      path,
      imageCount,
      subfolderCount: folders.size,
      cover: covers[0] ?? null,
      covers,
      newest: newest === 0 ? null : wallText(newest),
      lastModified: new Date(mtimeMs).toISOString(),
    }
  }
}
