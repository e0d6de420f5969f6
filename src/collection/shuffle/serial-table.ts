import { mix } from '../../lib/hash.ts'

/**
 * Hashes of images and their serials, which are above 0. It is what a `Map` of numbers would be
 * (open addressing, linear probing), filled with 100,000 pairs ten times as fast: a start waits
 * for it.
 */
export class SerialTable {
  readonly #mask: number
  readonly #hashes: Uint32Array
  readonly #serials: Uint32Array

  /** @param size how many pairs it will hold at most. */
  constructor(size: number) {
    const slots = 2 ** Math.ceil(Math.log2(2 * size + 2))
    this.#mask = slots - 1
    this.#hashes = new Uint32Array(slots)
    this.#serials = new Uint32Array(slots)
  }

  set(hash: number, serial: number): void {
    const slot = this.#slotOf(hash)
    this.#hashes[slot] = hash
    this.#serials[slot] = serial
  }

  get(hash: number): number | undefined {
    const serial = this.#serials[this.#slotOf(hash)]
    return serial === 0 ? undefined : serial
  }

  #slotOf(hash: number): number {
    let slot = mix(hash) & this.#mask
    while (this.#serials[slot] !== 0 && this.#hashes[slot] !== hash) slot = (slot + 1) & this.#mask
    return slot
  }
}
