import type { Waiter } from '../lib/waiting/waiter.ts'
import { LruMap } from '../lib/lru-map.ts'
import type { Rendition } from './request.ts'

export interface Requester {
  /** Of several clients, the one goes first that got a rendition least lately. */
  client: string
  /** Whether somebody looks through pictures, who waits behind all frames. */
  isBrowsing?: boolean
  /** Aborts when the client is gone: what nobody waits for is not made. */
  signal?: AbortSignal
}

const maxClients = 256
const maxSizesOfOne = 16

/**
 * Tells frames from others, by remembering what each client has asked for. A frame asks for the same
 * few sizes day and night; who asks for ever new ones forgets only its own.
 */
export class Requesters {
  readonly #clients = new LruMap<string, LruMap<string, true>>({ capacity: maxClients })

  /** Says how a requester waits for a rendition that has to be made. */
  waiterFor({ client, isBrowsing, signal }: Requester, rendition: Rendition): Waiter {
    // Only what has to be of some size in bytes is encoded several times.
    const isLong = rendition.palette?.maxBytes !== undefined
    // Behind one address, a phone and a frame are two clients.
    if (isBrowsing === true)
      return { client: `${client} browsing`, priority: 'low', isLong, signal }
    const isFamiliar = this.#meet(client, JSON.stringify(rendition))
    return { client, priority: isFamiliar ? 'high' : 'normal', isLong, signal }
  }

  /** Records that a client asks for a rendition. Returns whether it did so before. */
  #meet(client: string, size: string): boolean {
    const sizes = this.#clients.get(client) ?? new LruMap<string, true>({ capacity: maxSizesOfOne })
    this.#clients.set(client, sizes)
    if (sizes.get(size) === true) return true
    sizes.set(size, true)
    return false
  }
}
