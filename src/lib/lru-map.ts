interface LruOptions<Key, Value> {
  /** The most that all entries may weigh together; the number of entries where nothing is weighed. */
  capacity: number
  /** The most that one entry may weigh to be kept; all unless given. */
  maxWeight?: number
  /** The weight of an entry, which must not change while the map holds it. 1 by default. */
  weigh?: (value: Value, key: Key) => number
}

/** A map of bounded weight that evicts the least recently used entries first: a `Map` keeps their order. */
export class LruMap<Key, Value> extends Map<Key, Value> {
  readonly #options: LruOptions<Key, Value>
  #newest: Key | undefined
  #weight = 0

  constructor(options: LruOptions<Key, Value>) {
    super()
    this.#options = options
  }

  /** What all entries weigh together. */
  get weight(): number {
    return this.#weight
  }

  /** Gives a value and marks it as the one used last. */
  override get(key: Key): Value | undefined {
    const value = super.get(key)
    if (value !== undefined) this.touch(key, value)
    return value
  }

  /** Sets a value, marks it as the one used last, and evicts others until the capacity is kept. */
  override set(key: Key, value: Value): this {
    const weight = this.#weigh(value, key)
    const before = super.get(key)
    if (weight > (this.#options.maxWeight ?? weight)) {
      this.delete(key)
      return this
    }
    this.#weight += weight - (before === undefined ? 0 : this.#weigh(before, key))
    this.touch(key, value)
    while (this.isFull && this.evictFor(key, value));
    return this
  }

  /** Removes an entry; false where there is none. */
  override delete(key: Key): boolean {
    const value = super.get(key)
    if (value !== undefined) this.#weight -= this.#weigh(value, key)
    if (key === this.#newest) this.#newest = undefined
    return super.delete(key)
  }

  override clear(): void {
    this.#weight = 0
    this.#newest = undefined
    super.clear()
  }

  /** Whether entries may have to go. */
  protected get isFull(): boolean {
    return this.#weight > this.#options.capacity
  }

  /** Puts an entry where its use puts it: behind all others, or where it is. */
  protected touch(key: Key, value: Value, moves = true): void {
    // Moving an entry takes ten times as long as finding it, and the newest needs no move.
    if (moves && key !== this.#newest) super.delete(key)
    super.set(key, value)
    this.#newest = moves ? key : undefined
  }

  /** Evicts one entry for the one that was just set; false where none has to go. */
  protected evictFor(_added: Key, _value: Value): boolean {
    for (const oldest of this.keys()) return this.delete(oldest)
    return false
  }

  #weigh(value: Value, key: Key): number {
    return this.#options.weigh?.(value, key) ?? 1
  }
}
