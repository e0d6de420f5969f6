import type { ReadAt } from './byte-source.ts'

const largest = 256 * 1024

/** More than is ever taken at once. */
const room = 64

/** A file read from its beginning to its end, whatever its size, through a window of 256 KB. */
export class SequentialReader {
  readonly #read: ReadAt
  readonly #buffer: Buffer
  /** What is in view lies from `#from` to `#to` in the buffer. */
  #from = 0
  #to = 0
  /** How much of the file has come into view. */
  #position = 0

  /** @param size of the file, as far as it is known, so that no buffer is larger than it has to be. */
  constructor(read: ReadAt, size: number) {
    this.#read = read
    this.#buffer = Buffer.allocUnsafe(Math.min(largest, size + room))
  }

  /** The bytes that come next, as many as are in view. They change with the next `more`. */
  get view(): Buffer {
    return this.#buffer.subarray(this.#from, this.#to)
  }

  /** Leaves bytes of the view behind. */
  pass(length: number): void {
    this.#from += length
  }

  /** Brings more of the file into view; false at its end. */
  async more(): Promise<boolean> {
    this.#buffer.copyWithin(0, this.#from, this.#to)
    this.#to -= this.#from
    this.#from = 0
    const length = await this.#read(this.#buffer.subarray(this.#to), this.#position)
    this.#to += length
    this.#position += length
    return length > 0
  }

  /** The next few bytes, which are left behind; `undefined` where the file ends before. */
  async take(length: number): Promise<Buffer | undefined> {
    while (this.#to - this.#from < length) if (!(await this.more())) return undefined
    const bytes = Buffer.from(this.view.subarray(0, length))
    this.pass(length)
    return bytes
  }

  /**
   * Leaves any number of bytes behind, and shows each piece of them on the way. They are read all
   * the same: a disk tells of a bad sector only then.
   * @returns false where the file ends before.
   */
  async skip(length: number, visit: (piece: Buffer) => void = () => undefined): Promise<boolean> {
    for (let left = length; left > 0;) {
      if (this.#from === this.#to && !(await this.more())) return false
      const piece = this.view.subarray(0, left)
      visit(piece)
      this.pass(piece.length)
      left -= piece.length
    }
    return true
  }
}
