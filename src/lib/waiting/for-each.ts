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
