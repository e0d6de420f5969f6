import type { HuffmanTable } from './huffman-table.ts'

const lookBits = 9

/**
 * Reads the coded data of a scan, bit by bit (ITU-T T.81, F.2.2). Behind its end there are zeros,
 * which nothing may be read from.
 */
export class BitReader {
  /** Where the next byte lies that was not taken into the buffer; at the end, the next marker. */
  at: number
  readonly #bytes: Uint8Array
  #buffer = 0
  /** Bits in the buffer, of which the last `#padding` are not in the file. */
  #count = 0
  #padding = 0

  constructor(bytes: Uint8Array, at: number) {
    this.#bytes = bytes
    this.at = at
  }

  /** Whether more was read than there is. */
  get isOverrun(): boolean {
    return this.#count < this.#padding
  }

  /** Reads up to 16 bits. */
  bits(count: number): number {
    if (this.#count < count) this.#fill()
    this.#count -= count
    return (this.#buffer >>> this.#count) & ((1 << count) - 1)
  }

  /** Reads a code; -1 where the table has none that begins as the data do. */
  code(table: HuffmanTable): number {
    if (this.#count < 16) this.#fill()
    const look = (this.#buffer >>> (this.#count - lookBits)) & ((1 << lookBits) - 1)
    const entry = table.look[look] ?? 0
    if (entry !== 0) {
      this.#count -= entry >> 8
      return entry & 0xff
    }
    for (let length = lookBits + 1; length <= 16; length += 1) {
      const code = (this.#buffer >>> (this.#count - length)) & ((1 << length) - 1)
      if (code < (table.ends[length] ?? -1)) {
        this.#count -= length
        return table.valueOf(code, length)
      }
    }
    return -1
  }

  /**
   * Ends an interval: what is left before the next marker has to be filling, all zeros or all ones.
   * The reader then goes on behind the marker.
   * @returns the marker; `undefined` where data are left, too, or the file ends before.
   */
  endInterval(): number | undefined {
    let left = this.#count - this.#padding
    left -= left % 8
    const first = left > 0 ? (this.#buffer >>> (this.#padding + left - 8)) & 0xff : undefined
    let filling = first
    for (; left > 0; left -= 8) {
      if (((this.#buffer >>> (this.#padding + left - 8)) & 0xff) !== filling) return undefined
    }
    for (let byte = this.#next(); byte !== undefined; byte = this.#next()) {
      filling ??= byte
      if (byte !== filling) return undefined
    }
    if (filling !== undefined && filling !== 0 && filling !== 0xff) return undefined
    this.#count = 0
    this.#padding = 0
    while (this.#bytes[this.at + 1] === 0xff) this.at += 1
    const marker = this.#bytes[this.at + 1]
    this.at += 2
    return marker
  }

  #fill(): void {
    while (this.#count <= 24) {
      const byte = this.#next()
      if (byte === undefined) this.#padding += 8
      this.#buffer = (this.#buffer << 8) | (byte ?? 0)
      this.#count += 8
    }
  }

  /** Takes a byte of data, for which a zero follows 0xFF (B.1.1.5); `undefined` at a marker. */
  #next(): number | undefined {
    const byte = this.#bytes[this.at]
    if (byte === 0xff) {
      if (this.#bytes[this.at + 1] !== 0) return undefined
      this.at += 2
      return byte
    }
    if (byte !== undefined) this.at += 1
    return byte
  }
}
