/**
 * The renditions that were made or read last, in memory, so that what several frames show or one
 * asks for again takes nothing from the disk. At most so many bytes; the least recently used go
 * first.
 */
export class RecentRenditions {
  readonly #maxBytes: number
  /** In order of use. */
  readonly #blobs = new Map<string, Blob>()
  #newest = ''
  #bytes = 0

  /** @param maxBytes 0 keeps nothing. */
  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes
  }

  /** @param key names the rendition and the exact content that it is of. */
  find(key: string): Blob | undefined {
    const blob = this.#blobs.get(key)
    if (blob === undefined || key === this.#newest) return blob
    this.#blobs.delete(key)
    this.#blobs.set(key, blob)
    this.#newest = key
    return blob
  }

  /** Keeps what leaves room for a few others. */
  put(key: string, bytes: Uint8Array<ArrayBuffer>): void {
    if (bytes.length > this.#maxBytes / 4) return
    this.#drop(key)
    this.#blobs.set(key, new Blob([bytes]))
    this.#newest = key
    this.#bytes += bytes.length
    for (const oldest of this.#blobs.keys()) {
      if (this.#bytes <= this.#maxBytes) return
      this.#drop(oldest)
    }
  }

  #drop(key: string): void {
    this.#bytes -= this.#blobs.get(key)?.size ?? 0
    this.#blobs.delete(key)
  }
}
