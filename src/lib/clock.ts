import { z } from 'zod'

export const dayMs = 24 * 60 * 60_000

/** Milliseconds since 1970, like `Date.now`. */
export type Clock = () => number

/** The last moment that a date can name, in milliseconds since 1970 (ECMA-262, 21.4.1.1). */
export const lastMoment = 8.64e15

/** A moment that is kept, in milliseconds since 1970: one that a date can name. */
export const momentSchema = () => z.number().min(0).max(lastMoment)

/** Milliseconds since some moment, like `performance.now`: nobody sets it, so it never jumps. */
export type MonotonicClock = () => number

/** Waits for so many milliseconds, like `Bun.sleep`. */
export type Sleep = (ms: number) => Promise<unknown>
