/** How long a step of other work is put off at most, in milliseconds: that gets done, too. */
const longestPause = 500

/** Has other work stand still between its steps while urgent work runs, which somebody waits for. */
export class Precedence {
  #running = 0
  #idle = Promise.withResolvers<void>()

  /** Runs urgent work. @throws what it throws. */
  async run<T>(work: () => Promise<T>): Promise<T> {
    if (this.#running === 0) this.#idle = Promise.withResolvers()
    this.#running += 1
    try {
      return await work()
    } finally {
      this.#running -= 1
      if (this.#running === 0) this.#idle.resolve()
    }
  }

  /** Waits before a step of other work until no urgent work runs, or for long enough. */
  async giveWay(): Promise<void> {
    if (this.#running > 0) await Promise.race([this.#idle.promise, Bun.sleep(longestPause)])
  }
}
