import { z } from 'zod'
import { dayMs } from '../lib/clock.ts'
import { LruMap } from '../lib/lru-map.ts'

/** The number of the day that a moment lies in, counted from 1970-01-01 in UTC. */
export const dayNumber = (now: number) => Math.floor(now / dayMs)

/** The schema of what says for how long a name is remembered. */
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

interface NameMapOptions<Value> {
  /** The most entries that there may be; 1,000 unless given. */
  capacity?: number
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
export class NameMap<Value> extends LruMap<string, Value> {
  readonly #options: Required<NameMapOptions<Value>>

  constructor(options: NameMapOptions<Value>) {
    super({ capacity: options.newCapacity, weigh: options.weigh })
    this.#options = { capacity: 1000, ...options }
  }

  /** Nothing is added up where all entries together are light enough. */
  protected override get isFull(): boolean {
    return this.size > this.#options.capacity || super.isFull
  }

  /** Those that are settled are in the order of their use, the others in that of their arrival. */
  protected override touch(key: string, value: Value): void {
    const usage = this.#options.usageOf(value)
    super.touch(key, value, usage === undefined || isSettled(usage))
  }

  protected override evictFor(added: string, value: Value): boolean {
    const { capacity, newCapacity, weigh, usageOf } = this.#options
    const today = usageOf(value)?.lastDay
    let [count, newCount, newWeight] = [0, 0, 0]
    let settled: string | undefined
    let earlier: string | undefined
    let newest: string | undefined
    // An iterator makes an array of each entry.
    this.forEach((each, key) => {
      const usage = usageOf(each)
      if (usage === undefined) return
      count += 1
      if (!isSettled(usage)) newWeight += weigh(each, key)
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
    return victim !== undefined && this.delete(victim)
  }
}
