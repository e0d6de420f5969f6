import type { Rest } from '../disk/folders/remove-trees.ts'
import type { MonotonicClock } from '../lib/clock.ts'

/** How long a start is left alone, in milliseconds: the first requests come then. */
const startDelay = 1000

/** How long work rests, in units of the time that it has taken. */
const restFactors = { asked: 15, alone: 1 }

/** How long work goes on at a time while nobody asks, in milliseconds. */
const stretch = 10

/** The shortest rest, in milliseconds. */
const shortestRest = 2

/** How often work looks whether the disk is free again, in milliseconds. */
const busyInterval = 50

/** What requests do at the moment. */
interface Requests {
  /** Whether any needs the disk. */
  isBusy: () => boolean
  /** Whether there have been any lately. */
  isAsked: () => boolean
}

/** Work that is done again and again in the background. */
export interface BackgroundWork {
  /** How long after its end it is done again, in milliseconds. */
  every: number
  /** How many times as long as other work it rests. */
  patience?: number
  /** In milliseconds. */
  longestRest: number
  /**
   * @param rest waits for a time by the work since the last rest, then while requests need the
   * disk. Throws once the service ends.
   */
  run: (rest: Rest) => Promise<void>
}

/**
 * Runs work that can wait, beside requests. It takes half of the time of a slow disk or processor, a small
 * part while somebody asks for pictures, and rests while requests need the disk.
 */
export class Background {
  readonly #requests: Requests
  readonly #onError: (error: unknown) => void
  readonly #stopwatch: MonotonicClock
  readonly #ended = new AbortController()
  readonly #running: Promise<void>[] = []

  /** @param stopwatch measures how long work takes. */
  constructor(
    requests: Requests,
    onError: (error: unknown) => void,
    stopwatch: MonotonicClock = () => performance.now(),
  ) {
    this.#requests = requests
    this.#onError = onError
    this.#stopwatch = stopwatch
  }

  start(work: BackgroundWork): void {
    this.#running.push(this.#repeat(work))
  }

  /** Ends all work, and waits until it has ended. */
  async stop(): Promise<void> {
    this.#ended.abort()
    await Promise.all(this.#running)
  }

  async #repeat(work: BackgroundWork): Promise<void> {
    const { every, patience = 1, longestRest } = work
    const { isAsked, isBusy } = this.#requests
    const { signal } = this.#ended
    let resumedAt = 0
    const untilFree = async () => {
      while (isBusy() && !signal.aborted) await this.#rest(busyInterval)
      signal.throwIfAborted()
      resumedAt = this.#stopwatch()
    }
    const giveWay = async () => {
      const took = this.#stopwatch() - resumedAt
      if (took < stretch && !isAsked() && !isBusy() && !signal.aborted) return
      const rest = took * patience * restFactors[isAsked() ? 'asked' : 'alone']
      await this.#rest(Math.min(Math.max(rest, shortestRest), longestRest))
      await untilFree()
    }
    for (let delay = startDelay; !signal.aborted; delay = every) {
      await this.#rest(delay)
      try {
        await untilFree()
        await work.run(giveWay)
      } catch (error) {
        if (!signal.aborted) this.#onError(error)
      }
    }
  }

  /** Ends at once when all does. */
  async #rest(milliseconds: number): Promise<void> {
    const { signal } = this.#ended
    if (signal.aborted) return
    const { promise, resolve } = Promise.withResolvers<void>()
    const end = () => resolve()
    const timer = setTimeout(end, milliseconds).unref()
    signal.addEventListener('abort', end)
    await promise
    clearTimeout(timer)
    signal.removeEventListener('abort', end)
  }
}
