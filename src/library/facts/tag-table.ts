import { foldText } from '../order/fold-text.ts'
import { mix } from '../../lib/hash.ts'
import { imagesBelow, type Folder } from '../tree/nodes.ts'

/**
 * How many tags an image has is kept in the upper bits of a word, above those of its serial. The
 * largest such number stands for a tag.
 */
const countAt = 10
const tagMark = 63

/** How many tags are known at most: their numbers take a word. */
const maxKnown = 2 ** 16

/** What a description begins with: no tag is empty. */
const descriptionMark = tagMark << countAt

/** What a file begins with that has the descriptions of images, too: one of no image. */
const beginning = [descriptionMark, 0, 0, 0]

/** How many outdated words there may be beyond those in use. */
const maxOutdated = 32 * 1024

/** How much longer an array becomes that is full. */
const growth = 1.125

interface TagCount {
  tag: string
  imageCount: number
}

/**
 * The tags and descriptions of images, by the serials of these: a few words of 16 bits for each that
 * has any, the same in memory and in the file. A later record of an image takes the place of an
 * earlier one.
 *
 * | word | of a tag | of an image | of a description |
 * |---|---|---|---|
 * | 0 | 63, its length (6 + 10 bits) | how many tags, the upper bits of its serial (6 + 10 bits) | 63, 0 |
 * | 1 … | its characters (UTF-16) | the lower bits of its serial, then the numbers of its tags | the upper bits of the image's serial, the lower ones, how many words follow, its characters (UTF-8) |
 * | last | checksum | checksum | checksum |
 *
 * Tags are numbered in the order of their records. Descriptions are folded, as they are searched.
 */
export class TagTable {
  /**
   * Whether all is known of the images that have been probed. Where the file is missing or damaged,
   * these have to be probed again.
   */
  readonly isComplete: boolean
  #words = new Uint16Array(0)
  #length = 0
  /** How many words the file holds; -1 where it has to be written anew. */
  #saved = -1
  /** How many words there were when the last outdated ones went. */
  #compact = 0
  /** Where the record of each serial begins, plus 1; 0 where the image has no tags. */
  #starts = new Uint32Array(0)
  /** The same of descriptions. */
  #described = new Uint32Array(0)
  #tags: string[] = []
  /** The numbers of tags, by their folded texts. */
  #numbers = new Map<string, number>()
  #counts: { state: string; list: readonly TagCount[] } | undefined
  /** How many words have been taken in: those of an earlier run once somebody asks for a tag. */
  #indexed = 0

  /**
   * @param bytes what an earlier run has saved.
   * @param intact how many of them are known to be what was saved.
   */
  constructor(bytes?: Uint8Array, intact = 0) {
    const own = new Uint8Array(bytes ?? [])
    const words = new Uint16Array(own.buffer, 0, own.length >> 1)
    let at = intact / 2
    for (let end = endOf(words, at); isIntact(words, at, end); end = endOf(words, at)) at = end
    const isWhole = 2 * at === own.length
    this.isComplete = isWhole && beginning.every((word, index) => word === words[index])
    if (this.isComplete) {
      this.#words = words
      this.#length = this.#saved = this.#compact = at
    } else this.#append(beginning)
  }

  /** Says what the table holds, so that a start need not look at each record. */
  get seal(): { tagsLength: number; tagsChecksum: number } {
    const words = this.#words.subarray(0, this.#length)
    return { tagsLength: words.byteLength, tagsChecksum: Bun.hash.crc32(words) }
  }

  /** Notes what an image is tagged with, and what somebody wrote to it. */
  note(serial: number, tags: readonly string[], description = ''): void {
    const text = Buffer.from(foldText(description))
    const words = new Uint16Array(Math.ceil(text.length / 2))
    new Uint8Array(words.buffer).set(text)
    this.#describe(serial, words)
    if (tags.length > 0 || this.#startOf(serial) !== undefined) {
      const numbers = tags.flatMap((tag) => this.#numberOf(tag) ?? [])
      this.#put(serial, [...new Set(numbers)])
    }
  }

  /** Gives an image that gets another serial what it has. */
  renumber(before: number, after: number): void {
    this.#describe(after, this.#descriptionOf(before))
    const numbers = this.#numbersOf(before)
    if (numbers.length > 0 || this.#startOf(after) !== undefined) this.#put(after, [...numbers])
  }

  /** Whether an image has one of some tags, whatever their case and accents. */
  hasAny(serial: number, tags: readonly string[]): boolean {
    const numbers = this.#numbersOf(serial)
    return (
      numbers.length > 0 &&
      tags.some((tag) => {
        const number = this.#numbers.get(foldText(tag))
        return number !== undefined && numbers.includes(number)
      })
    )
  }

  /** Whether the description of an image contains a text that is folded. */
  describes(serial: number, text: Uint8Array): boolean {
    const { length } = this.#descriptionOf(serial)
    const start = 2 * ((this.#described[serial] ?? 0) + 3)
    return length > 0 && Buffer.from(this.#words.buffer, start, 2 * length).includes(text)
  }

  /** Counts the images of each tag below a folder that are not hidden; the most frequent come first. */
  count(root: Folder): readonly TagCount[] {
    const state = `${root.version} ${this.#length} ${this.#compact}`
    if (this.#counts?.state === state) return this.#counts.list
    this.#indexAll()
    const counts = new Uint32Array(this.#tags.length)
    for (const { serial, marks } of imagesBelow(root)) {
      if (marks.hidden) continue
      for (const number of this.#numbersOf(serial)) counts[number] = (counts[number] ?? 0) + 1
    }
    const list = this.#tags
      .map((tag, number) => ({ tag, imageCount: counts[number] ?? 0 }))
      .filter(({ imageCount }) => imageCount > 0)
      .toSorted((a, b) => b.imageCount - a.imageCount || (a.tag < b.tag ? -1 : 1))
    this.#counts = { state, list }
    return list
  }

  /**
   * Gives what has to be written, and from which byte of the file on; `undefined` for all of it anew.
   * @param roots where all images are.
   */
  takeUnsaved(roots: readonly Folder[]): { position: number | undefined; bytes: Uint8Array } {
    if (this.#length > 2 * this.#compact + maxOutdated) this.#dropOutdated(roots)
    const from = Math.max(this.#saved, 0)
    const position = this.#saved === -1 ? undefined : 2 * from
    this.#saved = this.#length
    const bytes = new Uint8Array(this.#words.buffer, 2 * from, 2 * (this.#length - from))
    // The array may get room meanwhile.
    return { position, bytes: bytes.slice() }
  }

  /** Has the file written anew, as nobody knows what it holds. */
  noteFailure(): void {
    this.#saved = -1
  }

  /** Copies what is in use into an empty table, and goes on with that. */
  #dropOutdated(roots: readonly Folder[]): void {
    const kept = new TagTable()
    for (const { serial } of roots.values().flatMap(imagesBelow)) {
      const tags = Array.from(this.#numbersOf(serial), (number) => this.#tags[number] ?? '')
      kept.note(serial, tags)
      kept.#describe(serial, this.#descriptionOf(serial))
    }
    this.#words = kept.#words
    this.#starts = kept.#starts
    this.#described = kept.#described
    this.#tags = kept.#tags
    this.#numbers = kept.#numbers
    this.#length = this.#compact = this.#indexed = kept.#length
    this.#saved = -1
  }

  #startOf(serial: number): number | undefined {
    this.#indexAll()
    const start = this.#starts[serial] ?? 0
    return start === 0 ? undefined : start - 1
  }

  #numbersOf(serial: number): Uint16Array {
    const start = this.#startOf(serial)
    if (start === undefined) return noNumbers
    return this.#words.subarray(start + 2, endOf(this.#words, start) - 1)
  }

  #descriptionOf(serial: number): Uint16Array {
    this.#indexAll()
    const start = this.#described[serial] ?? 0
    return start === 0
      ? noNumbers
      : this.#words.subarray(start + 3, endOf(this.#words, start - 1) - 1)
  }

  #describe(serial: number, words: ArrayLike<number>): void {
    const known = this.#descriptionOf(serial)
    const isKnown = known.length === words.length && known.every((each, n) => each === words[n])
    if (isKnown) return
    const head = [descriptionMark, serial >>> 16, serial & 0xffff, words.length]
    this.#append([...head, ...Array.from(words)])
  }

  #numberOf(tag: string): number | undefined {
    this.#indexAll()
    const known = this.#numbers.get(foldText(tag))
    if (known !== undefined || this.#tags.length === maxKnown) return known
    const units = Array.from({ length: tag.length }, (_, index) => tag.charCodeAt(index))
    this.#append([(tagMark << countAt) | tag.length, ...units])
    return this.#tags.length - 1
  }

  #put(serial: number, numbers: readonly number[]): void {
    const head = (numbers.length << countAt) | (serial >>> 16)
    const before = this.#numbersOf(serial)
    const isKnown =
      before.length === numbers.length && numbers.every((each, n) => each === before[n])
    if (!isKnown) this.#append([head, serial & 0xffff, ...numbers])
  }

  #append(record: readonly number[]): void {
    const at = this.#length
    this.#words = new Uint16Array(withRoom(this.#words.buffer, 2 * (at + record.length + 1)))
    this.#words.set(record, at)
    this.#length += record.length + 1
    this.#words[this.#length - 1] = checksum(this.#words, at, this.#length - 1)
    this.#indexAll()
  }

  #indexAll(): void {
    for (let at = this.#indexed; at < this.#length; at = this.#indexed) {
      this.#indexed = endOf(this.#words, at)
      this.#index(at)
    }
  }

  /** Takes in the record that begins at a word. */
  #index(at: number): void {
    const [head, next] = [this.#words[at] ?? 0, this.#words[at + 1] ?? 0]
    if (head === descriptionMark) {
      const serial = (next << 16) | (this.#words[at + 2] ?? 0)
      this.#described = withStart(this.#described, serial, this.#words[at + 3] === 0 ? 0 : at + 1)
      return
    }
    if (head >>> countAt === tagMark) {
      const tag = String.fromCharCode(...this.#words.subarray(at + 1, endOf(this.#words, at) - 1))
      this.#numbers.set(foldText(tag), this.#tags.length)
      this.#tags.push(tag)
      return
    }
    const serial = ((head & (2 ** countAt - 1)) << 16) | next
    this.#starts = withStart(this.#starts, serial, head >>> countAt === 0 ? 0 : at + 1)
  }
}

const noNumbers = new Uint16Array()

/** Where the record that begins at a word ends. */
function endOf(words: Uint16Array, at: number): number {
  const head = words[at] ?? 0
  if (head === descriptionMark) return at + (words[at + 3] ?? 0) + 5
  return head >>> countAt === tagMark
    ? at + (head & (2 ** countAt - 1)) + 2
    : at + (head >>> countAt) + 3
}

const isIntact = (words: Uint16Array, at: number, end: number) =>
  end <= words.length && words[end - 1] === checksum(words, at, end - 1)

function checksum(words: Uint16Array, from: number, to: number): number {
  let sum = to - from
  for (let at = from; at < to; at += 1) sum = mix(sum ^ (words[at] ?? 0))
  return sum & 0xffff
}

/** Notes where the record of a serial begins, in an array that has room for it. */
function withStart(starts: Uint32Array<ArrayBuffer>, serial: number, start: number) {
  const isLong = serial < starts.length
  const roomy = isLong ? starts : new Uint32Array(withRoom(starts.buffer, 4 * (serial + 1)))
  roomy[serial] = start
  return roomy
}

/** Gives a buffer that has room for so many bytes, with what it holds. */
const withRoom = (buffer: ArrayBuffer, bytes: number): ArrayBuffer =>
  buffer.byteLength >= bytes ? buffer : buffer.transfer(4 * Math.ceil((bytes * growth) / 4 + 16))
