import { Round, type RoundState } from './round.ts'
import type { Folder, Image, Tree } from './tree.ts'

/** A source of randomness like `Math.random`: numbers in [0, 1). */
export type Random = () => number

/** Whose round it is: a frame (empty for callers without a name) looking at a folder. */
export interface RoundKey {
  frame: string
  folder: string
}

export type SavedRound = RoundKey & RoundState

const maxRounds = 1000

/** How many seeds are tried so that a round does not begin with the picture that ended the last. */
const maxSeeds = 64

/**
 * Deals images without repeats. Each pair of frame and folder has its own rounds; the 1,000 pairs
 * used last are remembered.
 */
export class Deck {
  readonly #tree: Tree
  readonly #random: Random
  /** In order of use, the least recently used first. */
  readonly #rounds = new Map<string, { key: RoundKey; round: Round }>()
  /** Grows with each picture dealt, so that a saver knows when there is something to save. */
  dealt = 0

  constructor(tree: Tree, random: Random, saved: readonly SavedRound[] = []) {
    this.#tree = tree
    this.#random = random
    for (const { frame, folder, ...state } of saved.slice(-maxRounds)) {
      const round = new Round(state)
      round.begun = true
      this.#remember({ frame, folder }, round)
    }
  }

  /**
   * Deals the next image of a folder and the folders below it: all before any again, and never
   * the same one twice in a row where there are two.
   * @param isThere looks at the image itself; one that turns out to be gone or unreadable must
   * have been marked so, and is passed over.
   * @returns `undefined` when there is no image to deal.
   * @throws what `isThere` throws; then the round stands where it stood.
   */
  async deal(
    frame: string,
    folder: Folder,
    isThere: (image: Image) => boolean | Promise<boolean>,
  ): Promise<Image | undefined> {
    const key = { frame, folder: folder.path }
    const text = keyText(key)
    for (let attempt = 0; ;) {
      const current = this.#rounds.get(text)?.round
      const previous = current?.state.last
      let position = current?.state.position ?? -1
      let round = current
      let image = current?.take(folder, this.#tree.lastSerial)
      if (round === undefined || image === undefined) {
        round = this.#newRound(previous, attempt)
        position = -1
        image = round.take(folder, this.#tree.lastSerial)
        if (image === undefined) return undefined
        this.#remember(key, round)
      }
      const path = round.state.last
      if (!round.begun && path === previous && folder.imageCount > 1 && attempt < maxSeeds) {
        attempt += 1
        this.#remember(key, this.#newRound(previous, attempt))
        continue
      }
      const begun = round.begun
      round.begun = true
      try {
        const there = isThere(image)
        if ((there === true || (await there)) && image.problem === undefined) {
          this.dealt += 1
          this.#touch(key)
          return image
        }
      } catch (error) {
        round.goBack(position, previous)
        round.begun = begun
        throw error
      }
      // Nobody saw it: what may not come twice in a row is the picture before it.
      if (round.state.last === path) {
        round.state.last = previous
        round.begun = begun
      }
    }
  }

  /** All rounds as they stand, for `constructor` to go on with. */
  save(): SavedRound[] {
    return [...this.#rounds.values()].map(({ key, round }) => ({ ...key, ...round.state }))
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

  #touch(key: RoundKey): void {
    const entry = this.#rounds.get(keyText(key))
    if (entry !== undefined) this.#remember(key, entry.round)
  }

  #remember(key: RoundKey, round: Round): void {
    const text = keyText(key)
    this.#rounds.delete(text)
    this.#rounds.set(text, { key, round })
    if (this.#rounds.size <= maxRounds) return
    const oldest = this.#rounds.keys().next().value
    if (oldest !== undefined) this.#rounds.delete(oldest)
  }
}

/** Frame names hold no slash, so no two pairs share a text. */
const keyText = ({ frame, folder }: RoundKey) => `${frame}/${folder}`
