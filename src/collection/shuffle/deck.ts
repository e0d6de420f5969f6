import type { Clock } from '../../lib/clock.ts'
import { FairMap } from '../../lib/fairness/fair-map.ts'
import { imagePath, type Image } from '../index/tree/nodes.ts'
import type { Candidates } from './candidates.ts'
import { ShuffledRound, type ShuffledState } from './shuffled-round.ts'
import { SortedRound, type SortedState } from './sorted-round.ts'
import { isSettled, usedAgain, type Usage } from './usage.ts'

/** A source of randomness like `Math.random`: numbers in [0, 1). */
export type Random = () => number

/** Whose round it is: a frame (empty for callers without a name) with conditions, by their key. */
export interface RoundKey {
  frame: string
  conditions: string
}

export type SavedRound = RoundKey & { usage?: Usage | undefined } & (
    ({ order: 'shuffle' } & ShuffledState) | ({ order: 'sorted' } & SortedState)
  )

/**
 * Decides whether a candidate can be dealt, at once where it can. One that turns out to be
 * unreadable is marked so, and is not dealt either. A failure is a promise that rejects.
 */
export type Accept = (image: Image) => boolean | Promise<boolean>

type Dealt = Image | undefined

type AnyRound = ShuffledRound | SortedRound

/** A key and its text, made once for each deal. */
interface Pair extends RoundKey {
  text: string
}

interface Entry {
  key: RoundKey
  round: AnyRound
  usage: Usage
}

const maxRounds = 1000

/** How many images are looked up ahead in all rounds together, and in one at most. */
const lookedUp = { inAll: 256 * 1024, inOne: 16 * 1024 }

/** How many seeds are tried so that a round does not begin with the picture that ended the last. */
const maxSeeds = 64

/**
 * Deals images without repeats. Each pair of a frame and conditions has its own rounds, of which
 * 1,000 are remembered: an owner with many names loses those first, and what has been used for days
 * goes last.
 */
export class Deck {
  readonly #random: Random
  readonly #clock: Clock
  readonly #rounds = new FairMap<string, Entry>({
    capacity: maxRounds,
    ownerOf: ({ usage }) => usage.owner,
    isSettled: ({ usage }) => isSettled(usage),
  })
  /** The last deal of each pair that waits for `accept`; the next deal waits for it. */
  readonly #waiting = new Map<string, Promise<unknown>>()
  /** Grows with each picture dealt, so that a saver knows when there is something to save. */
  dealt = 0

  constructor(random: Random, saved: readonly SavedRound[] = [], clock: Clock = Date.now) {
    this.#random = random
    this.#clock = clock
    for (const { frame, conditions, usage, ...state } of saved.slice(-maxRounds)) {
      const round = state.order === 'shuffle' ? new ShuffledRound(state) : new SortedRound(state)
      this.#keep(pairOf({ frame, conditions }), round, usage)
    }
  }

  /**
   * Deals the next image to a frame: all candidates before any again, and never the same one twice
   * in a row where there are two. Answers at once where `accept` does; where a deal has to wait for
   * it, the next deal from the same round waits for that one.
   * @param find gives the candidates when it is the turn of this deal.
   * @param accept is asked about each candidate at most once.
   * @returns `undefined` when there is no image that is accepted.
   * @param owner who answers for the frame, such as its network.
   * @throws what `accept` rejects with; the round then stands where it stood.
   */
  deal(key: RoundKey, find: () => Candidates, accept: Accept, owner = ''): Dealt | Promise<Dealt> {
    const pair = pairOf(key)
    const { text } = pair
    const before = this.#waiting.get(text)
    const dealt =
      before === undefined
        ? this.#deal(pair, find, accept)
        : before.then(() => this.#deal(pair, find, accept))
    if (dealt instanceof Promise) {
      this.#letOthersWait(text, dealt)
      return dealt.finally(() => this.#noteUse(text, owner))
    }
    this.#noteUse(text, owner)
    return dealt
  }

  /**
   * Deals the next image to a frame where nothing has to be waited for. Else the round stands where
   * it stood, and `deal` goes on from there.
   * @param isKnown whether a candidate is known to be there and accepted.
   * @returns `undefined` where it takes a look at files, or there is nothing to deal.
   */
  dealAtOnce(
    key: RoundKey,
    candidates: Candidates,
    isKnown: (image: Image) => boolean,
    owner = '',
  ): Dealt {
    const pair = pairOf(key)
    if (this.#waiting.has(pair.text)) return undefined
    const round = this.#roundWithNext(pair, candidates)
    const image = round?.next
    if (round === undefined || image === undefined || !isKnown(image)) return undefined
    this.#noteUse(pair.text, owner)
    return this.#handOut(round)
  }

  /** All rounds as they stand, for `constructor` to go on with. */
  save(): SavedRound[] {
    return [...this.#rounds.values()].map(({ key, usage, round }) =>
      round instanceof ShuffledRound
        ? { ...key, usage, order: 'shuffle', ...round.state }
        : { ...key, usage, order: 'sorted', ...round.state },
    )
  }

  #noteUse(text: string, owner: string): void {
    const entry = this.#rounds.get(text)
    if (entry !== undefined) entry.usage = usedAgain(entry.usage, owner, this.#clock())
  }

  #letOthersWait(text: string, dealt: Promise<Dealt>): void {
    const settled: Promise<unknown> = dealt
      .catch(() => undefined)
      .finally(() => {
        if (this.#waiting.get(text) === settled) this.#waiting.delete(text)
      })
    this.#waiting.set(text, settled)
  }

  #deal(pair: Pair, find: () => Candidates, accept: Accept): Dealt | Promise<Dealt> {
    const round = this.#roundWithNext(pair, find())
    const image = round?.next
    if (round === undefined || image === undefined) return undefined
    const accepted = accept(image)
    return accepted === true && image.isDealable
      ? this.#handOut(round)
      : this.#dealAnother(pair, find, accept, image, accepted)
  }

  /** Asks about one candidate after the other until one is accepted. */
  async #dealAnother(
    pair: Pair,
    find: () => Candidates,
    accept: Accept,
    first: Image,
    firstAccepted: ReturnType<Accept>,
  ): Promise<Dealt> {
    const asked = new Set<Image>()
    let image: Dealt = first
    let accepted = firstAccepted
    for (let round = this.#roundOf(pair); round !== undefined && image !== undefined;) {
      if ((await accepted) && image.isDealable) return this.#handOut(round)
      asked.add(image)
      round = this.#roundWithNext(pair, find(), asked)
      image = round?.next
      if (image !== undefined) accepted = accept(image)
    }
    return undefined
  }

  #handOut(round: AnyRound): Dealt {
    this.dealt += 1
    return round.deal()
  }

  /** Gives the round under way, or a new one where that is over, with its next image found. */
  #roundWithNext(
    pair: Pair,
    candidates: Candidates,
    asked?: ReadonlySet<Image>,
  ): AnyRound | undefined {
    if (candidates.images.length === 0) return undefined
    let round = this.#roundOf(pair)
    // On another day, other pictures are of this day.
    const isOfOtherDays = candidates.conditions.fallback !== undefined
    if (isOfOtherDays && round !== undefined && round.state.day !== candidates.day) {
      round = this.#begin(pair, candidates, round.state.last, 0)
    }
    for (let attempt = 0; ; attempt += 1) {
      const image = round?.findNext(candidates, this.#windowSize(), asked)
      if (round !== undefined && image === undefined && round.isNew) return undefined
      const isAgain =
        round instanceof ShuffledRound &&
        round.isNew &&
        image !== undefined &&
        imagePath(image) === round.state.last
      const mayRepeat = candidates.images.length < 2 || attempt > maxSeeds
      if (image !== undefined && (!isAgain || mayRepeat)) return round
      round = this.#begin(pair, candidates, round?.state.last, attempt)
    }
  }

  #begin(
    pair: Pair,
    { conditions, day, lastSerial }: Candidates,
    last: string | undefined,
    attempt: number,
  ): AnyRound {
    const start = { last, day, since: lastSerial, joins: [], returns: [] }
    const seed = Math.floor(this.#random() * 2 ** 32) + attempt * 0x9e3779b9
    const round =
      conditions.order === 'shuffle'
        ? new ShuffledRound({ ...start, position: -1, seed: seed >>> 0 })
        : new SortedRound({ ...start, position: null })
    this.#keep(pair, round)
    return round
  }

  #windowSize(): number {
    return Math.ceil(Math.min(lookedUp.inOne, lookedUp.inAll / (this.#rounds.size + 1)))
  }

  #roundOf({ text }: Pair): AnyRound | undefined {
    return this.#rounds.get(text)?.round
  }

  #keep({ frame, conditions, text }: Pair, round: AnyRound, before?: Usage): void {
    const known = before ?? this.#rounds.get(text)?.usage
    const usage = known ?? usedAgain(undefined, '', this.#clock())
    this.#rounds.set(text, { key: { frame, conditions }, round, usage })
  }
}

/** Frame names hold no slash, so no two pairs share a text. */
const pairOf = ({ frame, conditions }: RoundKey): Pair => ({
  frame,
  conditions,
  text: `${frame}/${conditions}`,
})
