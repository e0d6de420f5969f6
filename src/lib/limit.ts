/** Runs pieces of work one after another, in the order in which they were asked for. */
export class Lock {
  #last: Promise<unknown> = Promise.resolve()

  /** Waits for all earlier work, whatever became of it, then does this. */
  async run<T>(work: () => Promise<T>): Promise<T> {
    const result = this.#last.then(work)
    this.#last = result.catch(() => undefined)
    return result
  }
}
