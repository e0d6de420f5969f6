/** Runs one task after the other, in the order of the calls. */
export class Mutex {
  #last: Promise<unknown> = Promise.resolve()

  /**
   * Runs a task once those before it have ended.
   * @throws what the task throws; the next one runs all the same.
   */
  run<T>(task: () => Promise<T>): Promise<T> {
    const running = this.#last.then(task)
    this.#last = running.catch(() => undefined)
    return running
  }

  /** Waits until the tasks that were there at the call have ended. */
  async finished(): Promise<void> {
    await this.#last
  }
}
