import { LruMap } from '../../lib/lru-map.ts'

const maxClients = 256
const maxSizesOfOne = 16

/**
 * Remembers which sizes each client has asked for. A frame asks for the same few day and night;
 * who asks for ever new ones forgets only its own.
 */
export class FamiliarSizes {
  readonly #clients = new LruMap<string, LruMap<string, true>>({ capacity: maxClients })

  /** Records that a client asks for a size. Returns whether it did so before. */
  meet(client: string, size: string): boolean {
    const sizes = this.#clients.get(client) ?? new LruMap<string, true>({ capacity: maxSizesOfOne })
    this.#clients.set(client, sizes)
    const isFamiliar = sizes.get(size) === true
    if (!isFamiliar) sizes.set(size, true)
    return isFamiliar
  }
}
