/**
 * A round in random order.
 *
 * The order is a function of the round's seed and each image's path: an image's place is a
 * number in [0, 1), and the images are dealt by rising place. So a round of any length is a seed
 * and a position, which is little to keep in memory and to save. An image that joins while the
 * round is under way gets its place between the position at that moment and the end.
 */
import { mix } from '../../lib/hash.ts'
import { imagePath, type Image } from '../index/tree/nodes.ts'
import type { Candidates } from './candidates.ts'
import { Round, type RoundState } from './round.ts'

/**
 * How many images are looked up ahead: for each window all images are searched. The first is
 * small, so that the first picture comes soon, and a name that asks once leaves little.
 */
const [firstWindow, windowGrowth] = [8, 8]

/** The position is -1 before the first image. */
export interface ShuffledState extends RoundState<number> {
  seed: number
}

export class ShuffledRound extends Round<number> {
  declare readonly state: ShuffledState
  readonly #seed: number
  #window: Image[] = []
  /** The places of the images in the window. */
  #places: number[] = []
  /** Where the image that comes next is in the window. */
  #index = 0
  #windowEnd = -1
  #nextWindow = firstWindow

  constructor(state: ShuffledState) {
    super(state)
    this.#seed = state.seed
  }

  protected override next(candidates: Candidates, maxWindow: () => number) {
    for (;;) {
      const image = this.#window[this.#index]
      const place = this.#places[this.#index]
      if (image !== undefined && place !== undefined) {
        this.#index += 1
        return { image, place }
      }
      if (this.#windowEnd === Number.POSITIVE_INFINITY) return undefined
      this.#fillWindow(candidates, maxWindow())
    }
  }

  protected override locate(): void {
    this.#window = []
    this.#index = 0
    this.#windowEnd = this.state.position
  }

  protected override hasPassed(
    image: Image,
    _: Candidates,
    position = this.state.position,
  ): boolean {
    return this.#place(image) <= position
  }

  /** Fills the window with the images whose places come next. */
  #fillWindow({ images }: Candidates, maxWindow: number): void {
    const windowSize = Math.min(this.#nextWindow, maxWindow)
    this.#nextWindow = windowSize * windowGrowth
    const { position } = this.state
    const from = Math.max(this.#windowEnd, position)
    const share = windowSize / Math.max(images.length, 1)
    const to =
      share >= 1 || from + share >= 1 ? Number.POSITIVE_INFINITY : Math.max(from, 0) + share
    const found: { image: Image; place: number }[] = []
    for (const image of images) {
      const place = this.#place(image)
      if (place > to || place < from || !image.isDealable || image === this.lastImage) continue
      // Two paths can share a place; then their order decides which of them came before.
      if (place === from && (place !== position || imagePath(image) <= this.placed)) continue
      found.push({ image, place })
    }
    found.sort((a, b) => a.place - b.place || (imagePath(a.image) < imagePath(b.image) ? -1 : 1))
    this.#window = found.map(({ image }) => image)
    this.#places = found.map(({ place }) => place)
    this.#index = 0
    this.#windowEnd = to
  }

  #place(image: Image): number {
    const place = mix(image.hash ^ this.#seed) / 2 ** 32
    const at = this.arrivalOf(image) ?? -1
    // Even at the very end of a round, a late-comer's place is behind the position.
    return at < 0 ? place : at + Math.max(place * (1 - at), Number.EPSILON)
  }
}
