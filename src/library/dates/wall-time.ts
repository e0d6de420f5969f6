export const daySeconds = 86_400

/**
 * Gives the wall time at a moment: seconds since 1970-01-01 00:00 as a clock on the wall counts them, in
 * the time zone of the process (`TZ`).
 * @param moment in milliseconds since 1970 (UTC).
 */
export const wallTimeAt = (moment: number) => Math.floor(moment / 1000) + offsetAt(moment)

/** Gives the moment of a wall time, or of the next one where a clock skips it. */
export const momentOf = (wallSeconds: number) =>
  // Without a zone, a text is in that of the process (ECMA-262, 21.4.1.32).
  Date.parse(wallText(wallSeconds))

/** How far the clock on the wall is ahead of UTC, in seconds. */
export const offsetAt = (moment: number) => -60 * new Date(moment).getTimezoneOffset()

/** The number of a day since 1970-01-01 that a wall time falls on. */
export const dayOf = (wallSeconds: number) => Math.floor(wallSeconds / daySeconds)

/** The wall time at which a day begins. */
export const startOfDay = (day: number) => day * daySeconds

/** Writes a wall time as `YYYY-MM-DDTHH:MM:SS`. */
export const wallText = (wallSeconds: number) =>
  new Date(1000 * wallSeconds).toISOString().slice(0, '2024-06-01T12:00:00'.length)
