import type { BitReader } from './bit-reader.ts'
import type { HuffmanTable } from './huffman-table.ts'

/** What a scan says of its coefficients (ITU-T T.81, B.2.3). */
export interface Band {
  /** The first and the last coefficient of each block that are in it. */
  start: number
  end: number
  /** Whether it refines coefficients that an earlier scan gave. */
  refines: boolean
}

/** What is kept of a component from one block to the next. */
export interface Component {
  /** The horizontal and vertical sampling. */
  across: number
  down: number
  /** What the average of a block is divided by. */
  divisor: number
  dc: HuffmanTable | undefined
  ac: HuffmanTable | undefined
  /** The average of the last block. */
  average: number
  /** For each coefficient of each block whether it is other than zero: one bit. */
  known: Uint8Array
}

/**
 * Twice what the average of a block of 64 samples can be: -1024 to 1023 (A.3.3). Data that were
 * damaged drift away from it.
 */
const maxAverage = 2048

/**
 * Goes through the codes of blocks as a decoder does (ITU-T T.81, F.2.2 and G.2), without making
 * pixels of them. Decoders put up with codes that make no sense; this one reports them.
 */
export class BlockDecoder {
  readonly #reader: BitReader
  readonly #band: Band
  readonly #isProgressive: boolean
  /** How many more blocks have nothing in this band (G.1.2.2). */
  #endOfBandRun = 0

  constructor(reader: BitReader, band: Band, isProgressive: boolean) {
    this.#reader = reader
    this.#band = band
    this.#isProgressive = isProgressive
  }

  /** Whether no run goes on beyond the blocks that there are. */
  get isAtEnd(): boolean {
    return this.#endOfBandRun === 0
  }

  /** Goes through a block; false where its codes make no sense. */
  decode(component: Component, block: number): boolean {
    const { start, refines } = this.#band
    const isFine = !this.#isProgressive
      ? this.#average(component) && this.#coefficients(component)
      : start === 0
        ? refines
          ? this.#reader.bits(1) >= 0
          : this.#average(component)
        : refines
          ? this.#refinement(component, block)
          : this.#firstBand(component, block)
    return isFine && !this.#reader.isOverrun
  }

  #average(component: Component): boolean {
    if (component.dc === undefined) return false
    const length = this.#reader.code(component.dc)
    if (length < 0 || length > 15) return false
    const bits = this.#reader.bits(length)
    const isNegative = length > 0 && bits < 1 << (length - 1)
    component.average += isNegative ? bits - (1 << length) + 1 : bits
    return Math.abs(component.average) * component.divisor <= maxAverage
  }

  #coefficients({ ac }: Component): boolean {
    if (ac === undefined) return false
    for (let at = 1; at <= 63; at += 1) {
      const code = this.#reader.code(ac)
      if (code < 0) return false
      const length = code & 15
      if (length === 0 && code !== 0xf0) return code === 0
      at += code >> 4
      if (at > 63) return false
      this.#reader.bits(length)
    }
    return true
  }

  #firstBand({ ac, known }: Component, block: number): boolean {
    if (this.#endOfBandRun > 0) {
      this.#endOfBandRun -= 1
      return true
    }
    if (ac === undefined) return false
    for (let at = this.#band.start; at <= this.#band.end; at += 1) {
      const code = this.#reader.code(ac)
      if (code < 0) return false
      const [run, length] = [code >> 4, code & 15]
      if (length === 0 && run < 15) {
        this.#endOfBandRun = (1 << run) - 1 + this.#reader.bits(run)
        return true
      }
      at += run
      if (at > this.#band.end) return false
      if (length > 0) know(known, block, at)
      this.#reader.bits(length)
    }
    return true
  }

  /** G.1.2.3: one bit for each coefficient that is known, and codes for those that become so. */
  #refinement({ ac, known }: Component, block: number): boolean {
    if (ac === undefined) return false
    let at = this.#band.start
    while (this.#endOfBandRun === 0 && at <= this.#band.end) {
      const code = this.#reader.code(ac)
      if (code < 0 || (code & 15) > 1) return false
      const [run, isNew] = [code >> 4, (code & 15) === 1]
      if (!isNew && run < 15) {
        this.#endOfBandRun = (1 << run) + this.#reader.bits(run)
        break
      }
      if (isNew) this.#reader.bits(1)
      at = this.#refine(known, block, at, run)
      if (at > this.#band.end) return false
      if (isNew) know(known, block, at)
      at += 1
    }
    if (this.#endOfBandRun > 0) {
      this.#refine(known, block, at, 64)
      this.#endOfBandRun -= 1
    }
    return true
  }

  /** Refines the known coefficients up to the unknown one behind so many others. */
  #refine(known: Uint8Array, block: number, from: number, unknown: number): number {
    let left = unknown
    let at = from
    for (; at <= this.#band.end; at += 1) {
      if (isKnown(known, block, at)) this.#reader.bits(1)
      else if (left === 0) break
      else left -= 1
    }
    return at
  }
}

const isKnown = (known: Uint8Array, block: number, at: number) =>
  ((known[8 * block + (at >> 3)] ?? 0) & (1 << (at & 7))) !== 0

function know(known: Uint8Array, block: number, at: number): void {
  const index = 8 * block + (at >> 3)
  known[index] = (known[index] ?? 0) | (1 << (at & 7))
}
