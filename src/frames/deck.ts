import type { Clock } from '../lib/clock.ts'
import type { Image } from '../library/tree/nodes.ts'
import type { Candidates } from './candidates.ts'
import { NameMap, usedAgain, type Usage } from './name-map.ts'
import { Round, type Random, type RoundState } from './round.ts'

/** Whose round it is: a frame (empty for callers without a name) with conditions, by their key. */
export interface RoundKey {
  frame: string
  conditions: string
}

export type SavedRound = RoundKey & RoundState & { usage?: Usage | undefined }

/** An image that was dealt. */
export interface Deal {
  readonly image: Image
  readonly round: Round
  /** The path of the image dealt last, as the round knew it before this deal, and since. */
  readonly lastBefore: string | undefined
  readonly lastSince: string | undefined
}

interface DeckEntry {
  round: Round
  usage: Usage
  /** How much memory it takes, about. */
  bytes: number
  /** Whether it has changed since the changes were last taken. */
  isChanged: boolean
}

const maxRounds = 1000

/** How much memory those may take that were used on one day only, in bytes. */
const maxNewBytes = 4 * 1024 ** 2

/** What a round takes besides what it knows of its candidates, in bytes. */
const roundBytes = 1024

/**
 * Deals images without repeats. Each pair of a frame and conditions has its own rounds, of which
 * 1,000 are remembered.
 */
export class Deck {
  readonly #random: Random
  readonly #clock: Clock
  readonly #rounds = new NameMap<DeckEntry>({
    capacity: maxRounds,
    newCapacity: maxNewBytes,
    weigh: ({ bytes }) => bytes,
    usageOf: ({ usage }) => usage,
  })

  /** Whether rounds were forgotten that may still be saved. */
  hasForgotten = false

  constructor(random: Random, saved: readonly SavedRound[] = [], clock: Clock = Date.now) {
    this.#random = random
    this.#clock = clock
    for (const { frame, conditions, usage: known, ...state } of saved.slice(-maxRounds)) {
      const round = new Round(state)
      const usage = known ?? usedAgain(undefined, clock())
      this.#rounds.set(textOf({ frame, conditions }), {
        round,
        usage,
        bytes: roundBytes,
        isChanged: false,
      })
    }
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
    if (entry !== undefined) Object.assign(entry, { round, usage, isChanged: true })
    else {
      const bytes = roundBytes + candidates.lastSerial / 8
      this.#rounds.set(text, { round, usage, bytes, isChanged: true })
    }
    return { image, round, lastBefore, lastSince: round.last }
  }

  /** Notes that the frame was not given an image. Its turn has passed. */
  refuse({ round, lastBefore, lastSince }: Deal): void {
    // The next round must not begin with the picture that the frame was given last.
    if (round.last === lastSince) round.last = lastBefore
  }

  /** Notes that the frame was not given an image, which is dealt again in the same round. */
  takeBack(deal: Deal): void {
    this.refuse(deal)
    deal.round.takeBack(deal.image)
  }

  /** Forgets the rounds of a frame. */
  forget(frame: string): void {
    for (const [text] of this.#rounds.entries()) {
      if (keyOf(text).frame === frame) this.#rounds.delete(text)
    }
    this.hasForgotten = true
  }

  /** All rounds as they stand, for `constructor` to go on with. */
  save(): SavedRound[] {
    return [...this.#rounds.entries()].map(([text, { usage, round }]) => ({
      ...keyOf(text),
      usage,
      ...round.state,
    }))
  }

  /** Gives the rounds that have changed, with what they have dealt since the last call where that is enough. */
  takeChanges(): SavedRound[] {
    const changed = [...this.#rounds.entries()].filter(([, { isChanged }]) => isChanged)
    for (const [, entry] of changed) entry.isChanged = false
    return changed.map(([text, { usage, round }]) => ({
      ...keyOf(text),
      usage,
      ...round.takeChange(),
    }))
  }

  #begin({ day, lastSerial }: Candidates, last: string | undefined): Round {
    return new Round({ last, day, since: lastSerial, more: [] })
  }
}

/** Writes a key as a text. Frame names hold no slash, so no two keys share one. */
export const textOf = ({ frame, conditions }: RoundKey) => `${frame}/${conditions}`

/** Reads a key. The text is what is kept of it: a name would keep the whole address it was cut from. */
function keyOf(text: string): RoundKey {
  const end = text.indexOf('/')
  return { frame: text.slice(0, end), conditions: text.slice(end + 1) }
}
