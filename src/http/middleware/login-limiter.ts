import type { MonotonicClock } from '../../lib/clock.ts'
import { AppError } from '../../errors.ts'
import { LruMap } from '../../lib/lru-map.ts'

const maxFailures = 10
const windowMs = 60_000
const firstBlockMs = 60_000
const longestBlockMs = 15 * 60_000
/** After so long without a failure, a client's history is forgotten. */
const forgetAfterMs = 60 * 60_000
const maxClients = 10_000

interface LoginHistory {
  /** When logins failed, or are being tried. */
  failures: number[]
  blocks: number
  blockedUntil: number
}

/**
 * Slows down guessing: after 10 failed logins within a minute a client has to wait, a minute at
 * first and twice as long with each further block. Others are not affected.
 */
export class LoginLimiter {
  readonly #clock: MonotonicClock
  readonly #attempts: string
  readonly #records = new LruMap<string, LoginHistory>({ capacity: maxClients })

  /** @param attempts what it counts, in words. */
  constructor(clock: MonotonicClock, attempts = 'logins') {
    this.#clock = clock
    this.#attempts = attempts
  }

  /**
   * Counts an attempt, before its password is looked at: many at once can't all slip through.
   * @throws TOO_MANY_ATTEMPTS with the seconds to wait in `details.retryAfter`.
   */
  attempt(client: string): void {
    // Whole milliseconds: sums of fractions can come out a little over a second.
    const now = Math.floor(this.#clock())
    const record = this.#recordOf(client, now)
    if (now >= record.blockedUntil && record.failures.length >= maxFailures) {
      record.blockedUntil = now + Math.min(firstBlockMs * 2 ** record.blocks, longestBlockMs)
      record.blocks += 1
      record.failures = []
    }
    if (now < record.blockedUntil) {
      const retryAfter = Math.ceil((record.blockedUntil - now) / 1000)
      const sentence = `Too many failed ${this.#attempts}. Wait ${retryAfter} s.`
      throw new AppError('TOO_MANY_ATTEMPTS', sentence, { details: { retryAfter } })
    }
    record.failures.push(now)
  }

  /** Forgets the failures of a client whose attempt was right. */
  succeed(client: string): void {
    this.#records.delete(client)
  }

  #recordOf(client: string, now: number): LoginHistory {
    const known = this.#records.get(client)
    const last = Math.max(known?.blockedUntil ?? 0, known?.failures.at(-1) ?? 0)
    const record =
      known !== undefined && now - last < forgetAfterMs
        ? known
        : { failures: [], blocks: 0, blockedUntil: 0 }
    record.failures = record.failures.filter((time) => now - time < windowMs)
    this.#records.set(client, record)
    return record
  }
}
