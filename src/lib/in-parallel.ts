/** How many files or folders are looked at side by side. */
const breadth = 8

/** Does some work for each item, a few at a time, and waits for all of it. */
export async function inParallel<T>(
  items: Iterable<T>,
  work: (item: T) => Promise<void>,
): Promise<void> {
  const queue = Array.from(items)[Symbol.iterator]()
  const worker = async () => {
    for (const item of queue) await work(item)
  }
  await Promise.all(Array.from({ length: breadth }, worker))
}
