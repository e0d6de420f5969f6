/**
 * One round of a deal: every image of a folder and the folders below it, once, in random order.
 *
 * The order is a function of the round's seed and each image's path: an image's place is a
 * number in [0, 1), and the images are dealt by rising place. So a round of any length is a seed
 * and a position, which is little to keep in memory and to save. An image that joins while the
 * round is under way gets its place between the position at that moment and the end.
 */
import { mix } from '../../lib/hash.ts'
import { eachImage, imagePath, type Folder, type Image } from '../index/tree.ts'

/**
 * How many images are looked up ahead: for each window all images are searched. The first is
 * small, so that the first picture comes soon.
 */
const [firstWindow, windowGrowth] = [64, 8]

/** Where images joined: those numbered up to `serial` (and after the join before) at place `at`. */
export interface Join {
  serial: number
  at: number
}

/** What is kept of a round over a restart. */
export interface RoundState {
  seed: number
  /** The place of the image dealt last; -1 before the first. */
  position: number
  /** The path of the image dealt last, in this round or the one before. */
  last: string | undefined
  /** Images numbered up to this were there when the round began. */
  since: number
  joins: Join[]
}

export class Round {
  readonly state: RoundState
  /** The image that comes next, once it was looked for. */
  next: Image | undefined
  #window: Image[] = []
  /** Its place when it was found: it may join again before it is dealt. */
  #nextPlace = -1
  /** Where it is in the window. */
  #index = 0
  #windowEnd = -1
  #windowSize = firstWindow
  #serial = -1

  constructor(state: RoundState) {
    this.state = state
  }

  /** Whether no image of this round was dealt. */
  get isNew(): boolean {
    return this.state.position < 0
  }

  /**
   * Finds the image that comes next, and leaves the round where it stands.
   * @param lastSerial the number of the image that joined the collection last.
   * @param maxWindow how many images may be looked up ahead.
   * @param passedOver images that can't be dealt for the moment.
   * @returns `undefined` when the round is over.
   */
  findNext(
    folder: Folder,
    lastSerial: number,
    maxWindow: number,
    passedOver?: ReadonlySet<Image>,
  ): Image | undefined {
    this.#noticeJoins(lastSerial)
    for (;;) {
      this.next = this.#window[this.#index]
      if (this.next === undefined) {
        if (this.#windowEnd === Number.POSITIVE_INFINITY) {
          // What is passed over for one request may do for the next one.
          if (passedOver !== undefined) this.#forgetWindow()
          return undefined
        }
        this.#fillWindow(folder, maxWindow)
      } else if (this.next.isDealable && passedOver?.has(this.next) !== true) {
        this.#nextPlace = this.#place(this.next)
        return this.next
      } else {
        this.#index += 1
      }
    }
  }

  /** Counts the image that comes next as dealt. */
  deal(): Image | undefined {
    const image = this.next
    if (image === undefined) return undefined
    this.state.position = this.#nextPlace
    this.state.last = imagePath(image)
    this.#index += 1
    this.next = undefined
    return image
  }

  #noticeJoins(lastSerial: number): void {
    if (this.#serial === lastSerial) return
    const { since, joins, position } = this.state
    const known = joins.at(-1)?.serial ?? since
    if (lastSerial > known) joins.push({ serial: lastSerial, at: position })
    this.#serial = lastSerial
    this.#forgetWindow()
  }

  #forgetWindow(): void {
    this.#window = []
    this.#index = 0
    this.#windowEnd = this.state.position
  }

  /** Fills the window with the images whose places come next. */
  #fillWindow(folder: Folder, maxWindow: number): void {
    this.#windowSize = Math.min(this.#windowSize * windowGrowth, maxWindow)
    const { position, last } = this.state
    const from = Math.max(this.#windowEnd, position)
    const share = this.#windowSize / Math.max(folder.imageCount, 1)
    const to =
      share >= 1 || from + share >= 1 ? Number.POSITIVE_INFINITY : Math.max(from, 0) + share
    const found: { image: Image; place: number }[] = []
    eachImage(folder, (image) => {
      const place = this.#place(image)
      if (place > to || place < from || !image.isDealable) return
      // Two paths can share a place; then their order decides which of them came before.
      if (place === from && (place !== position || imagePath(image) <= (last ?? ''))) return
      found.push({ image, place })
    })
    found.sort((a, b) => a.place - b.place || (imagePath(a.image) < imagePath(b.image) ? -1 : 1))
    this.#window = found.map(({ image }) => image)
    this.#index = 0
    this.#windowEnd = to
  }

  #place(image: Image): number {
    const place = mix(image.hash ^ this.state.seed) / 2 ** 32
    if (image.serial <= this.state.since) return place
    const at = this.#joinOf(image.serial)
    // Even at the very end of a round, a late-comer's place is behind the position.
    return at < 0 ? place : at + Math.max(place * (1 - at), Number.EPSILON)
  }

  /** The position at which the image of this number joined: the first join that reaches it. */
  #joinOf(serial: number): number {
    const { joins } = this.state
    let low = 0
    let high = joins.length - 1
    while (low < high) {
      const middle = (low + high) >> 1
      if ((joins[middle]?.serial ?? 0) >= serial) high = middle
      else low = middle + 1
    }
    return joins[low]?.at ?? -1
  }
}
