import type { Store } from 'hono-sessions'
import { sessionLifetimeMs, type RememberedSession } from '../../store/access-tables.ts'
import type { SealedTable } from '../../store/sealed-table.ts'
import { dayMs, type Clock } from '../../lib/clock.ts'
import { sha256 } from '../../lib/hash.ts'
import { LruMap } from '../../lib/lru-map.ts'

const maxSessions = 10_000

/** How long after its last use a session ends that is remembered, in seconds, as cookies have it. */
export const rememberedFor = sessionLifetimeMs / 1000

interface SessionStoreOptions {
  /** What outlives the process, and is shared with others; without it, no session is remembered. */
  remembered?: () => SealedTable<RememberedSession> | undefined
  clock: Clock
  /** Receives why a session is not remembered. */
  onError: (error: unknown) => void
}

/**
 * Knows the live sessions: those that end with the process, and those that are remembered. Of more
 * than 10,000 together, the one that was not used for longest goes. Kept are digests of the ids.
 */
export class SessionStore {
  readonly #options: SessionStoreOptions
  /** When each of those was used last that end with the process, in milliseconds since 1970. */
  readonly #own = new LruMap<string, number>({ capacity: maxSessions })
  /** When each of the others was used last here, which is remembered to the day only. */
  readonly #uses = new LruMap<string, number>({ capacity: maxSessions })

  constructor(options: SessionStoreOptions) {
    this.#options = options
  }

  /**
   * What the library sees: each login has a session of its own, whatever cookie comes with it, and
   * no request in flight brings a session back that was logged out.
   */
  opening(isRemembered: boolean): Store {
    return {
      getSessionById: () => undefined,
      createSession: (id) => this.add(id, isRemembered),
      persistSessionData: () => undefined,
      deleteSession: (id) => this.delete(id),
    }
  }

  get canRemember(): boolean {
    return this.#table !== undefined
  }

  /** How many sessions there are, as far as is known without a look at the disk. */
  get size(): number {
    return this.#own.size + (this.#table?.size ?? 0)
  }

  get #table(): SealedTable<RememberedSession> | undefined {
    return this.#options.remembered?.()
  }

  /** Opens a session. One that the disk does not take ends with the process. */
  async add(id: string, isRemembered: boolean): Promise<void> {
    const key = sha256(id)
    const now = this.#options.clock()
    const isKept =
      isRemembered &&
      (await this.#change((uses) => [...this.#makeRoom(uses, 1), [key, { at: now }]]))
    if (isKept) return
    this.#own.set(key, now)
    await this.refresh()
    if (this.size > maxSessions) await this.#change((uses) => this.#makeRoom(uses, 0))
  }

  /**
   * Marks a session as the one used last.
   * @returns whether its 90 days have begun anew; `undefined` where none is live.
   */
  async use(id: string): Promise<boolean | undefined> {
    const key = sha256(id)
    const now = this.#options.clock()
    if (this.#own.has(key)) {
      this.#own.set(key, now)
      return false
    }
    const usedAt = id === '' ? undefined : (await this.#table?.get(key))?.at
    // A clock may be wrong until the network has set it, so a use may seem to lie ahead.
    if (usedAt === undefined || Math.abs(now - usedAt) >= sessionLifetimeMs) return undefined
    this.#uses.set(key, now)
    // To write with every request would wear out an SD card.
    const isDue = (at = now) => Math.abs(now - at) >= dayMs
    const isRenewed =
      isDue(usedAt) &&
      (await this.#change((uses) => (isDue(uses.get(key)?.at) ? [[key, { at: now }]] : [])))
    return this.isLive(id) ? isRenewed : undefined
  }

  /** Whether there is a session, which does not count as its use. Throws FILE_SYSTEM_ERROR, BUSY. */
  async has(id: string): Promise<boolean> {
    const key = sha256(id)
    return this.#own.has(key) || (id !== '' && (await this.#table?.get(key)) !== undefined)
  }

  /** Whether a session that was used has not ended since, as far as is known. */
  isLive(id: string): boolean {
    const key = sha256(id)
    return this.#own.has(key) || this.#table?.has(key) === true
  }

  /** Reads what other processes have changed. */
  async refresh(): Promise<void> {
    await this.#table?.refresh()
  }

  /** Ends a session. Throws FILE_SYSTEM_ERROR, BUSY. */
  async delete(id: string): Promise<void> {
    const key = sha256(id)
    if (this.#own.delete(key) || id === '') return
    if ((await this.#table?.get(key)) !== undefined) await this.#table?.change(() => [[key, null]])
  }

  /** Changes what is remembered; false where that is not possible. */
  async #change(change: Parameters<SealedTable<RememberedSession>['change']>[0]): Promise<boolean> {
    try {
      await this.#table?.change(change)
      return this.#table !== undefined
    } catch (error) {
      this.#options.onError(error)
      return false
    }
  }

  /** Ends the sessions that were not used for longest, and gives those of them that are remembered. */
  #makeRoom(uses: ReadonlyMap<string, RememberedSession>, added: number): [string, null][] {
    const surplus = this.#own.size + uses.size + added - maxSessions
    if (surplus <= 0) return []
    const remembered = Array.from(uses, ([key, { at }]): [string, number] => [
      key,
      Math.max(at, this.#uses.get(key) ?? 0),
    ])
    const unused = [...this.#own, ...remembered].toSorted(([, one], [, other]) => one - other)
    return unused
      .slice(0, surplus)
      .filter(([key]) => !this.#own.delete(key))
      .map(([key]) => [key, null])
  }
}
