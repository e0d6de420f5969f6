/**
 * A round by date or by name. An image that joins when its place has passed comes next, in the
 * order in which such images have joined.
 */
import { comparePaths } from '../index/name-order.ts'
import { imagePath, type Image } from '../index/tree/nodes.ts'
import type { Candidates } from './candidates.ts'
import { Round, type RoundState } from './round.ts'
import { compareAnchors, type Anchor } from './sort-order.ts'

/** Where an image is dealt: at its own anchor, or behind that of another one. */
interface SortedPlace extends Anchor {
  /** 0 at its own anchor; else a number that differs among those behind the same one. */
  late: number
}

/** The position is null before the first image. */
export type SortedState = RoundState<SortedPlace | null>

interface Placed {
  image: Image
  place: SortedPlace
}

/** Images that come back get their places between those of newcomers, whose serials are whole. */
const returnStep = 2 ** -16

export class SortedRound extends Round<SortedPlace | null> {
  /** Where the candidates begin whose anchors have not passed. */
  #index = 0
  /** Candidates behind anchors that are not their own, by their places. */
  #late: Placed[] = []

  protected override next(candidates: Candidates): Placed | undefined {
    const [late] = this.#late
    const image = candidates.images[this.#index]
    const place = image && { ...candidates.anchorOf(image), late: 0 }
    if (late !== undefined && (place === undefined || compareAnchors(late.place, place) < 0)) {
      return this.#late.shift()
    }
    this.#index += 1
    return image && place && { image, place }
  }

  protected override locate(candidates: Candidates): void {
    this.#late = this.#findLate(candidates)
    this.#index = this.#findIndex(candidates)
  }

  protected override hasPassed(
    image: Image,
    candidates: Candidates,
    position = this.state.position,
  ): boolean {
    if (position === null) return false
    const place = this.#place(image, candidates)
    return (
      (compareAnchors(place, position) ||
        place.late - position.late ||
        // Those that come behind the same one by the same step come by their paths.
        (place.late > 0 ? comparePaths(imagePath(image), this.placed) : 0)) <= 0
    )
  }

  #findLate(candidates: Candidates): Placed[] {
    const late: Placed[] = []
    for (const image of candidates.images) {
      if (image.serial <= this.state.since && !this.returns.has(image.hash)) continue
      const place = this.#place(image, candidates)
      if (place.late > 0 && !this.hasPassed(image, candidates)) late.push({ image, place })
    }
    return late.toSorted(comparePlaced)
  }

  #findIndex({ images, anchorOf }: Candidates): number {
    const { position } = this.state
    let low = 0
    let high = position === null ? 0 : images.length
    while (low < high) {
      const middle = (low + high) >> 1
      const image = images[middle]
      const hasPassed =
        image === undefined || position === null || compareAnchors(anchorOf(image), position) <= 0
      if (hasPassed) low = middle + 1
      else high = middle
    }
    return this.#late.some(({ image }) => image === images[low]) ? low + 1 : low
  }

  #place(image: Image, { anchorOf }: Candidates): SortedPlace {
    const own = { ...anchorOf(image), late: 0 }
    const at = this.arrivalOf(image) ?? null
    if (at === null || compareAnchors(own, at) > 0) return own
    const late = this.returns.has(image.hash) ? at.late + returnStep : image.serial
    return { date: at.date, path: at.path, late }
  }
}

const comparePlaced = (one: Placed, other: Placed) =>
  compareAnchors(one.place, other.place) ||
  one.place.late - other.place.late ||
  comparePaths(imagePath(one.image), imagePath(other.image))
