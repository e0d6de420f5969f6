import type { Clock } from '../lib/clock.ts'
import type { Image } from '../library/tree/nodes.ts'
import type { Candidates } from './candidates.ts'
import { usedAgain } from './name-map.ts'
import { Round, type Random } from './round.ts'
import { roundBytes, textOf, type RoundKey, type RoundTable } from './round-table.ts'

/** An image that was dealt. */
export interface Deal {
  readonly image: Image
  readonly round: Round
  /** The path of the image that the frame was given last, before this deal and after it. */
  readonly lastBefore: string | undefined
  readonly lastSince: string | undefined
}

/**
 * Deals images without repeats. Each pair of a frame and conditions has its own rounds, of which
 * 1,000 are remembered.
 */
export class Deck {
  readonly #random: Random
  readonly #rounds: RoundTable
  readonly #clock: Clock

  constructor(random: Random, rounds: RoundTable, clock: Clock = Date.now) {
    this.#random = random
    this.#rounds = rounds
    this.#clock = clock
  }

  /**
   * Deals the next image to a frame: all candidates before any again, and never the same one twice
   * in a row where there are two. An image that the frame is not given has to be told of, by `refuse`
   * or `takeBack`.
   * @param refused images that the frame can't be given for the moment.
   * @returns `undefined` when there is no other image.
   */
  deal(key: RoundKey, candidates: Candidates, refused: ReadonlySet<Image>): Deal | undefined {
    const text = textOf(key)
    const entry = this.#rounds.get(text)
    const usage = usedAgain(entry?.usage, this.#clock())
    const lastBefore = entry?.round.last
    // Pictures of this day are others tomorrow.
    const isOfThisDay = candidates.conditions.fallback !== undefined
    const isOver = isOfThisDay && entry?.round.day !== candidates.day
    let round = isOver ? undefined : entry?.round
    let image = round?.deal(candidates, this.#random, refused)
    if (round === undefined || image === undefined) {
      round = this.#begin(candidates, lastBefore)
      image = round.deal(candidates, this.#random, refused)
    }
    if (image === undefined) return undefined
    if (round.last === lastBefore) {
      // The picture that the frame was given last comes after another one, where there is one.
      const other = round.deal(candidates, this.#random, refused)
      if (other !== undefined) round.takeBack(image)
      image = other ?? image
    }
    if (entry !== undefined) Object.assign(entry, { round, usage })
    else {
      const bytes = roundBytes + candidates.lastSerial / 8
      this.#rounds.set(text, { round, usage, bytes })
    }
    this.#rounds.note(text)
    return { image, round, lastBefore, lastSince: round.last }
  }

  /** Notes that the frame was not given an image, which counts as dealt. */
  refuse({ round, lastBefore, lastSince }: Deal): void {
    // The next round must not begin with the picture that the frame was given last.
    if (round.last === lastSince) round.last = lastBefore
  }

  /** Notes that the frame was not given an image, which is dealt again in the same round. */
  takeBack(deal: Deal): void {
    this.refuse(deal)
    deal.round.takeBack(deal.image)
  }

  #begin({ day, lastSerial }: Candidates, last: string | undefined): Round {
    return new Round({ last, day, since: lastSerial, more: [] })
  }
}
