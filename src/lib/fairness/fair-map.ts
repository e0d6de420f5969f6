import { LruMap } from '../lru-map.ts'

export interface FairMapOptions<Value> {
  /** The most entries that there may be. */
  capacity: number
  /** The most that the entries which are not settled may weigh together. */
  newCapacity: number
  /** The weight of a value, which must not change while the map holds it. */
  weigh: (value: Value) => number
  /** Whose entry it is. */
  ownerOf: (value: Value) => string
  /** Whether an entry has been in use for long; those that have not make room first. */
  isSettled: (value: Value) => boolean
}

/** Which part of the entries may be new, however many settled ones there are. */
const newShare = 0.1

/**
 * A map of bounded size whose owners share the room: of the entries that are not settled, the
 * owner with the most loses the least recently used. So one that comes with a thousand new keys
 * evicts its own. What is not settled is bounded in weight, too.
 */
export class FairMap<Key, Value> extends LruMap<Key, Value> {
  readonly #options: FairMapOptions<Value>

  constructor(options: FairMapOptions<Value>) {
    super({ capacity: Number.POSITIVE_INFINITY, weigh: options.weigh })
    this.#options = options
  }

  /** Sets a value, marks it as the one used last, and makes room for it where there is none. */
  override set(key: Key, value: Value): void {
    super.set(key, value)
    const { capacity, newCapacity } = this.#options
    if (this.size > capacity) this.#evict(key, this.#mayDisplaceSettled(key))
    // Nothing is added up where all entries together are light enough.
    while (this.weight > newCapacity && this.#newWeight() > newCapacity && this.#evict(key, false));
  }

  #newWeight(): number {
    const { weigh, isSettled } = this.#options
    let weight = 0
    for (const value of this.values()) if (!isSettled(value)) weight += weigh(value)
    return weight
  }

  /** Whether so few entries are new that one more may take the place of a settled one. */
  #mayDisplaceSettled(added: Key): boolean {
    const { capacity, isSettled } = this.#options
    const others = [...this.entries()].filter(([key]) => key !== added)
    const unsettled = others.filter(([, value]) => !isSettled(value)).length
    return unsettled < capacity * newShare && unsettled < others.length
  }

  /** Evicts one entry, settled or not, for the one that was just added; false where there is none. */
  #evict(added: Key, settled: boolean): boolean {
    const { ownerOf, isSettled } = this.#options
    const candidates = [...this.entries()].filter(
      ([key, value]) => key !== added && isSettled(value) === settled,
    )
    const counts = new Map<string, number>()
    for (const [, value] of candidates) {
      counts.set(ownerOf(value), (counts.get(ownerOf(value)) ?? 0) + 1)
    }
    const most = Math.max(...counts.values())
    const victim = candidates.find(([, value]) => counts.get(ownerOf(value)) === most)
    return victim !== undefined && this.delete(victim[0])
  }
}
