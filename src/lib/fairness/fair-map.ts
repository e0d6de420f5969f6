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
    this.forEach((value) => {
      if (!isSettled(value)) weight += weigh(value)
    })
    return weight
  }

  /** Whether so few entries are new that one more may take the place of a settled one. */
  #mayDisplaceSettled(added: Key): boolean {
    const { capacity, isSettled } = this.#options
    let unsettled = 0
    this.forEach((value, key) => {
      if (key !== added && !isSettled(value)) unsettled += 1
    })
    return unsettled < capacity * newShare && unsettled < this.size - 1
  }

  /** Evicts one entry, settled or not, for the one that was just added; false where there is none. */
  #evict(added: Key, settled: boolean): boolean {
    const { ownerOf, isSettled } = this.#options
    const counts = new Map<string, number>()
    const isCandidate = (value: Value, key: Key) => key !== added && isSettled(value) === settled
    this.forEach((value, key) => {
      if (!isCandidate(value, key)) return
      counts.set(ownerOf(value), (counts.get(ownerOf(value)) ?? 0) + 1)
    })
    const most = Math.max(...counts.values())
    let victim: { key: Key } | undefined
    this.forEach((value, key) => {
      if (victim !== undefined || !isCandidate(value, key)) return
      if (counts.get(ownerOf(value)) === most) victim = { key }
    })
    return victim !== undefined && this.delete(victim.key)
  }
}
