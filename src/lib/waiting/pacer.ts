/** Interrupts long work on the one thread there is, so that requests are answered in between. */
export class Pacer {
  #resumedAt = performance.now()
  #pause: Promise<void> | undefined
  readonly #longestStretch: number

  /** @param longestStretch how long work may go on before others are answered, in milliseconds. */
  constructor(longestStretch = 8) {
    this.#longestStretch = longestStretch
  }

  /** Gives a promise to wait for where the work has gone on for long, else nothing. */
  pause(): Promise<void> | undefined {
    if (this.#pause === undefined && performance.now() - this.#resumedAt < this.#longestStretch)
      return undefined
    this.#pause ??= new Promise<void>((resolve) => {
      setImmediate(() => {
        this.#resumedAt = performance.now()
        this.#pause = undefined
        resolve()
      })
    })
    return this.#pause
  }
}
