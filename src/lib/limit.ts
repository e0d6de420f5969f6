/** Runs at most so many tasks at a time; the others wait in the order of their calls. */
export class Limit {
  readonly #waiting: (() => void)[] = []
  #free: number

  /** @param concurrency how many tasks may run at a time; 1 runs one after another. */
  constructor(concurrency: number) {
    this.#free = concurrency
  }

  /**
   * Runs a task as soon as there is room for it.
   * @throws what the task throws; the next one runs all the same.
   */
  async run<T>(task: () => Promise<T>): Promise<T> {
    if (this.#free > 0) this.#free -= 1
    else await new Promise<void>((resolve) => this.#waiting.push(resolve))
    try {
      return await task()
    } finally {
      const next = this.#waiting.shift()
      if (next === undefined) this.#free += 1
      else next()
    }
  }
}

/** How many items `forEachParallel` works on at a time. */
const concurrency = 8

/**
 * Runs a task for each item, a few at a time, and waits for all of them.
 * @throws what the first task throws that fails, once those under way have ended; none begins then.
 */
export async function forEachParallel<T>(
  items: Iterable<T>,
  task: (item: T) => Promise<void>,
): Promise<void> {
  const queue = Array.from(items)[Symbol.iterator]()
  const worker = async () => {
    try {
      for (const item of queue) await task(item)
    } catch (error) {
      for (const _ of queue);
      throw error
    }
  }
  const workers = Array.from({ length: concurrency }, worker)
  await Promise.allSettled(workers)
  await Promise.all(workers)
}
