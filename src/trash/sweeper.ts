import type { Rest } from '../disk/remove-trees.ts'
import type { BackgroundWork } from '../library/background.ts'
import type { Trash } from './trash.ts'

/** How many items are written down as gone at a time. */
const atOnce = 100

/** Deletes in the background what has been in the trash for long enough, a little at a time. */
export class TrashSweeper implements BackgroundWork {
  readonly every = 60_000
  readonly longestRest = 500
  readonly #trash: Trash
  readonly #onStart: () => Promise<void>
  #isStarted = false

  /** @param onStart is called once, behind the first requests. */
  constructor(trash: Trash, onStart: () => Promise<void>) {
    this.#trash = trash
    this.#onStart = onStart
  }

  async run(giveWay: Rest): Promise<void> {
    if (!this.#isStarted) {
      this.#isStarted = true
      await this.#onStart()
      // An earlier run may have left something behind that this one has not read about. Later only
      // what is known is looked at: a disk that nobody uses may sleep.
      await this.#trash.look()
    }
    const { expired } = this.#trash.items
    const refusals: unknown[] = []
    for (let from = 0; from < expired.length; from += atOnce) {
      const { refusal } = await this.#trash.remove(expired.slice(from, from + atOnce), giveWay)
      if (refusal !== undefined) refusals.push(refusal)
    }
    if (refusals.length > 0) throw refusals[0]
  }
}
