import type { Clock } from '../lib/clock.ts'
import { imagePath, type Image } from '../library/tree/nodes.ts'
import type { Candidates } from './candidates.ts'
import { usedAgain } from './name-map.ts'
import { Round, type Random } from './round.ts'
import { frameRound, type RoundTable } from './round-table.ts'

/** An image that was dealt. */
interface Deal {
  readonly image: Image
  readonly round: Round
  /** Its path, and that of the image that the frame was given before. */
  readonly path: string
  readonly pathBefore: string | undefined
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
   * or `putBack`.
   * @param key of the rounds, by `roundKey`.
   * @param refused images that the frame can't be given for the moment.
   * @returns `undefined` when there is no other image.
   */
  deal(key: string, candidates: Candidates, refused: ReadonlySet<Image>): Deal | undefined {
    const { conditions, day, lastSerial } = candidates
    const entry = this.#rounds.get(key)
    const usage = usedAgain(entry?.usage, this.#clock())
    const pathBefore = entry?.round.last
    // Pictures of this day are others tomorrow.
    const isOver = conditions.fallback !== undefined && entry?.round.day !== day
    let round = isOver ? undefined : entry?.round
    let image = round?.deal(candidates, this.#random, refused)
    if (round === undefined || image === undefined) {
      round = new Round({ last: pathBefore, day, since: lastSerial, more: [] })
      image = round.deal(candidates, this.#random, refused)
    }
    if (image === undefined) return undefined
    if (round.last === pathBefore) {
      // The picture that the frame was given last comes after another one, where there is one.
      const other = round.deal(candidates, this.#random, refused)
      if (other !== undefined) round.putBack(image)
      image = other ?? image
    }
    if (entry === undefined) this.#rounds.set(key, frameRound(round, usage))
    else {
      Object.assign(entry, { round, usage })
      this.#rounds.note(key)
    }
    return { image, round, path: imagePath(image), pathBefore }
  }

  /** Notes that the frame was not given an image, which counts as dealt. */
  refuse({ round, path, pathBefore }: Deal): void {
    // The next round must not begin with the picture that the frame was given last.
    if (round.last === path) round.last = pathBefore
  }

  /** Notes that the frame was not given an image, which is dealt again in the same round. */
  putBack(deal: Deal): void {
    this.refuse(deal)
    deal.round.putBack(deal.image)
  }
}
