import { dayMs, type Clock } from '../../lib/clock.ts'
import { dayOf, offsetAt, startOfDay, wallText, wallTimeAt } from './wall-time.ts'
import type { Image } from '../tree/nodes.ts'

/** A clock that shows an earlier time was never set: the service did not exist then. */
const earliestClock = Date.UTC(2025, 0, 1) / 1000

/** The end of the first day that clocks show: a date has to be later. */
const earliestDate = startOfDay(1)

/** The present, as the dates of pictures are compared with it. */
export interface Now {
  /** The number of the day since 1970-01-01. */
  today: number
  /** The end of tomorrow, from which on no date of a picture can be. */
  horizon: number
}

/** Knows when pictures were taken, in wall time. */
export class Dates {
  readonly #clock: Clock
  /** Offsets at the starts of days in UTC: asking for one takes most of a microsecond. */
  readonly #offsets = new Map<number, number>()

  constructor(clock: Clock) {
    this.#clock = clock
  }

  now(): Now {
    const seconds = this.#wallTimeAt(this.#clock())
    const today = dayOf(seconds)
    const isSet = seconds >= earliestClock
    return { today, horizon: isSet ? startOfDay(today + 2) : Number.POSITIVE_INFINITY }
  }

  /**
   * Says when a picture was taken: by EXIF, else by the modification of its file; 0 where neither
   * is a date that can be.
   */
  of(image: Image, { horizon }: Now): number {
    if (image.taken !== 0 && image.taken < horizon) return image.taken
    const modified = this.#wallTimeAt(image.mtimeMs)
    return modified >= earliestDate && modified < horizon ? modified : 0
  }

  /** Writes when a picture was taken by EXIF as `YYYY-MM-DDTHH:MM:SS`; null where that is no date. */
  textOf({ taken }: Image): string | null {
    return taken === 0 || taken >= this.now().horizon ? null : wallText(taken)
  }

  #wallTimeAt(moment: number): number {
    const day = Math.floor(moment / dayMs)
    const [before, after] = [this.#offsetAtStart(day), this.#offsetAtStart(day + 1)]
    return before === after ? Math.floor(moment / 1000) + before : wallTimeAt(moment)
  }

  #offsetAtStart(day: number): number {
    return this.#offsets.getOrInsertComputed(day, () => offsetAt(day * dayMs))
  }
}
