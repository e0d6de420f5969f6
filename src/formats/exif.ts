const orientationTag = 274
const short = 3
const entryLength = 12

/**
 * Reads the orientation out of the TIFF structure that EXIF data consists of (EXIF 2.32, 4.5 and
 * 4.6.4 A): 1 to 8; 1, upright, where there is none or it has no meaning.
 */
export function readOrientation(tiff: Buffer): number {
  const directory = new TiffReader(tiff)
  const at = directory.find(directory.uint32(4), orientationTag)
  if (at === undefined || directory.uint16(at + 2) !== short || directory.uint32(at + 4) !== 1) {
    return 1
  }
  const value = directory.uint16(at + 8)
  return value >= 1 && value <= 8 ? value : 1
}

/** Reads numbers in a file's byte order. What lies outside of it reads as 0 (TIFF 6.0, section 2). */
export class TiffReader {
  readonly #bytes: Buffer
  readonly #isBigEndian: boolean
  readonly #isTiff: boolean

  constructor(bytes: Buffer) {
    const start = bytes.toString('latin1', 0, 2)
    this.#bytes = bytes
    this.#isBigEndian = start === 'MM'
    this.#isTiff = this.#isBigEndian || start === 'II'
  }

  uint16(at: number): number {
    if (at + 2 > this.#bytes.length) return 0
    return this.#isBigEndian ? this.#bytes.readUInt16BE(at) : this.#bytes.readUInt16LE(at)
  }

  uint32(at: number): number {
    if (at + 4 > this.#bytes.length) return 0
    return this.#isBigEndian ? this.#bytes.readUInt32BE(at) : this.#bytes.readUInt32LE(at)
  }

  /** Finds the entry of a tag in the directory at an offset. */
  find(directory: number, tag: number): number | undefined {
    if (!this.#isTiff || directory === 0) return undefined
    const count = this.uint16(directory)
    for (let index = 0; index < count; index += 1) {
      const at = directory + 2 + index * entryLength
      if (at + entryLength > this.#bytes.length) return undefined
      if (this.uint16(at) === tag) return at
    }
    return undefined
  }
}
