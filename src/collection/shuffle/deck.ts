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
 * Looks at an image itself. One that turns out to be gone or unreadable is marked so, and then
 * passed over. What goes wrong is a promise that rejects.
 */
export type Look = (image: Image) => boolean | Promise<boolean>

/** An image taken from a round that nobody has seen yet, and how the round stood before. */
interface Draw {
  round: Round
  image: Image
  previous: string | undefined
  position: number
  begun: boolean
}

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
  /** Grows with each picture dealt, so that a saver knows when there is something to save. */
  dealt = 0

  constructor(tree: Tree, random: Random, saved: readonly SavedRound[] = []) {
    this.#tree = tree
    this.#random = random
    for (const { frame, folder, ...state } of saved.slice(-maxRounds)) {
      const round = new Round(state)
      round.begun = true
      this.#keep({ frame, folder }, round)
    }
  }

  /**
   * Deals the next image of a folder and the folders below it: all before any again, and never
   * the same one twice in a row where there are two. At once where `look` answers at once.
   * @returns `undefined` when there is no image to deal.
   * @throws what `look` rejects with; then the round stands where it stood.
   */
  deal(frame: string, folder: Folder, look: Look): Image | undefined | Promise<Image | undefined> {
    const key = { frame, folder: folder.path }
    const draw = this.#draw(key, folder)
    if (draw === undefined) return undefined
    const isThere = look(draw.image)
    return isThere === true && draw.image.problem === undefined
      ? this.#handOut(key, draw)
      : this.#dealOn(key, folder, look, draw, isThere)
  }

  /** All rounds as they stand, for `constructor` to go on with. */
  save(): SavedRound[] {
    return [...this.#rounds.values()].map(({ key, round }) => ({ ...key, ...round.state }))
  }

  async #dealOn(
    key: RoundKey,
    folder: Folder,
    look: Look,
    first: Draw,
    firstIsThere: ReturnType<Look>,
  ): Promise<Image | undefined> {
    let draw: Draw | undefined = first
    let isThere = firstIsThere
    while (draw !== undefined) {
      try {
        if ((await isThere) && draw.image.problem === undefined) return this.#handOut(key, draw)
      } catch (error) {
        putBack(draw)
        throw error
      }
      passOver(draw)
      draw = this.#draw(key, folder)
      if (draw !== undefined) isThere = look(draw.image)
    }
    return undefined
  }

  /** Takes the next image of the round under way, or of a new one where that is over. */
  #draw(key: RoundKey, folder: Folder): Draw | undefined {
    const round = this.#rounds.peek(keyText(key))?.round
    const previous = round?.state.last
    if (round !== undefined) {
      const { begun } = round
      const { position } = round.state
      const image = round.take(folder, this.#tree.lastSerial, this.#windowSize())
      const isAgain = !begun && round.state.last === previous
      if (image !== undefined && !isAgain) return begin({ round, image, previous, position, begun })
    }
    for (let attempt = 0; ; attempt += 1) {
      const next = this.#newRound(previous, attempt)
      const image = next.take(folder, this.#tree.lastSerial, this.#windowSize())
      if (image === undefined) return undefined
      const isAgain = next.state.last === previous
      if (isAgain && folder.imageCount > 1 && attempt < maxSeeds) continue
      this.#keep(key, next)
      return begin({ round: next, image, previous, position: -1, begun: false })
    }
  }

  #handOut(key: RoundKey, { image }: Draw): Image {
    this.dealt += 1
    // Marks the round as the one used last.
    this.#rounds.get(keyText(key))
    return image
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

  #keep(key: RoundKey, round: Round): void {
    this.#rounds.set(keyText(key), { key, round })
  }
}

function begin(draw: Draw): Draw {
  draw.round.begun = true
  return draw
}

/** Lets a round stand where it stood before an image that nobody could look at. */
function putBack({ round, position, previous, begun }: Draw): void {
  round.goBack(position, previous)
  round.begun = begun
}

/** Nobody saw the image: what may not come twice in a row is the picture before it. */
function passOver({ round, image, previous, begun }: Draw): void {
  if (round.state.last !== imagePath(image)) return
  round.state.last = previous
  round.begun = begun
}

/** Frame names hold no slash, so no two pairs share a text. */
const keyText = ({ frame, folder }: RoundKey) => `${frame}/${folder}`
