import { busy, ignoring } from '../errors.ts'
import { isBusy } from '../disk/call-deadline.ts'
import type { Obstacle } from '../formats/format.ts'
import type { Prober } from '../library/prober.ts'
import { isByDate } from '../library/order/sort-order.ts'
import type { Image } from '../library/tree/nodes.ts'
import { UnscalableError } from '../pixels/decoding/unscalable.ts'
import type { CandidateFinder } from './candidates.ts'
import type { Conditions } from './conditions/conditions.ts'
import { roundKey, type Deck } from './deck.ts'

/** How long a request may wait for files to be probed, in milliseconds. */
const maxWait = 10_000

/** What a frame asks for. */
export interface Wish {
  /** Its name, empty for callers without one. */
  frame: string
  conditions: Conditions
  /** Whether the admin steers it. */
  isSteered: boolean
  /** How often another picture was asked for, whatever the slot. */
  next: number
  /** Whether a rendition will be asked for: then what can't be scaled is passed over. */
  isScaled: boolean
  /** Images that could not be scaled for this request: a slot gets others in place of them. */
  unscaled?: ReadonlySet<Image> | undefined
  /** An image that the frame gets only where there is no other. */
  skipped?: Image | undefined
}

/** What a frame gets. */
export interface Picked {
  image: Image
  /** Whether it is not of this day, because no picture is. */
  isFallback: boolean
  /** Notes that the frame did not get it. */
  refuse?: () => void
  /** Has it come again in its round, for who did not get it. */
  putBack?: () => void
}

/** Picks images for frames: deals those that meet the conditions, and probes what is dealt. */
export class Picker {
  readonly #deck: Deck
  readonly #finder: CandidateFinder
  readonly #prober: Pick<Prober, 'probe' | 'probeAll'>

  constructor(deck: Deck, finder: CandidateFinder, prober: Pick<Prober, 'probe' | 'probeAll'>) {
    this.#deck = deck
    this.#finder = finder
    this.#prober = prober
  }

  /**
   * Deals the next image to a frame.
   * @returns `undefined` where no image meets the conditions.
   * @throws BUSY while too many files still have to be probed; FILE_SYSTEM_ERROR;
   * UnscalableError where no image can be scaled.
   */
  pick(wish: Wish): Promise<Picked | undefined> {
    const { fallback } = wish.conditions
    return fallback === undefined ? this.#pick(wish) : this.#pickOfToday(wish, fallback)
  }

  async #pickOfToday(wish: Wish, fallback: Conditions): Promise<Picked | undefined> {
    // A frame that shows nothing is worse than one that shows pictures of other days.
    const isMeant = (error: unknown) => isBusy(error) || error instanceof UnscalableError
    const ofToday = await this.#pick(wish).catch(ignoring(isMeant))
    if (ofToday !== undefined) return ofToday
    const other = await this.#pick({ ...wish, conditions: fallback })
    return other && { ...other, isFallback: true }
  }

  async #pick(wish: Wish): Promise<Picked | undefined> {
    const { frame, conditions, isScaled, skipped } = wish
    const key = roundKey(frame, conditions.key)
    const heldBack = new Set(skipped === undefined ? [] : [skipped])
    const until = performance.now() + maxWait
    const checkTime = () => {
      if (performance.now() > until) throw busy('Many pictures are still being read. Ask again', 10)
    }
    let obstacle: Obstacle | undefined
    let candidates = this.#finder.find(conditions)
    if (candidates.unknown > 0 && isByDate(conditions.order)) {
      // Such an order needs the dates of all.
      const unknown = candidates.images.filter((image) => !image.isIndexed)
      await this.#prober.probeAll(unknown, checkTime)
      candidates = this.#finder.find(conditions)
    }
    for (;;) {
      checkTime()
      const deal = this.#deck.deal(key, candidates, heldBack)
      if (deal === undefined) break
      const { image } = deal
      let isThere: boolean
      try {
        isThere = await this.#prober.probe(image)
      } catch (error) {
        this.#deck.putBack(deal)
        throw error
      }
      // A look at its file may have found another picture than the one that was known.
      const isMeant = isThere && image.isDealable && candidates.meetsConditions(image)
      const isFit = !isScaled || image.obstacle === undefined
      if (isMeant && isFit) {
        const refuse = () => this.#deck.refuse(deal)
        return { image, isFallback: false, refuse, putBack: () => this.#deck.putBack(deal) }
      }
      if (isMeant) obstacle = image.obstacle
      this.#deck.refuse(deal)
      heldBack.add(image)
      candidates = this.#finder.find(conditions)
    }
    if (skipped !== undefined) return this.#pick({ ...wish, skipped: undefined })
    if (obstacle !== undefined) throw new UnscalableError(obstacle)
    return undefined
  }
}
