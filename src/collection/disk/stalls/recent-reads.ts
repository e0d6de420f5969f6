import type { MonotonicClock } from '../../../lib/clock.ts'
import { LruMap } from '../../../lib/lru-map.ts'

/** How long the system keeps what it has read, as a rule, in milliseconds. */
const keptFor = 10_000

/** How many bytes it keeps, on a board with little memory too. */
const capacity = 32 * 1024 ** 2

/**
 * Remembers which contents were read to their end a moment ago, so that the system should still have
 * them in memory. Not of every file does it say so.
 */
export class RecentReads {
  readonly #clock: MonotonicClock
  readonly #reads = new LruMap<string, { size: number; at: number }>({
    capacity,
    weigh: ({ size }) => size,
  })

  constructor(clock: MonotonicClock = () => performance.now()) {
    this.#clock = clock
  }

  /**
   * @param content names a file as it is.
   * @param size in bytes.
   */
  add(content: string, size: number): void {
    this.#reads.set(content, { size, at: this.#clock() })
  }

  has(content: string): boolean {
    const read = this.#reads.get(content)
    return read !== undefined && this.#clock() - read.at < keptFor
  }
}
