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

/** What a file begins with: a tag that no image has, as it is empty. */
const beginning = tagMark << countAt

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
 * | word | of a tag | of an image |
 * |---|---|---|
 * | 0 | 63, its length (6 + 10 bits) | how many tags, the upper bits of its serial (6 + 10 bits) |
 * | 1 … | its characters (UTF-16) | the lower bits of its serial, how many words its description has, the numbers of its tags, the description (UTF-8) |
 * | last | checksum | checksum |
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
  /** Where the record of each serial begins; 0 where the image has neither tags nor a description. */
  #starts = new Uint32Array(0)
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
    this.isComplete = isWhole && words[0] === beginning && isIntact(words, 0, endOf(words, 0))
    if (this.isComplete) {
      this.#words = words
      this.#length = this.#saved = this.#compact = at
    } else this.#append([beginning])
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
    const numbers = tags.flatMap((tag) => this.#numberOf(tag) ?? [])
    this.#put(serial, [...new Set(numbers)], words)
  }

  /** Gives an image that gets another serial what it has. */
  renumber(before: number, after: number): void {
    this.#put(after, this.#numbersOf(before), this.#descriptionOf(before))
  }

  /** Whether an image has one of some tags, whatever their case and accents. */
  hasAny(serial: number, tags: readonly string[]): boolean {
    const numbers = this.#numbersOf(serial)
    if (numbers.length === 0) return false
    return tags.some((tag) => numbers.includes(this.#numbers.get(foldText(tag)) ?? -1))
  }

  /** Whether the description of an image contains a text that is folded. */
  describes(serial: number, text: Uint8Array): boolean {
    const start = this.#startOf(serial)
    // Most have none, and to cut out nothing would take most of the time of a search.
    if (start === 0 || this.#words[start + 2] === 0) return false
    const { byteOffset, byteLength } = this.#descriptionOf(serial)
    return Buffer.from(this.#words.buffer, byteOffset, byteLength).includes(text)
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
      const numbers = tags.flatMap((tag) => kept.#numberOf(tag) ?? [])
      kept.#put(serial, numbers, this.#descriptionOf(serial))
    }
    this.#words = kept.#words
    this.#starts = kept.#starts
    this.#tags = kept.#tags
    this.#numbers = kept.#numbers
    this.#length = this.#compact = this.#indexed = kept.#length
    this.#saved = -1
  }

  #startOf(serial: number): number {
    this.#indexAll()
    return this.#starts[serial] ?? 0
  }

  #numbersOf(serial: number): Uint16Array {
    const start = this.#startOf(serial)
    if (start === 0) return noWords
    return this.#words.subarray(start + 3, start + 3 + ((this.#words[start] ?? 0) >>> countAt))
  }

  #descriptionOf(serial: number): Uint16Array {
    const start = this.#startOf(serial)
    if (start === 0) return noWords
    const end = endOf(this.#words, start) - 1
    return this.#words.subarray(end - (this.#words[start + 2] ?? 0), end)
  }

  #numberOf(tag: string): number | undefined {
    this.#indexAll()
    const known = this.#numbers.get(foldText(tag))
    if (known !== undefined || this.#tags.length === maxKnown) return known
    const units = Array.from({ length: tag.length }, (_, index) => tag.charCodeAt(index))
    this.#append([(tagMark << countAt) | tag.length, ...units])
    return this.#tags.length - 1
  }

  #put(serial: number, numbers: ArrayLike<number>, description: Uint16Array): void {
    const [upper, lower] = [serial >>> 16, serial & 0xffff]
    const head = [(numbers.length << countAt) | upper, lower, description.length]
    const record = [...head, ...Array.from(numbers), ...description]
    const start = this.#startOf(serial)
    const end = endOf(this.#words, start) - 1
    const before = start === 0 ? [upper, lower, 0] : this.#words.subarray(start, end)
    const isKnown =
      before.length === record.length && record.every((word, index) => word === before[index])
    if (!isKnown) this.#append(record)
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
    const [head = 0, next = 0, described] = this.#words.subarray(at, at + 3)
    if (head >>> countAt === tagMark) {
      const tag = String.fromCharCode(...this.#words.subarray(at + 1, endOf(this.#words, at) - 1))
      this.#numbers.set(foldText(tag), this.#tags.length)
      this.#tags.push(tag)
      return
    }
    const serial = ((head & (2 ** countAt - 1)) << 16) | next
    if (serial >= this.#starts.length)
      this.#starts = new Uint32Array(withRoom(this.#starts.buffer, 4 * (serial + 1)))
    this.#starts[serial] = head >>> countAt === 0 && described === 0 ? 0 : at
  }
}

const noWords = new Uint16Array()

/** Where the record that begins at a word ends. */
function endOf(words: Uint16Array, at: number): number {
  const head = words[at] ?? 0
  return head >>> countAt === tagMark
    ? at + (head & (2 ** countAt - 1)) + 2
    : at + (head >>> countAt) + (words[at + 2] ?? 0) + 4
}

const isIntact = (words: Uint16Array, at: number, end: number) =>
  end <= words.length && words[end - 1] === checksum(words, at, end - 1)

function checksum(words: Uint16Array, from: number, to: number): number {
  let sum = to - from
  for (let at = from; at < to; at += 1) sum = mix(sum ^ (words[at] ?? 0))
  return sum & 0xffff
}

/** Gives a buffer that has room for so many bytes, with what it holds. */
const withRoom = (buffer: ArrayBuffer, bytes: number): ArrayBuffer =>
  buffer.byteLength >= bytes ? buffer : buffer.transfer(4 * Math.ceil((bytes * growth) / 4 + 16))
