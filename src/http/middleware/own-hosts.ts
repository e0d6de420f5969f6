import { createMiddleware } from 'hono/factory'
import type { Table } from '../../store/table.ts'
import { AppError } from '../../errors.ts'
import type { Clock } from '../../lib/clock.ts'
import { LruMap } from '../../lib/lru-map.ts'
import type { Client } from '../request/client.ts'
import type { AppEnvironment } from '../request/connection.ts'
import { isOfProgram, type Programs } from './programs.ts'

const maxNames = 100

interface OwnHostsOptions {
  /** The names under which admins have come, and when each did first, in milliseconds since 1970. */
  names: () => Table<number>
  clock: Clock
  onError: (error: unknown) => void
}

/**
 * Knows under which hosts the service is asked as itself. A page of another site can have its own name
 * lead to the service (DNS rebinding), but not an IP address, a name of this network alone, or a name
 * under which an admin has a session.
 */
export class OwnHosts {
  readonly #options: OwnHostsOptions
  /** Those of this run, as a disk may be read-only. */
  readonly #noted = new LruMap<string, true>({ capacity: maxNames })

  constructor(options: OwnHostsOptions) {
    this.#options = options
  }

  /**
   * Whether a request came under a host of the service's own: by each of its headers, as a page can send
   * those of a proxy, too.
   */
  async includes(client: Client): Promise<boolean> {
    const asked = namesOf(client).filter((name) => !isOfNetwork(name) && !this.#noted.has(name))
    if (asked.length === 0) return true
    const names = this.#options.names()
    await names.ensureFresh()
    return asked.every((name) => names.get(name) !== undefined)
  }

  /** @throws CROSS_ORIGIN for a host that may be another site's. */
  async check(client: Client): Promise<void> {
    if (await this.includes(client)) return
    throw new AppError(
      'CROSS_ORIGIN',
      'This address is not known as one of the service. Use its IP address, or have the admin log in under this one first.',
    )
  }

  /** Notes the hosts under which an admin has a session, and does not wait for the disk. */
  note(client: Client): void {
    const names = this.#options.names()
    const isKnown = (name: string) =>
      isOfNetwork(name) || this.#noted.has(name) || names.get(name) !== undefined
    for (const name of namesOf(client)) {
      if (isKnown(name)) continue
      this.#noted.set(name, true)
      const change = names.change((known) => {
        const oldest = [...known].toSorted(([, one], [, other]) => one - other)
        const surplus = oldest.slice(0, Math.max(known.size + 1 - maxNames, 0))
        return [...surplus.map(([each]) => [each, null] as const), [name, this.#options.clock()]]
      })
      change.catch(this.#options.onError)
    }
  }
}

/** The names under which a client asks, without their ports, as a browser would write them. */
const namesOf = ({ hosts }: Client) =>
  hosts.map((host) =>
    (URL.parse(`http://${host}`)?.hostname ?? host).toLowerCase().replace(/\.$/, ''),
  )

/** Whether a name leads to nowhere else: an address, `.local` (RFC 6762, 3), or without a period. */
const isOfNetwork = (name: string) =>
  !name.includes('.') || name.endsWith('.local') || /^\d+(\.\d+){3}$/.test(name)

/**
 * Refuses a change that a page of another site asks for. Hosts are compared and not schemes: behind
 * a TLS proxy, the service does not know its own. A program sends its token by itself, which a browser
 * does with a cookie alone.
 * @throws CROSS_ORIGIN
 */
export const sameOrigin = (programs: Pick<Programs, 'isLive'>) =>
  createMiddleware<AppEnvironment>(async (c, next) => {
    const origin = c.req.header('origin')
    if (origin !== undefined && !isSameHost(origin, c.req.header('host') ?? '')) {
      const { token } = c.env
      const isOfLiveProgram = token !== undefined && isOfProgram(token) && programs.isLive(token)
      if (!(await isOfLiveProgram)) throw new AppError('CROSS_ORIGIN')
    }
    await next()
  })

function isSameHost(origin: string, host: string): boolean {
  const site = URL.parse(origin)
  // With the scheme of the origin, so that a default port counts as none on both sides.
  return (
    site !== null && site.host !== '' && URL.parse(`${site.protocol}//${host}`)?.host === site.host
  )
}
