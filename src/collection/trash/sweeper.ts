import type { Demand } from '../index/indexer.ts'
import type { Trash } from './trash.ts'

/** How long a start is left alone, in milliseconds: the first requests come then. */
const startDelay = 1000

/** How often it looks whether the time of something is over, in milliseconds. */
const interval = 60_000

/** How long it rests, in units of the time that it has worked. */
const restFactors = { asked: 15, alone: 1 }

/** The shortest and the longest rest, in milliseconds. */
const rests = { shortest: 2, longest: 500 }

/** How often it looks whether the disk is free again, in milliseconds. */
const busyInterval = 50

/** How many items are written down as gone at a time. */
const atOnce = 100

/**
 * Deletes in the background what has been in the trash for long enough, a little at a time. It rests
 * while requests need the disk.
 */
export class TrashSweeper {
  readonly #trash: Trash
  readonly #onError: (error: unknown) => void
  readonly #stopped = new AbortController()
  #timer: ReturnType<typeof setTimeout> | undefined

  constructor(trash: Trash, onError: (error: unknown) => void) {
    this.#trash = trash
    this.#onError = onError
  }

  start(demand: Demand): void {
    // An earlier run may have left something behind that this one has not read about.
    this.#schedule(startDelay, () => true, demand)
  }

  stop(): void {
    clearTimeout(this.#timer)
    this.#stopped.abort()
  }

  #schedule(delay: number, isDue: () => boolean, demand: Demand): void {
    if (this.#stopped.signal.aborted) return
    this.#timer = setTimeout(async () => {
      // A disk that nobody uses may sleep.
      if (isDue()) await this.#sweep(demand).catch((error: unknown) => this.#note(error))
      this.#schedule(interval, () => this.#trash.items.hasExpired, demand)
    }, delay).unref()
  }

  async #sweep(demand: Demand): Promise<void> {
    const { items } = this.#trash
    const expired = (await items.all()).filter((item) => items.isExpired(item))
    let workedFrom = performance.now()
    const rest = async () => {
      const factor = restFactors[demand.isAsked() ? 'asked' : 'alone']
      const wanted = factor * (performance.now() - workedFrom)
      await Bun.sleep(Math.min(Math.max(wanted, rests.shortest), rests.longest))
      while (demand.isBusy()) await Bun.sleep(busyInterval)
      this.#stopped.signal.throwIfAborted()
      workedFrom = performance.now()
    }
    for (let from = 0; from < expired.length; from += atOnce) {
      await this.#trash.remove(expired.slice(from, from + atOnce), rest)
    }
    await items.prune()
    if (this.#trash.isInUse) await this.#trash.prepare()
  }

  #note(error: unknown): void {
    if (!this.#stopped.signal.aborted) this.#onError(error)
  }
}
