import type { FolderListing, ImageEntry, Month } from '../../../../library/types.ts'
import type { ListQuery } from '../../service/api.ts'
import { monthOf, type PictureGroup } from './months.ts'

/** What to list, the newest first, and which of its months: all unless told. Two share no month. */
export interface ListingSource {
  query: ListQuery
  isWanted?: (month: string) => boolean
}

/** A month, `''` for no date, and where its pictures are listed. */
interface MonthOfSource extends Month {
  month: string
  query: ListQuery
}

/** How many pictures come with the months, and how many at least are loaded at once later. */
const [firstLimit, least] = [120, 100]

/** How many pictures the service lists at a time. */
const mostAtOnce = 1000

/** Pictures of many years by month, the newest first, of which only what is seen has been loaded. */
export class LongListing {
  readonly #list: (query: ListQuery) => Promise<FolderListing>
  readonly #changed: () => void
  readonly #sources: readonly ListingSource[]
  readonly #loaded = new Map<string, readonly ImageEntry[]>()
  /** What loads or has loaded each month since the last `reload`. */
  #fresh = new Map<string, Promise<void>>()
  #months: readonly MonthOfSource[] = []
  #seen = { first: 0, end: 0 }
  #isQuiet = false
  isReady = false
  folders: FolderListing['folders'] = []
  groups: readonly PictureGroup[] = []
  /** Those that are not loaded yet are `undefined`. */
  pictures: readonly (ImageEntry | undefined)[] = []

  constructor(
    list: (query: ListQuery) => Promise<FolderListing>,
    sources: readonly ListingSource[],
    onChange: () => void,
  ) {
    this.#changed = onChange
    this.#list = list
    this.#sources = sources
  }

  /** Loads the months and what is seen of them. @throws {ApiError} */
  async reload(): Promise<void> {
    const heads = await Promise.all(
      this.#sources.map(async ({ query, isWanted = () => true }) => {
        const asked = { ...query, months: 'true', limit: `${firstLimit}` } as const
        const { months = [], images, folders } = await this.#list(asked)
        const own = months.map((each) => ({ ...each, month: each.month ?? '', query }))
        return { months: own.filter(({ month }) => isWanted(month)), images, folders }
      }),
    )
    this.#months = heads
      .flatMap(({ months }) => months)
      .toSorted(({ month: one }, { month: other }) => (one < other ? 1 : one === other ? 0 : -1))
    this.folders = heads.flatMap(({ folders }) => folders)
    this.#fresh = new Map()
    for (const { months, images } of heads) this.#note(months, images)
    // What is shown changes in one step.
    this.#isQuiet = this.isReady
    this.isReady = true
    this.#show()
    try {
      await this.see(this.#seen.first, this.#seen.end)
    } finally {
      this.#isQuiet = false
      this.#show()
    }
  }

  /** Loads what is not loaded of the pictures from one to another. @throws {ApiError} */
  async see(first: number, end: number): Promise<void> {
    this.#seen = { first, end }
    const from = this.groups.findIndex((each) => each.first + each.count > first)
    const to = this.groups.findLastIndex((each) => each.first < end)
    const seen = this.#months.slice(Math.max(from, 0), to + 1).map(({ month }) => month)
    await this.#load((month) => seen.includes(month))
  }

  /** Loads the pictures of a month such as `2024-06`. @throws {ApiError} */
  async seeMonth(month: string): Promise<void> {
    await this.#load((each) => each === month)
  }

  /** Loads all pictures. @throws {ApiError} */
  async whole(): Promise<void> {
    await this.#load(() => true)
    this.#isQuiet = false
    this.#show()
  }

  /** @param isWanted says it of months by name: a reload in between lists them anew. */
  async #load(isWanted: (month: string) => boolean): Promise<void> {
    const [fresh, months] = [this.#fresh, this.#months]
    const start = months.findIndex(({ month }) => isWanted(month) && !fresh.has(month))
    const first = months[start]
    if (first === undefined) {
      await Promise.all(months.map(({ month }) => isWanted(month) && fresh.get(month)))
      if (fresh !== this.#fresh) await this.#load(isWanted)
      return
    }
    let count = 0
    const run: MonthOfSource[] = []
    for (const each of months.slice(start)) {
      const isEnough = count >= (isWanted(each.month) ? mostAtOnce : least)
      if (isEnough || each.query !== first.query || fresh.has(each.month)) break
      run.push(each)
      count += each.images
    }
    const loading = this.#loadRun(first, run, count)
    for (const { month } of run) fresh.set(month, loading)
    try {
      await loading
    } catch (error) {
      for (const { month } of run) fresh.delete(month)
      throw error
    }
    await this.#load(isWanted)
  }

  async #loadRun(first: MonthOfSource, run: readonly MonthOfSource[], count: number) {
    const fresh = this.#fresh
    const images: ImageEntry[] = []
    for (let cursor: string | null = first.cursor; cursor !== null && images.length < count;) {
      const limit = `${Math.min(mostAtOnce, count - images.length)}`
      const wish = { ...first.query, cursor, limit }
      const page: FolderListing = await this.#list(wish)
      if (fresh !== this.#fresh) return
      images.push(...page.images)
      cursor = page.nextCursor
      this.#note(run, images)
      this.#show()
    }
  }

  /** Keeps pictures by their months; those that are whole are fresh. */
  #note(months: readonly MonthOfSource[], images: readonly ImageEntry[]): void {
    const byMonth = Map.groupBy(images, monthOf)
    for (const { month, images: count } of months) {
      const own = byMonth.get(month) ?? []
      const known = this.#loaded.get(month) ?? []
      if (own.length === count && !this.#fresh.has(month)) this.#fresh.set(month, Promise.resolve())
      // A part of what is known already says nothing new.
      if (own.length >= Math.min(count, known.length)) this.#loaded.set(month, own)
    }
  }

  #show(): void {
    if (this.#isQuiet) return
    const groups: PictureGroup[] = []
    for (const { month, images: count } of this.#months) {
      const { first, count: before } = groups.at(-1) ?? { first: 0, count: 0 }
      groups.push({ month, first: first + before, count })
    }
    const all = this.#months.flatMap(({ month, images }) => {
      const known = this.#loaded.get(month) ?? []
      return Array.from({ length: images }, (_, index) => known[index])
    })
    const { length } = this.pictures
    const isSame = all.length === length && all.every((each, at) => each === this.pictures[at])
    if (!isSame) this.pictures = all
    if (JSON.stringify(groups) !== JSON.stringify(this.groups)) this.groups = groups
    this.#changed()
  }
}
