import type { Demand } from '../library/indexer.ts'
import type { Trash } from './trash.ts'

/** How long a start is left alone, in milliseconds: the first requests come then. */
const startDelay = 1000

/** How often it looks whether the time of something is over, in milliseconds. */
const interval = 60_000

/** How long it rests after a few files, and how often it looks whether the disk is free again. */
const [shortRest, busyInterval] = [20, 50]

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

  /** @param onStart is called once, behind the first requests. */
  start(demand: Demand, onStart: () => Promise<void>): void {
    this.#schedule(startDelay, demand, async () => {
      await onStart()
      // An earlier run may have left something behind that this one has not read about.
      return this.#trash.look()
    })
  }

  stop(): void {
    clearTimeout(this.#timer)
    this.#stopped.abort()
  }

  /** @param before is done first. */
  #schedule(delay: number, demand: Demand, before = async (): Promise<void> => undefined): void {
    this.#timer = setTimeout(async () => {
      const { signal } = this.#stopped
      try {
        await before()
        await this.#sweep(demand)
      } catch (error) {
        if (!signal.aborted) this.#onError(error)
      }
      // Only what is known is looked at then: a disk that nobody uses may sleep.
      if (!signal.aborted) this.#schedule(interval, demand)
    }, delay).unref()
  }

  async #sweep({ isBusy }: Demand): Promise<void> {
    const rest = async () => {
      await Bun.sleep(shortRest)
      while (isBusy()) await Bun.sleep(busyInterval)
      this.#stopped.signal.throwIfAborted()
    }
    const { expired } = this.#trash.items
    const refusals: unknown[] = []
    for (let from = 0; from < expired.length; from += atOnce) {
      const { refusal } = await this.#trash.remove(expired.slice(from, from + atOnce), rest)
      if (refusal !== undefined) refusals.push(refusal)
    }
    if (refusals.length > 0) throw refusals[0]
  }
}
