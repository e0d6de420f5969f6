/** Milliseconds since 1970, like `Date.now`. */
export type Clock = () => number

/** Milliseconds since some moment, like `performance.now`: nobody sets it, so it never jumps. */
export type MonotonicClock = () => number

/** Waits for so many milliseconds, like `Bun.sleep`. */
export type Sleep = (ms: number) => Promise<unknown>
