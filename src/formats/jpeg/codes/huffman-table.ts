/** Codes of at most so many bits are found in one look. */
const lookBits = 9

/**
 * A table of Huffman codes (ITU-T T.81, annex C and F.2.2.3): the codes of one length follow each
 * other, and the first of a length is twice the one behind the last shorter one.
 */
export class HuffmanTable {
  /** For the next bits of the data: the length of the code and its value, 0 where it is longer. */
  readonly look = new Uint16Array(1 << lookBits)
  /** For each length: the value of the code behind the last one of that length, -1 where none is. */
  readonly ends = new Int32Array(17).fill(-1)
  readonly #firsts = new Int32Array(17)
  readonly #places = new Int32Array(17)
  readonly #values: Uint8Array

  /**
   * @param counts how many codes there are of each length, from 1 to 16 bits.
   * @param values what they stand for, in the same order.
   */
  constructor(counts: Uint8Array, values: Uint8Array) {
    this.#values = values
    let [code, place] = [0, 0]
    for (let length = 1; length <= 16; length += 1) {
      const count = counts[length - 1] ?? 0
      this.#firsts[length] = code
      this.#places[length] = place
      if (length <= lookBits) this.#fill(code, length, count, place)
      code += count
      place += count
      if (count > 0) this.ends[length] = code
      code *= 2
    }
  }

  /** The value of a code of this length. */
  valueOf(code: number, length: number): number {
    return this.#values[(this.#places[length] ?? 0) + code - (this.#firsts[length] ?? 0)] ?? 0
  }

  #fill(code: number, length: number, count: number, place: number): void {
    const span = 1 << (lookBits - length)
    for (let index = 0; index < count; index += 1) {
      const entry = (length << 8) | (this.#values[place + index] ?? 0)
      this.look.fill(entry, (code + index) * span, (code + index + 1) * span)
    }
  }
}
