/** A task that is waited for, and until when. */
interface Wait {
  until: number
  isLate: boolean
  reject: (error: Error) => void
}

/**
 * Gives up waiting for tasks that take too long. While one of them is still running, new ones are
 * refused at once, so that they don't pile up behind it. All tasks share a timer: to set and clear
 * one for each takes a good part of the time that a look at a file does.
 */
export class Deadline {
  readonly #milliseconds: number
  readonly #refuse: () => Error
  /** The first to end goes first. */
  readonly #waits = new Set<Wait>()
  #timer: ReturnType<typeof setTimeout> | undefined
  #overdue = 0

  /** @param refuse makes the error for those who waited too long, and for those who come meanwhile. */
  constructor(milliseconds: number, refuse: () => Error) {
    this.#milliseconds = milliseconds
    this.#refuse = refuse
  }

  /**
   * Runs a task, which goes on by itself when nobody waits for it any more.
   * @param onLate receives what it gives then.
   * @throws what the task throws; the deadline's error.
   */
  run<T>(task: () => Promise<T>, onLate?: (value: T) => void): Promise<T> {
    return new Promise((resolve, reject) => {
      if (this.#overdue > 0) throw this.#refuse()
      const wait = { until: performance.now() + this.#milliseconds, isLate: false, reject }
      const end = () => {
        if (wait.isLate) this.#overdue -= 1
        else this.#waits.delete(wait)
        return wait.isLate
      }
      task().then(
        (value) => (end() ? onLate?.(value) : resolve(value)),
        (error: unknown) => void (end() || reject(error)),
      )
      this.#waits.add(wait)
      if (this.#timer === undefined) this.#expireIn(this.#milliseconds)
    })
  }

  #expireIn(milliseconds: number): void {
    this.#timer = setTimeout(() => {
      this.#timer = undefined
      for (const wait of this.#waits) {
        const left = wait.until - performance.now()
        if (left > 0) return this.#expireIn(left)
        this.#waits.delete(wait)
        wait.isLate = true
        this.#overdue += 1
        wait.reject(this.#refuse())
      }
    }, milliseconds).unref()
  }
}
