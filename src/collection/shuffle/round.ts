import type { Image } from '../index/tree/nodes.ts'
import type { Candidates } from './candidates.ts'

/** Where images joined: those numbered up to `serial` (and after the join before) at place `at`. */
export interface Join<Place> {
  serial: number
  at: Place
}

/** An image that came to meet the conditions again when its place had passed, and where it was then. */
export interface Return<Place> {
  hash: number
  at: Place
}

/** What is kept of a round over a restart, whatever its order. */
export interface RoundState<Place> {
  /** The place of the image dealt last; that before the first one until then. */
  position: Place
  /** The path of the image dealt last, in this round or the one before. */
  last: string | undefined
  /** The number of the day of its candidates, 0 where dates don't matter. */
  day: number
  /** Images numbered up to this were there when the round began. */
  since: number
  joins: Join<Place>[]
  returns: Return<Place>[]
}

/** One round of a deal: every image that meets the conditions, once. */
export interface Round {
  readonly state: RoundState<unknown>
  /**
   * Deals the image that comes next.
   * @param maxWindow says how many images may be looked up ahead.
   * @param passedOver images that can't be dealt for the moment.
   * @returns `undefined` when the round is over.
   */
  deal: (
    candidates: Candidates,
    maxWindow: () => number,
    passedOver: ReadonlySet<Image>,
  ) => Image | undefined
  /** Has an image that was dealt come again in this round. */
  takeBack: (image: Image) => void
}

/** How many images that have come back are remembered; more have to wait for the next round. */
const maxReturns = 10_000

/**
 * Takes in that the candidates have changed, so that newcomers are dealt in this round, wherever
 * their places are.
 * @param before the candidates that the round knew, if it knew some in this run.
 * @param hasPassed whether the place of an image lies before the position.
 */
export function noticeChanges<Place>(
  state: RoundState<Place>,
  candidates: Candidates,
  before: Pick<Candidates, 'serials' | 'lastSerial'> | undefined,
  hasPassed: (image: Image) => boolean,
): void {
  const { position, since, joins, returns } = state
  if (before !== undefined) {
    for (const image of candidates.images) {
      const isBack = image.serial <= before.lastSerial && !before.serials.has(image.serial)
      if (isBack && returns.length < maxReturns && hasPassed(image)) {
        returns.push({ hash: image.hash, at: position })
      }
    }
  }
  const known = joins.at(-1)?.serial ?? since
  const { lastSerial } = candidates
  if (lastSerial > known) joins.push({ serial: lastSerial, at: position })
}

/** Has an image come again behind the position. */
export function putBehind<Place>({ returns, position }: RoundState<Place>, { hash }: Image): void {
  const known = returns.find((each) => each.hash === hash)
  if (known !== undefined) known.at = position
  else if (returns.length < maxReturns) returns.push({ hash, at: position })
}

/**
 * Finds where an image came in that was not there when the round began, or came back later;
 * `undefined` for all others.
 */
export function arrivalOf<Place>(
  image: Image,
  { since, joins }: RoundState<Place>,
  returns: ReadonlyMap<number, Place>,
): Place | undefined {
  const at = returns.get(image.hash)
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
