import { LruMap } from '../../lib/lru-map.ts'
import { Round, type RoundState } from './round.ts'
import { imagePath, type Folder, type Image, type Tree } from '../index/tree.ts'

/** A source of randomness like `Math.random`: numbers in [0, 1). */
export type Random = () => number

/** Whose round it is: a frame (empty for callers without a name) looking at a folder. */
export interface RoundKey {
  frame: string
  folder: string
}

export type SavedRound = RoundKey & RoundState

/**
 * Decides whether a candidate can be dealt, at once where it can. One that turns out to be
 * unreadable is marked so, and is not dealt either. A failure is a promise that rejects.
 */
export type Accept = (image: Image) => boolean | Promise<boolean>

type Dealt = Image | undefined

const maxRounds = 1000

/** How many images are looked up ahead in all rounds together, and in one at most. */
const lookedUp = { inAll: 256 * 1024, inOne: 16 * 1024 }

/** How many seeds are tried so that a round does not begin with the picture that ended the last. */
const maxSeeds = 64

/**
 * Deals images without repeats. Each pair of frame and folder has its own rounds; the 1,000 pairs
 * used last are remembered.
 */
export class Deck {
  readonly #tree: Tree
  readonly #random: Random
  readonly #rounds = new LruMap<string, { key: RoundKey; round: Round }>({ capacity: maxRounds })
  /** The last deal of each pair that waits for `accept`; the next deal waits for it. */
  readonly #waiting = new Map<string, Promise<unknown>>()
  /** Grows with each picture dealt, so that a saver knows when there is something to save. */
  dealt = 0

  constructor(tree: Tree, random: Random, saved: readonly SavedRound[] = []) {
    this.#tree = tree
    this.#random = random
    for (const { frame, folder, ...state } of saved.slice(-maxRounds)) {
      this.#keep({ frame, folder }, new Round(state))
    }
  }

  /**
   * Deals the next image of a folder and the folders below it: all before any again, and never
   * the same one twice in a row where there are two. Answers at once where `accept` does; where a
   * deal has to wait for it, the next deal from the same round waits for that one.
   * @param accept is asked about each candidate at most once.
   * @returns `undefined` when there is no image that is accepted.
   * @throws what `accept` rejects with; the round then stands where it stood.
   */
  deal(frame: string, folder: Folder, accept: Accept): Dealt | Promise<Dealt> {
    const key = { frame, folder: folder.path }
    const text = keyText(key)
    const before = this.#waiting.get(text)
    const dealt =
      before === undefined
        ? this.#deal(key, folder, accept)
        : before.then(() => this.#deal(key, folder, accept))
    if (dealt instanceof Promise) this.#letOthersWait(text, dealt)
    return dealt
  }

  /** All rounds as they stand, for `constructor` to go on with. */
  save(): SavedRound[] {
    return [...this.#rounds.values()].map(({ key, round }) => ({ ...key, ...round.state }))
  }

  #letOthersWait(text: string, dealt: Promise<Dealt>): void {
    const settled: Promise<unknown> = dealt
      .catch(() => undefined)
      .finally(() => {
        if (this.#waiting.get(text) === settled) this.#waiting.delete(text)
      })
    this.#waiting.set(text, settled)
  }

  #deal(key: RoundKey, folder: Folder, accept: Accept): Dealt | Promise<Dealt> {
    if (folder.imageCount === 0) return undefined
    const round = this.#roundWithNext(key, folder)
    const image = round?.next
    if (round === undefined || image === undefined) return undefined
    const accepted = accept(image)
    return accepted === true && image.isDealable
      ? this.#handOut(round)
      : this.#dealAnother(key, folder, accept, image, accepted)
  }

  /** Asks about one candidate after the other until one is accepted. */
  async #dealAnother(
    key: RoundKey,
    folder: Folder,
    accept: Accept,
    first: Image,
    firstAccepted: ReturnType<Accept>,
  ): Promise<Dealt> {
    const asked = new Set<Image>()
    let image: Dealt = first
    let accepted = firstAccepted
    for (let round = this.#roundOf(key); round !== undefined && image !== undefined;) {
      if ((await accepted) && image.isDealable) return this.#handOut(round)
      asked.add(image)
      round = this.#roundWithNext(key, folder, asked)
      image = round?.next
      if (image !== undefined) accepted = accept(image)
    }
    return undefined
  }

  #handOut(round: Round): Dealt {
    this.dealt += 1
    return round.deal()
  }

  /** Gives the round under way, or a new one where that is over, with its next image found. */
  #roundWithNext(key: RoundKey, folder: Folder, asked?: ReadonlySet<Image>): Round | undefined {
    let round = this.#roundOf(key)
    for (let attempt = 0; ; attempt += 1) {
      const image = round?.findNext(folder, this.#tree.lastSerial, this.#windowSize(), asked)
      if (round !== undefined && image === undefined && round.isNew) return undefined
      const isAgain = round?.isNew && image !== undefined && imagePath(image) === round.state.last
      const mayRepeat = folder.imageCount < 2 || attempt > maxSeeds
      if (image !== undefined && (!isAgain || mayRepeat)) return round
      round = this.#newRound(round?.state.last, attempt)
      this.#keep(key, round)
    }
  }

  #newRound(previous: string | undefined, attempt: number): Round {
    const seed = Math.floor(this.#random() * 2 ** 32) + attempt * 0x9e3779b9
    return new Round({
      seed: seed >>> 0,
      position: -1,
      last: previous,
      since: this.#tree.lastSerial,
      joins: [],
    })
  }

  #windowSize(): number {
    return Math.ceil(Math.min(lookedUp.inOne, lookedUp.inAll / (this.#rounds.size + 1)))
  }

  #roundOf(key: RoundKey): Round | undefined {
    return this.#rounds.get(keyText(key))?.round
  }

  #keep(key: RoundKey, round: Round): void {
    this.#rounds.set(keyText(key), { key, round })
  }
}

/** Frame names hold no slash, so no two pairs share a text. */
const keyText = ({ frame, folder }: RoundKey) => `${frame}/${folder}`
