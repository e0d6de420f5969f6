import { imagePath, type Image } from '../index/tree/nodes.ts'
import type { Candidates } from './candidates.ts'
import { rangesOf, serialsOf, type SerialRange } from './serial-set.ts'

/** Where images joined: those numbered up to `serial` (and after the join before) at place `at`. */
interface Join<Place> {
  serial: number
  at: Place
}

/** An image that came to meet the conditions again when its place had passed, and where it was then. */
interface Return<Place> {
  hash: number
  at: Place
}

/** Images that no longer met the conditions, by their serials, and where the round was then. */
interface Departure<Place> {
  serials: SerialRange[]
  at: Place
}

/** What is kept of a round over a restart, whatever its order. */
export interface RoundState<Place> {
  /** The place of the image dealt last; that before the first one until then. */
  position: Place
  /** The path of the image dealt last, in this round or the one before. */
  last: string | undefined
  /** The path of the image at the position, where newcomers were dealt since. */
  placed?: string | undefined
  /** The number of the day of its candidates, 0 where dates don't matter. */
  day: number
  /** Images numbered up to this were there when the round began. */
  since: number
  /** Of newcomers that come first, the number of the one dealt last; the same as `since` until then. */
  newest?: number | undefined
  joins: Join<Place>[]
  returns: Return<Place>[]
  departures: Departure<Place>[]
}

/** How many images that have come back are remembered; more have to wait for the next round. */
const maxReturns = 10_000

/** How many ranges of images that have left are remembered; others are dealt anew when they are back. */
const maxDepartures = 10_000

/** One round of a deal: every image that meets the conditions, once. */
export abstract class Round<Place> {
  readonly state: RoundState<Place>
  /** The image dealt last, which a move does not make another one. */
  protected lastImage: Image | undefined
  /** Where images came in that came back, by their hashes. */
  protected readonly returns = new Map<number, Place>()
  /** What it knows of the candidates: it does not keep them, which may be many. */
  #known: Pick<Candidates, 'serials' | 'lastSerial'> | undefined
  #isLocated = false
  /** Newcomers that come first and have not been dealt, in the order in which they came. */
  #newcomers: Image[] = []

  constructor(state: RoundState<Place>) {
    this.state = state
  }

  /**
   * Deals the image that comes next.
   * @param maxWindow says how many images may be looked up ahead.
   * @param passedOver images that can't be dealt for the moment.
   * @returns `undefined` when the round is over.
   */
  deal(
    candidates: Candidates,
    maxWindow: () => number,
    passedOver: ReadonlySet<Image>,
  ): Image | undefined {
    if (candidates.serials !== this.#known?.serials) this.#notice(candidates)
    const { isNewFirst } = candidates.conditions
    const newcomer = isNewFirst ? this.#nextNewcomer(passedOver) : undefined
    if (newcomer !== undefined) return newcomer
    if (!this.#isLocated) this.locate(candidates)
    this.#isLocated = true
    for (;;) {
      const next = this.next(candidates, maxWindow)
      if (next === undefined) {
        // What was passed over for one request may do for the next.
        this.#isLocated = false
        return undefined
      }
      const { image, place } = next
      if (!image.isDealable || passedOver.has(image)) continue
      if (isNewFirst && image.serial > this.state.since) continue
      this.state.position = place
      this.state.placed = undefined
      this.state.last = imagePath(image)
      this.lastImage = image
      return image
    }
  }

  /** Has an image that was dealt come again in this round. */
  takeBack(image: Image): void {
    const { returns, position } = this.state
    const known = returns.find(({ hash }) => hash === image.hash)
    if (known !== undefined) known.at = position
    else if (returns.length < maxReturns) returns.push({ hash: image.hash, at: position })
    this.returns.set(image.hash, position)
    if (image.serial === this.state.newest) {
      this.state.newest = image.serial - 1
      this.#newcomers.unshift(image)
    }
    if (image === this.lastImage) this.lastImage = undefined
    this.#isLocated = false
  }

  #nextNewcomer(passedOver: ReadonlySet<Image>): Image | undefined {
    for (let image = this.#newcomers.shift(); image; image = this.#newcomers.shift()) {
      this.state.newest = image.serial
      if (!image.isDealable || passedOver.has(image)) continue
      this.state.placed ??= this.state.last
      this.state.last = imagePath(image)
      this.lastImage = image
      return image
    }
    return undefined
  }

  /** The path of the image at the position: of several at one place, it tells which were dealt. */
  protected get placed(): string {
    return this.state.placed ?? this.state.last ?? ''
  }

  /** Finds out where the position is among the candidates. */
  protected abstract locate(candidates: Candidates): void

  /** Takes the candidate that comes next; `undefined` after the last one. */
  protected abstract next(
    candidates: Candidates,
    maxWindow: () => number,
  ): { image: Image; place: Place } | undefined

  /** Whether the place of an image lies before a position, the round's own unless given. */
  protected abstract hasPassed(image: Image, candidates: Candidates, position?: Place): boolean

  /**
   * Finds where an image came in that was not there when the round began, or came back later;
   * `undefined` for all others.
   */
  protected arrivalOf(image: Image): Place | undefined {
    const { since, joins } = this.state
    const at = this.returns.get(image.hash)
    if (at !== undefined || image.serial <= since) return at
    // The first join that reaches the image.
    let low = 0
    let high = joins.length - 1
    while (low < high) {
      const middle = (low + high) >> 1
      if ((joins[middle]?.serial ?? 0) >= image.serial) high = middle
      else low = middle + 1
    }
    return joins[low]?.at
  }

  /**
   * Takes in that the candidates have changed, so that newcomers are dealt in this round, wherever
   * their places are.
   */
  #notice(candidates: Candidates): void {
    const { position, since, joins, returns } = this.state
    const { images, serials, lastSerial } = candidates
    const known = this.#known
    if (known === undefined) for (const { hash, at } of returns) this.returns.set(hash, at)
    const departed = this.#takeBackDepartures(candidates)
    // After a start without departures, nothing can be back.
    for (const image of known === undefined && departed.size === 0 ? [] : images) {
      const leftAt = departed.get(image.serial)
      const isOld = known !== undefined && image.serial <= known.lastSerial
      const isBack = leftAt !== undefined || (isOld && !known.serials.has(image.serial))
      // What was dealt before it left is not dealt again.
      const wasDealt = leftAt !== undefined && this.hasPassed(image, candidates, leftAt)
      const isMissed = isBack && !wasDealt && this.hasPassed(image, candidates)
      if (isMissed && returns.length < maxReturns) {
        returns.push({ hash: image.hash, at: position })
        this.returns.set(image.hash, position)
      }
    }
    this.#noteDepartures(candidates)
    if (lastSerial > (joins.at(-1)?.serial ?? since))
      joins.push({ serial: lastSerial, at: position })
    this.#known = { serials, lastSerial }
    const { newest = since } = this.state
    this.#newcomers = candidates.conditions.isNewFirst
      ? images
          .filter(({ serial }) => serial > newest)
          .toSorted((one, other) => one.serial - other.serial)
      : []
    this.#isLocated = false
  }

  /** Gives the positions at which candidates had left, by their serials, and forgets those. */
  #takeBackDepartures({ serials: present }: Candidates): Map<number, Place> {
    const back = new Map<number, Place>()
    const away: Departure<Place>[] = []
    for (const { serials, at } of this.state.departures) {
      const left: number[] = []
      for (const serial of serialsOf(serials)) {
        if (present.has(serial)) back.set(serial, at)
        else left.push(serial)
      }
      if (left.length > 0) away.push({ serials: rangesOf(left), at })
    }
    if (back.size > 0) this.state.departures = away
    return back
  }

  #noteDepartures({ serials: present }: Candidates): void {
    const { departures, position } = this.state
    const serials = rangesOf(this.#known?.serials.without(present) ?? [])
    const count = departures.reduce((sum, each) => sum + each.serials.length, serials.length)
    if (serials.length > 0 && count <= maxDepartures) departures.push({ serials, at: position })
  }
}
