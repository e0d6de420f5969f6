/** A box of the ISO base media file format (ISO/IEC 14496-12, 4.2) and where its content lies. */
export interface Box {
  type: string
  /** The content behind the header, as far as the bytes reach. */
  content: Buffer
}

const headerLength = 8

/** Version and flags, with which the content of a full box begins (ISO/IEC 14496-12, 4.2.2). */
export const fullBoxHeader = 4

/** Lists the boxes that follow each other, up to one that is damaged or reaches beyond the end. */
export function boxesIn(bytes: Buffer): Box[] {
  const boxes: Box[] = []
  for (let at = 0; at + headerLength <= bytes.length;) {
    const { type, start, end } = readBoxHeader(bytes, at, bytes.length)
    if (end < start || end > bytes.length) break
    boxes.push({ type, content: bytes.subarray(start, end) })
    at = end
  }
  return boxes
}

/** Gives the content of the first box of a type; of one that is missing, none. */
export const findBox = (boxes: readonly Box[], type: string): Buffer =>
  boxes.find((box) => box.type === type)?.content ?? Buffer.alloc(0)

/** Reads a box's header. Size 1: a size of 64 bits follows; size 0: the box goes on to the end. */
export function readBoxHeader(bytes: Buffer, at: number, endOfAll: number) {
  const size = bytes.readUInt32BE(at)
  const type = bytes.toString('latin1', at + 4, at + headerLength)
  if (size === 0) return { type, start: at + headerLength, end: endOfAll }
  if (size !== 1) return { type, start: at + headerLength, end: at + size }
  const isThere = at + 2 * headerLength <= bytes.length
  const largeSize = isThere ? Number(bytes.readBigUInt64BE(at + headerLength)) : 0
  return { type, start: at + 2 * headerLength, end: at + largeSize }
}

/** Reads numbers one after the other, big-endian. What lies behind the end reads as 0. */
export class FieldReader {
  readonly #bytes: Buffer
  #at: number

  constructor(bytes: Buffer, at = 0) {
    this.#bytes = bytes
    this.#at = at
  }

  get isAtEnd(): boolean {
    return this.#at >= this.#bytes.length
  }

  /** @param length in bytes, 0 to 6. A number of length 0 is 0, as in `iloc`. */
  uint(length: number): number {
    const at = this.#at
    this.#at += length
    if (length === 0 || at + length > this.#bytes.length) return 0
    return this.#bytes.readUIntBE(at, length)
  }

  skip(length: number): void {
    this.#at += length
  }

  /** What was not read. */
  rest(): Buffer {
    return this.#bytes.subarray(this.#at)
  }

  text(length: number): string {
    const at = this.#at
    this.#at += length
    return this.#bytes.toString('latin1', at, at + length)
  }
}
