/** 128 KiB: SD cards wear less by large writes. */
const capacity = 128 * 1024

/** Collects small chunks for one large write, in one buffer that is reused. */
export class WriteBuffer {
  readonly #bytes = Buffer.allocUnsafeSlow(capacity)
  length = 0

  get isFull(): boolean {
    return this.length === capacity
  }

  /** Adds as many bytes of a chunk as fit and returns their number. */
  add(chunk: Uint8Array): number {
    const taken = chunk.subarray(0, capacity - this.length)
    this.#bytes.set(taken, this.length)
    this.length += taken.length
    return taken.length
  }

  /** Empties the buffer. The bytes returned stay valid until the next `add`. */
  take(): Uint8Array {
    const bytes = this.#bytes.subarray(0, this.length)
    this.length = 0
    return bytes
  }
}
