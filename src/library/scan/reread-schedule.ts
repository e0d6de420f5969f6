import type { Clock, MonotonicClock } from '../../lib/clock.ts'

/** How often all names are read, for changes that no rule foresees, in milliseconds. */
const readAllEvery = 3_600_000

/**
 * Names that no time of their folder covers are read in every check, at most once in this many times
 * the duration of a reading.
 */
const pauseFactor = 20

/**
 * How many of the last readings the duration is taken from: one takes longer while the device has
 * other work.
 */
const readings = 4

/**
 * Decides which folders are read again though nothing indicates a change in them, so that this
 * takes a small share of the time whatever the disk takes for it.
 */
export class RereadSchedule {
  readonly #clock: Clock
  readonly #stopwatch: MonotonicClock
  #allReadAt: number
  #readAt = Number.NEGATIVE_INFINITY
  #rereads: 'none' | 'uncertain' | 'all' = 'none'
  /** How many folders are being read, and since when without a break. */
  #reading = 0
  #readingSince = 0
  /** How long the reading has taken in this check, and in the last ones that read. */
  #cost = 0
  #costs = Array.from({ length: readings }, () => 0)

  /** @param stopwatch measures how long the reading takes. */
  constructor(clock: Clock, stopwatch: MonotonicClock = () => performance.now()) {
    this.#clock = clock
    this.#stopwatch = stopwatch
    this.#allReadAt = clock()
  }

  /** Begins a check. */
  begin(): void {
    const now = this.#clock()
    const pause = pauseFactor * Math.min(...this.#costs)
    const isAllDue = Math.abs(now - this.#allReadAt) > readAllEvery
    const isDue = Math.abs(now - this.#readAt) >= pause
    this.#rereads = isAllDue ? 'all' : isDue ? 'uncertain' : 'none'
    this.#cost = 0
  }

  /** Whether this check reads a folder, whose times cover its names or do not. */
  includes(isCovered: boolean): boolean {
    return this.#rereads === 'all' || (this.#rereads === 'uncertain' && !isCovered)
  }

  /** Runs work that reads such a folder. What runs at the same time is counted once. */
  async run<T>(work: () => Promise<T>): Promise<T> {
    if (this.#reading === 0) this.#readingSince = this.#stopwatch()
    this.#reading += 1
    try {
      return await work()
    } finally {
      this.#reading -= 1
      if (this.#reading === 0) this.#cost += this.#stopwatch() - this.#readingSince
    }
  }

  /** Ends a check that has looked at all folders. */
  end(): void {
    if (this.#rereads === 'none') return
    const now = this.#clock()
    if (this.#rereads === 'all') this.#allReadAt = now
    this.#readAt = now
    this.#costs = [...this.#costs.slice(1), this.#cost]
  }
}
