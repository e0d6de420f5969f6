import type { Store } from 'hono-sessions'
import { LruMap } from '../../lib/lru-map.ts'

const maxSessions = 10_000

type SessionData = Parameters<Store['createSession']>[1]

/**
 * Keeps the sessions of logged-in admins in memory, the 10,000 used last. An id that the service
 * did not issue is never adopted, and a request in flight does not bring a session back that was
 * logged out.
 */
export class SessionStore implements Store {
  readonly #sessions = new LruMap<string, SessionData>({ capacity: maxSessions })

  get size(): number {
    return this.#sessions.size
  }

  getSessionById(id?: string): SessionData | undefined {
    return id === undefined ? undefined : this.#sessions.get(id)
  }

  createSession(id: string, data: SessionData): void {
    this.#sessions.set(id, data)
  }

  persistSessionData(id: string, data: SessionData): void {
    if (this.#sessions.has(id)) this.#sessions.set(id, data)
  }

  deleteSession(id: string): void {
    this.#sessions.delete(id)
  }
}
