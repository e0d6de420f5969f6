/** Interrupts long work on the one thread there is, so that requests are answered in between. */
export class Pacer {
  #turnBegan = performance.now()
  #pause: Promise<void> | undefined
  readonly #maxTurn: number

  /** @param maxTurn how long work may go on before others get a turn, in milliseconds. */
  constructor(maxTurn = 8) {
    this.#maxTurn = maxTurn
  }

  /** Gives a promise to wait for where the work has gone on for long, else nothing. */
  pause(): Promise<void> | undefined {
    if (this.#pause === undefined && performance.now() - this.#turnBegan < this.#maxTurn)
      return undefined
    this.#pause ??= new Promise<void>((resolve) => {
      setImmediate(() => {
        this.#turnBegan = performance.now()
        this.#pause = undefined
        resolve()
      })
    })
    return this.#pause
  }
}
