/** A set of serials, one bit for each that there may be. */
export class SerialSet {
  readonly #bits: Uint32Array

  constructor(lastSerial: number) {
    this.#bits = new Uint32Array((lastSerial >>> 5) + 1)
  }

  add(serial: number): void {
    this.#bits[serial >>> 5] = (this.#bits[serial >>> 5] ?? 0) | (1 << (serial & 31))
  }

  has(serial: number): boolean {
    return ((this.#bits[serial >>> 5] ?? 0) & (1 << (serial & 31))) !== 0
  }
}
