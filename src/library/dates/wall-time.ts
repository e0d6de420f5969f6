export const daySeconds = 86_400
const dayMs = 1000 * daySeconds

/**
 * Converts moments to wall time and back: seconds since 1970-01-01 00:00 as a clock on the wall
 * counts them, in the time zone of the process (`TZ`).
 */
export class WallTime {
  /** Offsets at the starts of days in UTC, in seconds: asking for one takes most of a microsecond. */
  readonly #offsets = new Map<number, number>()

  /** @param moment in milliseconds since 1970 (UTC). */
  at(moment: number): number {
    const day = Math.floor(moment / dayMs)
    const before = this.#offsetAtStart(day)
    const isSteady = before === this.#offsetAtStart(day + 1)
    return Math.floor(moment / 1000) + (isSteady ? before : offsetAt(moment))
  }

  /** Returns the moment of a wall time, or of the next one where a clock skips it. */
  momentOf(wallSeconds: number): number {
    // Without a zone, a text is in that of the process (ECMA-262, 21.4.1.32).
    return Date.parse(wallText(wallSeconds))
  }

  #offsetAtStart(day: number): number {
    return this.#offsets.getOrInsertComputed(day, () => offsetAt(day * dayMs))
  }
}

/** How far the clock on the wall is ahead of UTC, in seconds. */
const offsetAt = (moment: number) => -60 * new Date(moment).getTimezoneOffset()

/** The number of a day since 1970-01-01 that a wall time falls on. */
export const dayOf = (wallSeconds: number) => Math.floor(wallSeconds / daySeconds)

/** The wall time at which a day begins. */
export const startOfDay = (day: number) => day * daySeconds

/** Writes a wall time as `YYYY-MM-DDTHH:MM:SS`. */
export const wallText = (wallSeconds: number) =>
  new Date(1000 * wallSeconds).toISOString().slice(0, '2024-06-01T12:00:00'.length)
