import { AppError, busy } from '../../errors.ts'
import type { Obstacle } from '../../formats/format.ts'
import { forEachParallel } from '../../lib/limit.ts'
import type { Prober } from '../index/prober.ts'
import type { Image } from '../index/tree/nodes.ts'
import { UnscalableError } from '../renditions/decoding/unscalable.ts'
import type { CandidateFinder, Candidates } from './candidates.ts'
import { isByDate, type Conditions } from '../conditions/conditions.ts'
import type { Deck } from './deck.ts'

/** How long a request may wait for files to be probed, in milliseconds. */
const maxWait = 10_000

/** What a frame asks for. */
export interface Wish {
  /** Its name, empty for callers without one. */
  frame: string
  conditions: Conditions
  /** Whether a rendition will be asked for: then what can't be scaled is passed over. */
  isScaled: boolean
  /** Who answers for the frame, such as its network: it has its share of what is remembered. */
  owner?: string | undefined
}

/** What a frame gets. */
export interface Picked {
  image: Image
  /** Whether it is not of this day, because no picture is. */
  isFallback: boolean
}

type PickerProber = Pick<Prober, 'isUnchanged' | 'probe' | 'probeOneOfMany'>

/** Picks images for frames: deals those that meet the conditions, and probes what is dealt. */
export class Picker {
  readonly #deck: Deck
  readonly #finder: CandidateFinder
  readonly #prober: PickerProber

  constructor(deck: Deck, finder: CandidateFinder, prober: PickerProber) {
    this.#deck = deck
    this.#finder = finder
    this.#prober = prober
  }

  /**
   * Deals the next image to a frame where nothing has to be waited for, as nearly always: each wait
   * costs a frame's request a turn.
   * @returns `undefined` where `pick` has to do it.
   */
  pickAtOnce({ frame, conditions, isScaled, owner }: Wish): Picked | undefined {
    if (conditions.fallback !== undefined || isByDate(conditions)) return undefined
    const isKnown = (image: Image) =>
      (!isScaled || image.obstacle === undefined) && this.#prober.isUnchanged(image)
    const key = { frame, conditions: conditions.key }
    const image = this.#deck.dealAtOnce(key, this.#finder.find(conditions), isKnown, owner)
    return image && { image, isFallback: false }
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
    const ofToday = await this.#pick(wish).catch((error: unknown) => {
      // A frame that shows nothing is worse than one that shows pictures of other days.
      const isBusy = error instanceof AppError && error.code === 'BUSY'
      if (isBusy || error instanceof UnscalableError) return undefined
      throw error
    })
    if (ofToday !== undefined) return ofToday
    const other = await this.#pick({ ...wish, conditions: fallback })
    return other && { ...other, isFallback: true }
  }

  async #pick({ frame, conditions, isScaled, owner }: Wish): Promise<Picked | undefined> {
    const find = () => this.#finder.find(conditions)
    let obstacle: Obstacle | undefined
    const canBeGiven = (image: Image) => {
      if (!isScaled || image.obstacle === undefined) return true
      obstacle = image.obstacle
      return false
    }
    let startedAt: number | undefined
    const accept = (image: Image) => {
      if (startedAt !== undefined && performance.now() - startedAt > maxWait) throw tooManyUnknown()
      const isThere = this.#prober.probe(image)
      if (!(isThere instanceof Promise)) return isThere && canBeGiven(image)
      startedAt ??= performance.now()
      // The probe may have found another picture than the one that was known.
      return isThere.then((is) => is && find().accepts(image) && canBeGiven(image))
    }
    if (isByDate(conditions) && find().unknown > 0) await this.#probeAll(find())
    const key = { frame, conditions: conditions.key }
    const image = await this.#deck.deal(key, find, accept, owner)
    if (image === undefined && obstacle !== undefined) throw new UnscalableError(obstacle)
    return image && { image, isFallback: false }
  }

  /** An order by date needs the dates of all. */
  async #probeAll({ images }: Candidates): Promise<void> {
    const startedAt = performance.now()
    const unknown = images.filter((image) => !image.isIndexed)
    await forEachParallel(unknown, async (image) => {
      if (performance.now() - startedAt > maxWait) throw tooManyUnknown()
      await this.#prober.probeOneOfMany(image)
    })
  }
}

const tooManyUnknown = () => busy('Many pictures are still being read. Ask again', 10)
