/** A set of serials, one bit for each that there may be. */
export class SerialSet {
  readonly #bits: Uint32Array

  constructor(lastSerial: number) {
    this.#bits = new Uint32Array((lastSerial >>> 5) + 1)
  }

  add(serial: number): void {
    this.#bits[serial >>> 5] = (this.#bits[serial >>> 5] ?? 0) | (1 << (serial & 31))
  }

  /** The serials that another set does not have. */
  without(other: SerialSet): number[] {
    const left: number[] = []
    for (const [index, word] of this.#bits.entries()) {
      let bits = word & ~(other.#bits[index] ?? 0)
      for (; bits !== 0; bits &= bits - 1) left.push(32 * index + 31 - Math.clz32(bits & -bits))
    }
    return left
  }

  has(serial: number): boolean {
    return ((this.#bits[serial >>> 5] ?? 0) & (1 << (serial & 31))) !== 0
  }
}
