/** An SD card likes large writes, and a small device few buffers. */
const capacity = 128 * 1024

/** Gathers small chunks for one large write, in memory that is used again and again. */
export class WriteBuffer {
  readonly #bytes = Buffer.allocUnsafeSlow(capacity)
  length = 0

  get isFull(): boolean {
    return this.length === capacity
  }

  /** Adds as much of a chunk as there is room for, and tells how many bytes that was. */
  add(chunk: Uint8Array): number {
    const taken = chunk.subarray(0, capacity - this.length)
    this.#bytes.set(taken, this.length)
    this.length += taken.length
    return taken.length
  }

  /** Empties the buffer. What it held stays valid until the next `add`. */
  take(): Uint8Array {
    const bytes = this.#bytes.subarray(0, this.length)
    this.length = 0
    return bytes
  }
}
