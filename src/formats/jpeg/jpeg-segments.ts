import type { ByteReader } from '../byte-reader.ts'

/** The second bytes of markers (ITU-T T.81, table B.1). */
export const startOfScan = 0xda
export const endOfImage = 0xd9
export const applicationSegment = 0xe0
export const exifSegment = 0xe1
export const photoshopSegment = 0xed

/** RST0 to RST7, SOI and TEM have no segment behind them (B.1.1.3). */
const standsAlone = (marker: number) => (marker >= 0xd0 && marker <= 0xd8) || marker === 0x01

/**
 * More than any camera or editor puts before the picture itself: segments, and bytes that belong to
 * none, which are filling, stray ones, coded data, and the markers.
 */
export const headerLimits = { segments: 1000, between: 60_000 }

const noLimits = { segments: Number.POSITIVE_INFINITY, between: Number.POSITIVE_INFINITY }

/**
 * Walks over the segments of a JPEG. What lies between two of them is skipped, as decoders do:
 * filling (ITU-T T.81, B.1.1.2), stray bytes, what a wrong length left, and the coded data of a
 * scan, in which a zero after 0xFF says that it is data (B.1.1.5).
 */
export class JpegSegments {
  readonly #reader: ByteReader
  readonly #limits: typeof headerLimits
  /** What is still unread of the segment that was found last. */
  #left = 2

  /** @param reader at the start of the file. */
  constructor(reader: ByteReader, limits = noLimits) {
    this.#reader = reader
    this.#limits = { ...limits }
  }

  /** Yields the segments up to the end of the image; fewer where the file ends or a limit is reached. */
  async *[Symbol.asyncIterator]() {
    for (let found = await this.next(); found !== undefined; found = await this.next()) yield found
  }

  /**
   * Finds the next segment, which takes less time than an iterator. Its length is that of its content,
   * negative where it can't be right.
   */
  async next() {
    this.#limits.segments -= 1
    // Nothing behind the end of the image is of it, such as a film.
    if (this.#limits.segments < 0 || this.#left === Number.POSITIVE_INFINITY) return undefined
    if (!(await this.#reader.skip(this.#left))) return undefined
    this.#left = 0
    let marker = await this.#nextMarker()
    while (marker !== undefined && standsAlone(marker)) marker = await this.#nextMarker()
    if (marker === undefined) return undefined
    const isEnd = marker === endOfImage
    const length = isEnd ? Number.POSITIVE_INFINITY : (await this.#reader.take(2))?.readUInt16BE()
    if (length === undefined) return undefined
    this.#left = Math.max(0, length - 2)
    return { marker, length: length - 2 }
  }

  /** Reads the first bytes of the last segment, fewer where it is shorter, none where it is cut off. */
  async content(length = this.#left): Promise<Buffer> {
    const bytes = (await this.#reader.take(Math.min(length, this.#left))) ?? Buffer.alloc(0)
    this.#left -= bytes.length
    return bytes
  }

  async #nextMarker(): Promise<number | undefined> {
    do {
      const { view } = this.#reader
      let at = view.indexOf(0xff)
      for (; at !== -1 && at + 1 < view.length;) {
        const code = view.readUInt8(at + 1)
        if (code !== 0x00 && code !== 0xff) {
          this.#passBetween(at + 2)
          return this.#limits.between < 0 ? undefined : code
        }
        at = view.indexOf(0xff, at + (code === 0xff ? 1 : 2))
      }
      this.#passBetween(at === -1 ? view.length : at)
    } while (this.#limits.between >= 0 && (await this.#reader.more()))
    return undefined
  }

  #passBetween(length: number): void {
    this.#limits.between -= length
    this.#reader.pass(length)
  }
}
