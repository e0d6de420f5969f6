import type { Context, MiddlewareHandler } from 'hono'
import { createMiddleware } from 'hono/factory'
import type { Collection } from '../../collection/collection.ts'
import { noInvitation, type Invitation } from '../../uploads/invitations.ts'
import type { MonotonicClock, Sleep } from '../../lib/clock.ts'
import { networkOf } from '../../lib/network-addresses.ts'
import { Mutex } from '../../lib/waiting/mutex.ts'
import type { AppEnvironment } from '../request/connection.ts'
import { uploadKeyOf } from '../request/upload-key.ts'
import type { OwnHosts } from './own-hosts.ts'
import { LoginLimiter } from './login-limiter.ts'
import { isOfProgram } from './programs.ts'

/**
 * How long each check of a token takes that may open nothing, in milliseconds; they run one after
 * the other.
 */
const pause = 1

interface GuestsOptions {
  collection: Collection
  hosts: Pick<OwnHosts, 'check'>
  clock: MonotonicClock
  sleep: Sleep
}

/**
 * Knows guests by the tokens of their invitations. Tokens that open nothing count like failed logins,
 * but whoever has one that does never waits for those who guess: all guests of a party may have one
 * address, and nobody guesses 128 bits.
 */
export class Guests {
  readonly #options: GuestsOptions
  readonly #limiter: LoginLimiter
  readonly #mutex = new Mutex()

  constructor(options: GuestsOptions) {
    this.#options = options
    this.#limiter = new LoginLimiter(options.clock, 'tries')
  }

  /**
   * Finds the live invitation of the token that a request brings, and has changes check that it
   * still lives.
   * @throws AUTHENTICATION_REQUIRED, TOO_MANY_ATTEMPTS; BUSY when the disk does not answer; CROSS_ORIGIN for
   * a change under a host that may be another site's: its page could send pictures with a token that
   * it has read off a screen.
   */
  async admit(c: Context<AppEnvironment>): Promise<Invitation> {
    const { token } = c.env
    const isRead = c.req.method === 'GET' || c.req.method === 'HEAD'
    if (!isRead) await this.#options.hosts.check(c.env)
    if (token === undefined) throw noInvitation()
    const invitation = await this.find(token, c.env.address)
    c.set('permission', () => {
      if (this.#options.collection.parts.invitations.live(invitation.id) === undefined)
        throw noInvitation()
    })
    return invitation
  }

  /** Finds the live invitation of a token. Throws as `admit` does. */
  async find(token: string, address: string): Promise<Invitation> {
    const { invitations } = this.#options.collection.parts
    await invitations.ensureFresh()
    const known = invitations.find(token)
    if (known !== undefined) return known
    // However many guess, from wherever, nearly all of the time is left for others.
    await this.#mutex.run(() => this.#options.sleep(pause))
    // Another process may have made it a moment ago.
    await invitations.refresh()
    const found = invitations.find(token)
    if (found !== undefined) return found
    this.#limiter.attempt(networkOf(address))
    throw noInvitation()
  }
}

/**
 * Lets an admin through, or the token of a live invitation, before anything of the body is read. With
 * a token it is the guest or the program that sends, also where the browser knows a session.
 * @throws AUTHENTICATION_REQUIRED; what `Guests.admit` does; INVALID_REQUEST for a key that is none.
 */
export const requireUploader = (requireAdmin: MiddlewareHandler<AppEnvironment>, guests: Guests) =>
  createMiddleware<AppEnvironment>(async (c, next) => {
    const { token } = c.env
    if (token === undefined || isOfProgram(token)) return requireAdmin(c, next)
    const { id } = await guests.admit(c)
    c.set('sender', { invitation: id, key: uploadKeyOf(c) })
    return next()
  })

/** Lets the token of a live invitation through. Throws what `Guests.admit` does. */
export const requireGuest = (guests: Guests) =>
  createMiddleware<AppEnvironment>(async (c, next) => {
    c.set('invitation', await guests.admit(c))
    return next()
  })
