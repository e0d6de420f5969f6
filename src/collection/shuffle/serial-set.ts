/** A set of serials, one bit for each that there may be. */
export class SerialSet {
  readonly #bits: Uint32Array

  constructor(lastSerial: number) {
    this.#bits = new Uint32Array((lastSerial >>> 5) + 1)
  }

  add(serial: number): void {
    this.#bits[serial >>> 5] = (this.#bits[serial >>> 5] ?? 0) | (1 << (serial & 31))
  }

  /** The serials that another set does not have, rising. */
  *without(other: SerialSet): Generator<number> {
    for (const [index, word] of this.#bits.entries()) {
      let bits = word & ~(other.#bits[index] ?? 0)
      for (; bits !== 0; bits &= bits - 1) yield 32 * index + 31 - Math.clz32(bits & -bits)
    }
  }

  has(serial: number): boolean {
    return ((this.#bits[serial >>> 5] ?? 0) & (1 << (serial & 31))) !== 0
  }
}

/** A first and a last serial: those of one folder mostly follow each other. */
export type SerialRange = [first: number, last: number]

/** Writes rising serials as ranges. */
export function rangesOf(serials: Iterable<number>): SerialRange[] {
  const ranges: SerialRange[] = []
  for (const serial of serials) {
    const range = ranges.at(-1)
    if (range?.[1] === serial - 1) range[1] = serial
    else ranges.push([serial, serial])
  }
  return ranges
}

/** Gives the serials of ranges. */
export function* serialsOf(ranges: readonly SerialRange[]): Generator<number> {
  for (const [first, last] of ranges) for (let each = first; each <= last; each += 1) yield each
}
