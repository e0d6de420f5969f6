/**
 * Gives up waiting for tasks that take too long. While one of them is still running, new ones are
 * refused at once, so that they don't pile up behind it. All tasks share a timer: to set and clear
 * one for each takes a good part of the time that a look at a file does.
 */
export class TimeLimit {
  readonly #milliseconds: number
  readonly #refuse: () => Error
  /** Until when to wait for each task, by what makes the waiting fail; the first to end goes first. */
  readonly #waits = new Map<(error: Error) => void, number>()
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
   * @throws what the task throws; the limit's error.
   */
  run<T>(task: () => Promise<T>, onLate?: (value: T) => void): Promise<T> {
    if (this.#overdue > 0) return Promise.reject(this.#refuse())
    const running = task()
    const { promise, resolve, reject } = Promise.withResolvers<T>()
    this.#waits.set(reject, performance.now() + this.#milliseconds)
    if (this.#timer === undefined) this.#expireIn(this.#milliseconds)
    running.then(
      (value) => (this.#end(reject) ? resolve(value) : onLate?.(value)),
      (error: unknown) => this.#end(reject) && reject(error),
    )
    return promise
  }

  /** Notes that a task has ended. Returns whether somebody still waits for it. */
  #end(reject: (error: Error) => void): boolean {
    const isInTime = this.#waits.delete(reject)
    if (!isInTime) this.#overdue -= 1
    return isInTime
  }

  #expireIn(milliseconds: number): void {
    this.#timer = setTimeout(() => {
      this.#timer = undefined
      for (const [reject, until] of this.#waits) {
        const left = until - performance.now()
        if (left > 0) return this.#expireIn(left)
        this.#waits.delete(reject)
        this.#overdue += 1
        reject(this.#refuse())
      }
    }, milliseconds).unref()
  }
}
