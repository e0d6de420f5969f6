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
import { arrivalOf, noticeChanges, putBehind, type Round, type RoundState } from './round.ts'

/**
 * How many images are looked up ahead: for each window all images are searched. The first is
 * small, so that the first picture comes soon.
 */
const [firstWindow, windowGrowth] = [64, 8]

/** The position is -1 before the first image. */
export interface ShuffledState extends RoundState<number> {
  seed: number
}

export class ShuffledRound implements Round {
  readonly state: ShuffledState
  #window: Image[] = []
  /** The places of the images in the window. */
  #places: number[] = []
  /** Where the image that comes next is in the window. */
  #index = 0
  #windowEnd = -1
  #windowSize = firstWindow
  /** What it knows of the candidates: it does not keep them, which may be many. */
  #known: Pick<Candidates, 'serials' | 'lastSerial'> | undefined
  #returns = new Map<number, number>()
  /** The image dealt last, which a move does not make another one. */
  #lastImage: Image | undefined

  constructor(state: ShuffledState) {
    this.state = state
  }

  deal(
    candidates: Candidates,
    maxWindow: () => number,
    passedOver: ReadonlySet<Image>,
  ): Image | undefined {
    if (candidates.serials !== this.#known?.serials) this.#notice(candidates)
    for (;;) {
      const image = this.#window[this.#index]
      if (image === undefined) {
        if (this.#windowEnd === Number.POSITIVE_INFINITY) return this.#end()
        this.#fillWindow(candidates, maxWindow())
        continue
      }
      const place = this.#places[this.#index] ?? 1
      this.#index += 1
      if (!image.isDealable || passedOver.has(image)) continue
      this.state.position = place
      this.state.last = imagePath(image)
      this.#lastImage = image
      return image
    }
  }

  takeBack(image: Image): void {
    putBehind(this.state, image)
    this.#returns.set(image.hash, this.state.position)
    if (image === this.#lastImage) this.#lastImage = undefined
    this.#forgetWindow()
  }

  #notice(candidates: Candidates): void {
    const { state } = this
    noticeChanges(state, candidates, this.#known, (image) => this.#place(image) <= state.position)
    this.#returns = new Map(state.returns.map(({ hash, at }) => [hash, at]))
    const { serials, lastSerial } = candidates
    this.#known = { serials, lastSerial }
    this.#forgetWindow()
  }

  /** What was passed over for one request may do for the next. */
  #end(): undefined {
    this.#forgetWindow()
  }

  #forgetWindow(): void {
    this.#window = []
    this.#places = []
    this.#index = 0
    this.#windowEnd = this.state.position
  }

  /** Fills the window with the images whose places come next. */
  #fillWindow({ images }: Candidates, maxWindow: number): void {
    this.#windowSize = Math.min(this.#windowSize * windowGrowth, maxWindow)
    const { position, last } = this.state
    const from = Math.max(this.#windowEnd, position)
    const share = this.#windowSize / Math.max(images.length, 1)
    const to =
      share >= 1 || from + share >= 1 ? Number.POSITIVE_INFINITY : Math.max(from, 0) + share
    const found: { image: Image; place: number }[] = []
    for (const image of images) {
      const place = this.#place(image)
      if (place > to || place < from || !image.isDealable || image === this.#lastImage) continue
      // Two paths can share a place; then their order decides which of them came before.
      if (place === from && (place !== position || imagePath(image) <= (last ?? ''))) continue
      found.push({ image, place })
    }
    found.sort((a, b) => a.place - b.place || (imagePath(a.image) < imagePath(b.image) ? -1 : 1))
    this.#window = found.map(({ image }) => image)
    this.#places = found.map(({ place }) => place)
    this.#index = 0
    this.#windowEnd = to
  }

  #place(image: Image): number {
    const place = mix(image.hash ^ this.state.seed) / 2 ** 32
    const at = arrivalOf(image, this.state, this.#returns) ?? -1
    // Even at the very end of a round, a late-comer's place is behind the position.
    return at < 0 ? place : at + Math.max(place * (1 - at), Number.EPSILON)
  }
}
