/**
 * ```ts
 * await Promise.all([flight.run('a.jpg', read), flight.run('a.jpg', read)]) // Reads once.
 * ```
 *
 * Runs one task for each key at a time: who asks for a key that is under way shares its result.
 */
export class SingleFlight<Key, Value> {
  readonly #running = new Map<Key, Promise<Value>>()

  /** @throws what the task throws, to everyone who shares it. */
  run(key: Key, task: () => Promise<Value>): Promise<Value> {
    const running = this.#running.get(key)
    if (running !== undefined) return running
    const started = task().finally(() => this.#running.delete(key))
    this.#running.set(key, started)
    return started
  }
}
