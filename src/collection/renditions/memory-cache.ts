/**
 * The renditions that were made or read last, in memory, so that what several frames show or one
 * asks for again takes nothing from the disk. At most so many bytes; the least recently used go
 * first.
 */
export class MemoryCache {
  readonly #maxBytes: number
  /** In order of use. */
  readonly #kept = new Map<string, Uint8Array<ArrayBuffer>>()
  #newest = ''
  #bytes = 0

  /** @param maxBytes 0 keeps nothing. */
  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes
  }

  /** @param key names the rendition and the exact content that it is of. */
  find(key: string): Uint8Array<ArrayBuffer> | undefined {
    const bytes = this.#kept.get(key)
    if (bytes === undefined || key === this.#newest) return bytes
    this.#kept.delete(key)
    this.#kept.set(key, bytes)
    this.#newest = key
    return bytes
  }

  /** Keeps what leaves room for a few others. */
  put(key: string, bytes: Uint8Array<ArrayBuffer>): void {
    if (bytes.length > this.#maxBytes / 4) return
    this.#drop(key)
    this.#kept.set(key, bytes)
    this.#newest = key
    this.#bytes += bytes.length
    for (const oldest of this.#kept.keys()) {
      if (this.#bytes <= this.#maxBytes) return
      this.#drop(oldest)
    }
  }

  #drop(key: string): void {
    this.#bytes -= this.#kept.get(key)?.length ?? 0
    this.#kept.delete(key)
  }
}
