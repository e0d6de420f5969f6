import { AppError, busy } from '../../errors.ts'
import type { MonotonicClock, Sleep } from '../../lib/clock.ts'
import { Queue } from '../../lib/waiting/queue.ts'
import { LruMap } from '../../lib/lru-map.ts'
import { networkOf } from '../../lib/network-addresses.ts'
import type { Log } from '../../log.ts'
import { LoginLimiter } from './login-limiter.ts'
import type { CheckPassword } from './password.ts'

/** How many attempts of strangers may wait, and as many of others. */
const maxWaiting = 128

const queueOptions = {
  concurrency: 1,
  capacity: maxWaiting,
  refuse: () => busy('Too many logins are being checked. Try again', 5),
}

/** How many failures of all strangers together in a minute are answered without delay. */
const maxFailures = 100
const windowMs = 60_000

/** How many addresses are known that have logged in, and for how long. */
const maxKnown = 1000
const knownForMs = 30 * 24 * 60 * 60_000

/** How often a client that is refused is logged, in milliseconds. */
const logEvery = 60_000

interface LoginAttemptsOptions {
  checkPassword: CheckPassword
  clock: MonotonicClock
  log: Log
  sleep: Sleep
}

interface LoginAttempt {
  address: string
  password: string
  /** Aborts when the client is gone. */
  signal: AbortSignal | undefined
}

/**
 * Checks passwords one after the other: of many at once the wrong ones count before the next is
 * looked at, and each check of an argon2 hash takes 64 MB. Of networks the one goes first that tried least lately. While many attempts
 * fail, from wherever they come, strangers are slowed down. An address that has logged in before is
 * not: it waits for no stranger, and its failures are counted apart from its network's.
 */
export class LoginAttempts {
  readonly #options: LoginAttemptsOptions
  readonly #limiter: LoginLimiter
  readonly #strangers = new Queue<void>(queueOptions)
  readonly #acquaintances = new Queue<void>(queueOptions)
  /** When each address logged in last. */
  readonly #logins = new LruMap<string, number>({ capacity: maxKnown })
  /** When the last refusal of each client was logged. */
  readonly #logged = new LruMap<string, number>({ capacity: maxKnown })
  /** When strangers failed. */
  #failures: number[] = []

  constructor(options: LoginAttemptsOptions) {
    this.#options = options
    this.#limiter = new LoginLimiter(options.clock)
  }

  /**
   * Checks a password once those before it are checked.
   * @throws AUTHENTICATION_FAILED, TOO_MANY_ATTEMPTS, BUSY.
   */
  async run({ address, password, signal }: LoginAttempt): Promise<void> {
    const isStranger = !this.#isKnown(address)
    const client = isStranger ? networkOf(address) : address
    const queue = isStranger ? this.#strangers : this.#acquaintances
    await queue.run(Symbol(), { client, signal }, async () => {
      this.#admit(client)
      if (isStranger) await this.#slowDown()
      if (!(await this.#options.checkPassword(password))) {
        if (isStranger) this.#failures.push(this.#options.clock())
        this.#options.log('warn', `login failed from ${address}`)
        throw new AppError('AUTHENTICATION_FAILED')
      }
      this.#limiter.succeed(client)
      this.#logins.set(address, this.#options.clock())
    })
  }

  /**
   * Counts a wrong token like a wrong password.
   * @throws TOO_MANY_ATTEMPTS.
   */
  refuse(address: string): void {
    this.#admit(this.#isKnown(address) ? address : networkOf(address))
    this.#options.log('warn', `a token was refused from ${address}`)
  }

  #isKnown(address: string): boolean {
    const at = this.#logins.get(address)
    return at !== undefined && this.#options.clock() - at < knownForMs
  }

  #admit(client: string): void {
    try {
      this.#limiter.attempt(client)
    } catch (error) {
      const now = this.#options.clock()
      if (now - (this.#logged.get(client) ?? Number.NEGATIVE_INFINITY) >= logEvery) {
        this.#logged.set(client, now)
        this.#options.log('warn', `login refused: too many attempts from ${client}`)
      }
      throw error
    }
  }

  /** So many in a minute are answered without delay, then as many in each further minute. */
  async #slowDown(): Promise<void> {
    const now = this.#options.clock()
    this.#failures = this.#failures.filter((time) => now - time < windowMs)
    if (this.#failures.length >= maxFailures) await this.#options.sleep(windowMs / maxFailures)
  }
}
