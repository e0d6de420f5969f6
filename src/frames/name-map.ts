import { z } from 'zod'

const dayMs = 24 * 60 * 60_000

/** The number of the day that a moment lies in, counted from 1970-01-01 in UTC. */
export const dayNumber = (now: number) => Math.floor(now / dayMs)

export const usageSchema = () =>
  z.object({
    /** On how many days it was used, and the last of them, by its number. */
    days: z.int(),
    lastDay: z.int(),
  })

/** How long something is remembered for a name. */
export type Usage = z.infer<ReturnType<typeof usageSchema>>

/** What was used on one day only is the first to be forgotten. */
export const isSettled = ({ days }: Usage) => days > 1

/** The usage after one more use. */
export function usedAgain(usage: Usage | undefined, now: number): Usage {
  const today = dayNumber(now)
  return usage?.lastDay === today ? usage : { days: (usage?.days ?? 0) + 1, lastDay: today }
}

export interface NameMapOptions<Value> {
  /** The most entries that there may be. */
  capacity: number
  /** The most that the entries which are not settled may weigh together. */
  newCapacity: number
  /** The weight of an entry, which must not change while the map holds it. */
  weigh: (value: Value, key: string) => number
  /** `undefined` for what stays whatever comes, and is not counted. */
  usageOf: (value: Value) => Usage | undefined
}

/** Which part of the entries may be new, however many settled ones there are. */
const newShare = 0.1

/**
 * What is remembered for the names that devices give, in bounded room. Names cost nothing to make up,
 * so of those used on one day only, the newest make room for a further one, but those of an earlier
 * day first. What is settled goes only where hardly anything else is left, the least recently used first.
 */
export class NameMap<Value> extends Map<string, Value> {
  readonly #options: NameMapOptions<Value>
  #weight = 0

  constructor(options: NameMapOptions<Value>) {
    super()
    this.#options = options
  }

  /** Gives a value and marks it as the one used last. */
  override get(key: string): Value | undefined {
    const value = super.get(key)
    if (value !== undefined) this.#put(key, value)
    return value
  }

  /** Sets a value, marks it as the one used last, and makes room for it where there is none. */
  override set(key: string, value: Value): this {
    const { capacity, newCapacity, weigh, usageOf } = this.#options
    const before = super.get(key)
    this.#weight += weigh(value, key) - (before === undefined ? 0 : weigh(before, key))
    this.#put(key, value)
    // Nothing is added up where all entries together are light enough.
    const isFull = () => this.size > capacity || this.#weight > newCapacity
    const today = usageOf(value)?.lastDay
    while (isFull() && this.#evictFor(key, today));
    return this
  }

  /** Removes an entry, if there is one. */
  override delete(key: string): boolean {
    const value = super.get(key)
    if (value !== undefined) this.#weight -= this.#options.weigh(value, key)
    return super.delete(key)
  }

  override clear(): void {
    this.#weight = 0
    super.clear()
  }

  /** Those that are settled are in the order of their use, the others in that of their arrival. */
  #put(key: string, value: Value): void {
    const usage = this.#options.usageOf(value)
    if (usage === undefined || isSettled(usage)) super.delete(key)
    super.set(key, value)
  }

  /** Evicts one entry for the one that was just set; false where there is room, or nothing to evict. */
  #evictFor(added: string, today: number | undefined): boolean {
    const { capacity, newCapacity, weigh, usageOf } = this.#options
    let [count, newCount, newWeight] = [0, 0, 0]
    let settled: string | undefined
    let earlier: string | undefined
    let newest: string | undefined
    // An iterator makes an array of each entry.
    this.forEach((value, key) => {
      const usage = usageOf(value)
      if (usage === undefined) return
      count += 1
      if (!isSettled(usage)) newWeight += weigh(value, key)
      if (key === added) return
      if (isSettled(usage)) {
        settled ??= key
        return
      }
      newCount += 1
      newest = key
      if (usage.lastDay !== today) earlier ??= key
    })
    const isFull = count > capacity
    if (!isFull && newWeight <= newCapacity) return false
    const victim = isFull && newCount < capacity * newShare ? settled : (earlier ?? newest)
    if (victim !== undefined) this.delete(victim)
    return victim !== undefined
  }
}
