import { z } from 'zod'
import { maxSerial } from '../library/facts/facts-record.ts'
import { imagePath, type Image } from '../library/tree/nodes.ts'
import type { Candidates } from './candidates.ts'
import { usageSchema, type Usage } from './name-map.ts'

/** A source of randomness like `Math.random`: numbers in [0, 1). */
export type Random = () => number

const serialSchema = () => z.int().nonnegative().max(maxSerial)

/** What a round is saved as: all of it, or what has come since it was saved last. */
export const roundStateSchema = () =>
  z.object({
    /** The path of the image that the frame was given last, in this round or in the one before. */
    last: z.string().optional(),
    /** The number of the day on which it began, 0 where dates don't matter: pictures of this day end with it. */
    day: z.int(),
    /** The serial of the image that had joined last when it began: those above it are newcomers. */
    since: serialSchema(),
    /** The serials of what it has dealt, as bits in base 64; missing where only `more` is new. */
    dealt: z
      .base64()
      .max(maxSerial / 6 + 4)
      .optional(),
    /** Serials of what it has dealt besides. */
    more: z.array(serialSchema()).default([]),
    usage: usageSchema().default({ days: 1, lastDay: 0 }),
  })

type RoundState = z.infer<ReturnType<typeof roundStateSchema>>

/** What a round takes besides a bit for each serial, in bytes. */
const roundBytes = 1024

/** How often chance is asked before what is due is looked for. */
const maxTries = 16

/** How many serials are written as numbers: a name that has asked once leaves little. */
const maxListed = 16

/**
 * One round of a deal: every image that meets the conditions, once. It is the set of what it has dealt, by
 * serials: an image gets one as it joins the collection, keeps it where it moves, is turned or comes back
 * from the trash, and no other image gets it ever.
 */
export class Round {
  usage: Usage
  readonly day: number
  /** How much memory it takes, about. */
  readonly bytes: number
  /** The image that the frame was given last, or its path as it was saved. */
  #last: Image | string | undefined
  /** The serial of the image that had joined last when it began: those above it are newcomers. */
  readonly #lastAtStart: number
  /** Where it was read from a line that says only what has come since an earlier line: that. */
  readonly #added: readonly number[] | undefined
  /** A bit for each serial that there may be: whether it was dealt. */
  #dealt: Uint8Array
  /** The serials of all that it has dealt, while they are few. */
  #listed: number[] | undefined
  /** The serials that were dealt since it was saved; `undefined` where the whole round has to be saved. */
  #unsaved: number[] | undefined
  /** Where `order` is `shuffle`: the candidates that were left once most had been dealt. */
  #left = { of: 0, images: [] as readonly Image[] }
  /** Where `order` is another: how many candidates from the first on are dealt. */
  #passed = { of: 0, count: 0 }
  /** Candidates that came after the round began, as they came. */
  #newcomers = { of: 0, images: [] as readonly Image[] }

  constructor({ last, day, since, dealt, more, usage }: RoundState) {
    this.#last = last
    this.day = day
    this.usage = usage
    this.#lastAtStart = since
    if (dealt === undefined) this.#added = more
    this.#dealt = Uint8Array.fromBase64(dealt ?? '')
    if (!dealt) this.#listed = []
    for (const serial of more) this.#add(serial)
    this.bytes = roundBytes + this.lastSerial / 8
  }

  /** The path, as it is now, of the image that the frame was given last, in this round or in the one before. */
  get last(): string | undefined {
    return typeof this.#last === 'object' ? imagePath(this.#last) : this.#last
  }

  set last(path: string | undefined) {
    this.#last = path
  }

  get #head() {
    const { last, day, usage } = this
    return { last, day, usage, since: this.#lastAtStart }
  }

  /** All of it. */
  get state(): RoundState {
    return this.#listed === undefined
      ? { ...this.#head, dealt: this.#dealt.toBase64(), more: [] }
      : { ...this.#head, dealt: '', more: [...this.#listed] }
  }

  /** The largest serial that it may know. */
  get lastSerial(): number {
    return Math.max(this.#lastAtStart, 8 * this.#dealt.length)
  }

  /** Puts this line of a round together with an earlier line of it. */
  after(earlier: Round): Round {
    if (this.#added === undefined) return this
    earlier.#last = this.#last
    earlier.usage = this.usage
    for (const serial of this.#added) earlier.#add(serial)
    return earlier
  }

  /** Gives what has come since the last call, or all of it. */
  takeChange(): RoundState {
    const more = this.#unsaved
    this.#unsaved = []
    return more === undefined ? this.state : { ...this.#head, more }
  }

  /**
   * Deals an image that it has not dealt yet.
   * @param heldBack images that can't be dealt for the moment.
   * @returns `undefined` when the round is over.
   */
  deal(candidates: Candidates, random: Random, heldBack: ReadonlySet<Image>): Image | undefined {
    const { order, isNewFirst } = candidates.conditions
    const isDue = (image: Image) =>
      image.isDealable && !this.#hasDealt(image.serial) && !heldBack.has(image)
    const image =
      (isNewFirst ? this.#firstNewcomer(candidates, isDue) : undefined) ??
      (order === 'shuffle' ? this.#any(candidates, isDue, random) : this.#first(candidates, isDue))
    if (image === undefined) return undefined
    this.#add(image.serial)
    this.#unsaved?.push(image.serial)
    this.#last = image
    return image
  }

  /** Has an image that was dealt come again in this round. */
  putBack(image: Image): void {
    const at = image.serial >>> 3
    this.#dealt[at] = (this.#dealt[at] ?? 0) & ~(1 << (image.serial & 7))
    this.#listed = this.#listed?.filter((serial) => serial !== image.serial)
    this.#unsaved = undefined
    this.#passed.count = 0
    this.#left.of = 0
  }

  #hasDealt(serial: number): boolean {
    return ((this.#dealt[serial >>> 3] ?? 0) & (1 << (serial & 7))) !== 0
  }

  #add(serial: number): void {
    const at = serial >>> 3
    if (at >= this.#dealt.length) {
      const larger = new Uint8Array(at + 1)
      larger.set(this.#dealt)
      this.#dealt = larger
    }
    this.#dealt[at] = (this.#dealt[at] ?? 0) | (1 << (serial & 7))
    this.#listed?.push(serial)
    if (this.#listed !== undefined && this.#listed.length > maxListed) this.#listed = undefined
  }

  #firstNewcomer({ id, images }: Candidates, isDue: (image: Image) => boolean): Image | undefined {
    if (this.#newcomers.of !== id) {
      const found = images.filter(({ serial }) => serial > this.#lastAtStart)
      found.sort((one, other) => one.serial - other.serial)
      this.#newcomers = { of: id, images: found }
    }
    return this.#newcomers.images.find(isDue)
  }

  #first({ id, images }: Candidates, isDue: (image: Image) => boolean): Image | undefined {
    if (this.#passed.of !== id) this.#passed = { of: id, count: 0 }
    const passed = this.#passed
    while (passed.count < images.length && this.#hasDealt(images[passed.count]?.serial ?? 0)) {
      passed.count += 1
    }
    for (let at = passed.count; at < images.length; at += 1) {
      const image = images[at]
      if (image !== undefined && isDue(image)) return image
    }
    return undefined
  }

  /** Any that is due is as likely as all others. */
  #any({ id, images }: Candidates, isDue: (image: Image) => boolean, random: Random) {
    const pick = (from: readonly Image[]) => {
      for (let tries = 0; tries < maxTries; tries += 1) {
        const image = from[Math.floor(random() * from.length)]
        if (image !== undefined && isDue(image)) return image
      }
      return undefined
    }
    const found = pick(this.#left.of === id ? this.#left.images : images)
    if (found !== undefined) return found
    this.#left = { of: id, images: images.filter(isDue) }
    return pick(this.#left.images)
  }
}
