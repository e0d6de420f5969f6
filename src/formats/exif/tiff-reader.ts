/** In bytes, of a directory. */
export const entryLength = 12

/** Field types (TIFF 6.0, section 2). */
export const fieldTypes = { ascii: 2, short: 3, long: 4 } as const

/** What follows the byte order in every TIFF structure. */
const tiffNumber = 42

/** Reads a TIFF structure in its byte order. What lies outside of it reads as 0. */
export class TiffReader {
  /** Whether something was looked for behind the end of the bytes. */
  hasOverrun = false
  readonly #bytes: Buffer
  readonly isBigEndian: boolean
  readonly #isTiff: boolean

  constructor(bytes: Buffer = Buffer.alloc(0)) {
    const start = bytes.toString('latin1', 0, 2)
    this.#bytes = bytes
    this.isBigEndian = start === 'MM'
    this.#isTiff = (this.isBigEndian || start === 'II') && this.uint16(2) === tiffNumber
  }

  get firstDirectory(): number {
    return this.#isTiff ? this.uint32(4) : 0
  }

  uint16(at: number): number {
    if (!this.#has(at, 2)) return 0
    return this.isBigEndian ? this.#bytes.readUInt16BE(at) : this.#bytes.readUInt16LE(at)
  }

  uint32(at: number): number {
    if (!this.#has(at, 4)) return 0
    return this.isBigEndian ? this.#bytes.readUInt32BE(at) : this.#bytes.readUInt32LE(at)
  }

  /** Reads text of one byte a character; empty where it is not all there. */
  text(at: number, length: number): string {
    return this.#has(at, length) ? this.#bytes.toString('latin1', at, at + length) : ''
  }

  /** Where the directory is that follows the one at an offset; 0 where there is none. */
  directoryAfter(directory: number): number {
    return this.uint32(directory + 2 + this.uint16(directory) * entryLength)
  }

  /**
   * Finds the entry of a tag in the directory at an offset: how many values of a type there are, and
   * where the value is. Where it takes more than four bytes, its offset is there instead.
   */
  find(directory: number, tag: number) {
    if (!this.#isTiff || directory === 0) return undefined
    const count = this.uint16(directory)
    for (let index = 0; index < count; index += 1) {
      const at = directory + 2 + index * entryLength
      if (!this.#has(at, entryLength)) return undefined
      if (this.uint16(at) === tag) {
        return { type: this.uint16(at + 2), count: this.uint32(at + 4), valueAt: at + 8 }
      }
    }
    return undefined
  }

  #has(at: number, length: number): boolean {
    const isThere = at + length <= this.#bytes.length
    if (!isThere) this.hasOverrun = true
    return isThere
  }
}
