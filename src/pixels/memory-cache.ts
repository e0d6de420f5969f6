import type { Bytes } from '../lib/bytes.ts'
import { LruMap } from '../lib/lru-map.ts'

/**
 * Keeps the renditions used last in memory, so that what several frames show, or one asks for
 * again, costs no read of the disk.
 */
export class MemoryCache {
  readonly #entries: LruMap<string, Bytes>
  readonly #maxEntry: number

  /** @param maxBytes the size of all renditions together; 0 keeps nothing. */
  constructor(maxBytes: number) {
    this.#entries = new LruMap({ capacity: maxBytes, weigh: ({ length }) => length })
    // A large one would evict most of the others.
    this.#maxEntry = maxBytes / 4
  }

  /** @param key names the rendition and the exact content that it was made from. */
  find(key: string): Bytes | undefined {
    return this.#entries.get(key)
  }

  put(key: string, bytes: Bytes): void {
    if (bytes.length <= this.#maxEntry) this.#entries.set(key, bytes)
  }
}
