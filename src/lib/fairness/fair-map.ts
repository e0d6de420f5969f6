import { LruMap } from '../lru-map.ts'

export interface FairMapOptions<Value> {
  /** The most entries that there may be. */
  capacity: number
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
 * evicts its own.
 */
export class FairMap<Key, Value> extends LruMap<Key, Value> {
  readonly #options: FairMapOptions<Value>

  constructor(options: FairMapOptions<Value>) {
    super({ capacity: Number.POSITIVE_INFINITY })
    this.#options = options
  }

  /** Sets a value, marks it as the one used last, and makes room for it where there is none. */
  override set(key: Key, value: Value): void {
    super.set(key, value)
    if (this.size > this.#options.capacity) this.#evict(key)
  }

  /** Evicts one entry for the one that was just added. */
  #evict(added: Key): void {
    const { capacity, ownerOf, isSettled } = this.#options
    const others = [...this.entries()].filter(([key]) => key !== added)
    const unsettled = others.filter(([, value]) => !isSettled(value))
    const mayBeNew = unsettled.length < capacity * newShare && unsettled.length < others.length
    const candidates = mayBeNew ? others.filter(([, value]) => isSettled(value)) : unsettled
    const counts = new Map<string, number>()
    for (const [, value] of candidates) {
      counts.set(ownerOf(value), (counts.get(ownerOf(value)) ?? 0) + 1)
    }
    const most = Math.max(...counts.values())
    const victim = candidates.find(([, value]) => counts.get(ownerOf(value)) === most)
    if (victim !== undefined) this.delete(victim[0])
  }
}
