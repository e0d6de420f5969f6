/**
 * A round by date or by name. An image that joins when its place has passed comes next, in the
 * order in which such images have joined.
 */
import { comparePaths } from '../index/name-order.ts'
import { imagePath, type Image } from '../index/tree/nodes.ts'
import type { Candidates } from './candidates.ts'
import { arrivalOf, noticeChanges, putBehind, type Round, type RoundState } from './round.ts'
import { anchorOf, compareAnchors, type Anchor } from './sort-order.ts'

/** Where an image is dealt: at its own anchor, or behind that of another one. */
export interface SortedPlace extends Anchor {
  /** 0 at its own anchor; else a number that differs among those behind the same one. */
  late: number
}

/** The position is null before the first image. */
export type SortedState = RoundState<SortedPlace | null>

interface LateImage {
  image: Image
  place: SortedPlace
}

/** Images that come back get their places between those of newcomers, whose serials are whole. */
const returnStep = 2 ** -16

export class SortedRound implements Round {
  readonly state: SortedState
  /** What it knows of the candidates: it does not keep them, which may be many. */
  #known: Pick<Candidates, 'serials' | 'lastSerial'> | undefined
  /** Where the candidates begin whose anchors have not passed; -1 where that has to be found. */
  #index = 0
  /** Candidates behind anchors that are not their own, by their places. */
  #late: LateImage[] = []
  #returns = new Map<number, SortedPlace | null>()

  constructor(state: SortedState) {
    this.state = state
  }

  deal(
    candidates: Candidates,
    _maxWindow: () => number,
    passedOver: ReadonlySet<Image>,
  ): Image | undefined {
    if (candidates.serials !== this.#known?.serials) this.#notice(candidates)
    if (this.#index === -1) this.#locate(candidates)
    for (;;) {
      const late = this.#isLateNext(candidates) ? this.#late.shift() : undefined
      const image = late?.image ?? candidates.images[this.#index]
      if (image === undefined) {
        // What was passed over for one request may do for the next.
        this.#locate(candidates)
        return undefined
      }
      if (late === undefined) this.#index += 1
      if (!image.isDealable || passedOver.has(image)) continue
      this.state.position = late?.place ?? { ...anchorIn(candidates, image), late: 0 }
      this.state.last = imagePath(image)
      return image
    }
  }

  takeBack(image: Image): void {
    putBehind(this.state, image)
    this.#returns.set(image.hash, this.state.position)
    this.#index = -1
  }

  #isLateNext(candidates: Candidates): boolean {
    const [late] = this.#late
    const image = candidates.images[this.#index]
    if (late === undefined || image === undefined) return late !== undefined
    return compareAnchors(late.place, anchorIn(candidates, image)) < 0
  }

  #notice(candidates: Candidates): void {
    const { state } = this
    noticeChanges(state, candidates, this.#known, (image) => !this.#isAhead(image, candidates))
    this.#returns = new Map(state.returns.map(({ hash, at }) => [hash, at]))
    const { serials, lastSerial } = candidates
    this.#known = { serials, lastSerial }
    this.#locate(candidates)
  }

  #locate(candidates: Candidates): void {
    this.#late = this.#findLate(candidates)
    this.#index = this.#findIndex(candidates)
  }

  #findLate(candidates: Candidates): LateImage[] {
    const { since } = this.state
    const late: LateImage[] = []
    for (const image of candidates.images) {
      if (image.serial <= since && !this.#returns.has(image.hash)) continue
      const place = this.#place(image, candidates)
      if (place.late > 0 && this.#isAhead(image, candidates)) late.push({ image, place })
    }
    return late.toSorted((one, other) => comparePlaces(one, other))
  }

  #findIndex(candidates: Candidates): number {
    const { images } = candidates
    const { position } = this.state
    let low = 0
    let high = position === null ? 0 : images.length
    while (low < high) {
      const middle = (low + high) >> 1
      const image = images[middle]
      const hasPassed =
        image === undefined ||
        position === null ||
        compareAnchors(anchorIn(candidates, image), position) <= 0
      if (hasPassed) low = middle + 1
      else high = middle
    }
    return this.#late.some(({ image }) => image === images[low]) ? low + 1 : low
  }

  #place(image: Image, candidates: Candidates): SortedPlace {
    const own = { ...anchorIn(candidates, image), late: 0 }
    const at = arrivalOf(image, this.state, this.#returns) ?? null
    if (at === null || compareAnchors(own, at) > 0) return own
    const late = this.#returns.has(image.hash) ? at.late + returnStep : image.serial
    return { date: at.date, path: at.path, late }
  }

  /** Whether the place of an image lies behind the position. */
  #isAhead(image: Image, candidates: Candidates): boolean {
    const { position, last = '' } = this.state
    if (position === null) return true
    const place = this.#place(image, candidates)
    const path = imagePath(image)
    return (
      (compareAnchors(place, position) ||
        place.late - position.late ||
        // Those that come behind the same one by the same step come by their paths.
        (place.late > 0 ? comparePaths(path, last) : 0)) > 0
    )
  }
}

const anchorIn = (candidates: Candidates, image: Image): Anchor =>
  anchorOf(image, candidates.conditions.order, candidates.dateOf(image))

const comparePlaces = (one: LateImage, other: LateImage) =>
  compareAnchors(one.place, other.place) ||
  one.place.late - other.place.late ||
  comparePaths(imagePath(one.image), imagePath(other.image))
