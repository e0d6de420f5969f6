export interface LruOptions<Value> {
  /** The most that all entries may weigh together; the number of entries where nothing is weighed. */
  capacity: number
  /** The weight of a value, which must not change while the map holds it. 1 by default. */
  weigh?: (value: Value) => number
}

/** A map of bounded weight that evicts the least recently used entries first. */
export class LruMap<Key, Value> {
  /** In order of use: a `Map` keeps the order in which keys were added. */
  readonly #entries = new Map<Key, Value>()
  readonly #options: LruOptions<Value>
  #newest: Key | undefined
  #weight = 0

  constructor(options: LruOptions<Value>) {
    this.#options = options
  }

  get size(): number {
    return this.#entries.size
  }

  /** Gives a value and marks it as the one used last. */
  get(key: Key): Value | undefined {
    const value = this.#entries.get(key)
    // Moving an entry takes ten times as long as finding it, and the newest needs no move.
    if (value === undefined || key === this.#newest) return value
    this.#entries.delete(key)
    this.#entries.set(key, value)
    this.#newest = key
    return value
  }

  has(key: Key): boolean {
    return this.#entries.has(key)
  }

  /** Sets a value, marks it as the one used last, and evicts others until the capacity is kept. */
  set(key: Key, value: Value): void {
    this.delete(key)
    this.#entries.set(key, value)
    this.#newest = key
    this.#weight += this.#weigh(value)
    for (const oldest of this.#entries.keys()) {
      if (this.#weight <= this.#options.capacity) return
      this.delete(oldest)
    }
  }

  /** Removes an entry; false where there is none. */
  delete(key: Key): boolean {
    const value = this.#entries.get(key)
    if (value === undefined) return false
    this.#weight -= this.#weigh(value)
    return this.#entries.delete(key)
  }

  /** The entries, the least recently used first. */
  entries(): MapIterator<[Key, Value]> {
    return this.#entries.entries()
  }

  #weigh(value: Value): number {
    return this.#options.weigh?.(value) ?? 1
  }
}
