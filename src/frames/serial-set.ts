/** A set of serials, one bit for each that there may be. */
export class SerialSet {
  #bits: Uint8Array

  /** @param text what `text` gave; without it, nothing is in the set. */
  constructor(text = '') {
    this.#bits = Uint8Array.fromBase64(text)
  }

  /** The bits in base 64. */
  get text(): string {
    return this.#bits.toBase64()
  }

  add(serial: number): void {
    const at = serial >>> 3
    if (at >= this.#bits.length) {
      const larger = new Uint8Array(at + 1)
      larger.set(this.#bits)
      this.#bits = larger
    }
    this.#bits[at] = (this.#bits[at] ?? 0) | (1 << (serial & 7))
  }

  delete(serial: number): void {
    const at = serial >>> 3
    this.#bits[at] = (this.#bits[at] ?? 0) & ~(1 << (serial & 7))
  }

  has(serial: number): boolean {
    return ((this.#bits[serial >>> 3] ?? 0) & (1 << (serial & 7))) !== 0
  }

  /** The largest serial that may be in it. */
  get limit(): number {
    return 8 * this.#bits.length
  }
}
