export interface TimeLimitOptions {
  milliseconds: number
  /** Makes the error for those who waited too long, and for those who come meanwhile. */
  refuse: () => Error
}

/**
 * Gives up waiting for tasks that take too long. While one of them is still running, new ones are
 * refused at once, so that they don't pile up behind it.
 */
export class TimeLimit {
  readonly #options: TimeLimitOptions
  #overdue = 0

  constructor(options: TimeLimitOptions) {
    this.#options = options
  }

  /**
   * Runs a task, which goes on by itself when nobody waits for it any more.
   * @param onLate receives what it gives then.
   * @throws what the task throws; the limit's error.
   */
  async run<T>(task: () => Promise<T>, onLate: (value: T) => void = () => undefined): Promise<T> {
    const { milliseconds, refuse } = this.#options
    if (this.#overdue > 0) throw refuse()
    const running = task()
    const expired = Promise.withResolvers<never>()
    const timer = setTimeout(() => {
      this.#overdue += 1
      void running
        .then(onLate, () => undefined)
        .finally(() => {
          this.#overdue -= 1
        })
      expired.reject(refuse())
    }, milliseconds)
    try {
      return await Promise.race([running, expired.promise])
    } finally {
      clearTimeout(timer)
    }
  }
}
