import type { MonotonicClock } from '../../../lib/clock.ts'
import { LruMap } from '../../../lib/lru-map.ts'

/** How many bytes it keeps, on a board with little memory too. */
const capacity = 32 * 1024 ** 2

/** Remembers which contents the system had in memory a moment ago. */
export class RecentReads {
  readonly #keptFor: number
  readonly #clock: MonotonicClock
  readonly #reads = new LruMap<string, { size: number; at: number }>({
    capacity,
    weigh: ({ size }) => size,
  })

  /** @param keptFor for how long, in milliseconds. */
  constructor(keptFor: number, clock: MonotonicClock = () => performance.now()) {
    this.#keptFor = keptFor
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
    return read !== undefined && this.#clock() - read.at < this.#keptFor
  }
}
