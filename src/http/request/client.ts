import { z } from 'zod'
import { attempt } from '../../lib/attempt.ts'
import { networkOf, reachableHosts, withoutZone } from '../../lib/network-addresses.ts'
import { once } from '../../lib/once.ts'

/** What the server tells of a request's connection: the part of `Bun.Server` that the app uses. */
export type Connection = Partial<Pick<Bun.Server<undefined>, 'requestIP' | 'timeout'>>

/** How many seconds a connection may be idle. */
export const idleTimeoutSeconds = 60

/** The longest idle timeout that `Bun.serve` accepts, in seconds. */
const maxIdleTimeoutSeconds = 255

/**
 * Who asks, and under which address of the service: `c.env` of every handler. Only this knows
 * whether a proxy is trusted. Such a proxy writes the last entry of each `X-Forwarded-…` itself.
 */
export class Client {
  readonly #request: Request
  readonly #connection: Connection
  readonly #trustProxy: boolean
  #address: string | undefined

  constructor(request: Request, connection: Connection, trustProxy: boolean) {
    this.#request = request
    this.#connection = connection
    this.#trustProxy = trustProxy
  }

  /** The address of the client, for counting and logging. */
  get address(): string {
    if (this.#address !== undefined) return this.#address
    const direct = this.#connection.requestIP?.(this.#request)?.address ?? 'unknown'
    const address = this.#trustProxy ? (this.#forwardedAddress ?? direct) : direct
    this.#address = address.replace(mapped, '').toLowerCase()
    return this.#address
  }

  /** The network of the client, for limits. */
  get network(): string {
    return networkOf(this.address)
  }

  /** The token that the request brings, which may be empty (RFC 6750, 2.1). */
  get token(): string | undefined {
    const header = this.#request.headers.get('authorization') ?? ''
    return /^bearer(?:\s+|$)(.*)$/i.exec(header)?.[1]
  }

  /** Whether the request came over HTTPS. */
  get isSecure(): boolean {
    const scheme = this.#forwarded('proto')?.toLowerCase()
    return scheme === undefined ? this.#request.url.startsWith('https:') : scheme === 'https'
  }

  /** The address under which the client reached the service, such as `http://192.168.1.20:3000`. */
  get baseUrl(): string {
    const isValid = (host: string) => host.length <= longestHost && validHost.test(host)
    return `${this.isSecure ? 'https' : 'http'}://${this.hosts.find(isValid) ?? 'localhost'}`
  }

  /**
   * The address under which other devices reach the service. The browser of a frame is often on the
   * board itself and knows it as localhost.
   * @param listening the host that the service listens on.
   */
  reachableUrl(listening: string): string {
    return this.baseUrl.replace(ownHost, (own) => reachableHosts(listening)[0] ?? own)
  }

  /** Sets how many seconds the connection may be idle; as many as it may be at most unless given. */
  allowIdling(seconds = maxIdleTimeoutSeconds): void {
    this.#connection.timeout?.(this.#request, seconds)
  }

  /** Runs work that can take longer than the usual idle timeout. */
  async withLongIdleTimeout<T>(work: () => Promise<T>): Promise<T> {
    this.allowIdling()
    try {
      return await work()
    } finally {
      this.allowIdling(idleTimeoutSeconds)
    }
  }

  /** The hosts that the request names: first the one that a trusted proxy was asked for. */
  get hosts(): string[] {
    const own = this.#request.headers.get('host') ?? ''
    return [this.#forwarded('host') ?? '', own].filter((host) => host !== '')
  }

  get #forwardedAddress(): string | undefined {
    const address = this.#forwarded('for')?.replace(mapped, '') ?? ''
    return ipAddress().safeParse(withoutZone(address)).success ? address : undefined
  }

  /** What a trusted proxy says of the request. */
  #forwarded(what: 'for' | 'proto' | 'host'): string | undefined {
    if (!this.#trustProxy) return undefined
    return this.#request.headers.get(`x-forwarded-${what}`)?.split(',').at(-1)?.trim()
  }
}

/** `isIP` of `node:net` would take as long to load as all of Hono. */
const ipAddress = once(() => z.union([z.ipv4(), z.ipv6()]))

/** Begins an IPv4 address that came over an IPv6 socket (RFC 4291, 2.5.5.2). */
const mapped = /^::ffff:(?=\d+\.)/i

/** A host and perhaps a port, short enough for a QR code (RFC 3986, 3.2.2). */
const validHost = /^(\[[\da-f:.]+\]|[\w.-]+)(:\d{1,5})?$/i
const longestHost = 260

/** Names of the computer itself, which mean another one elsewhere (RFC 6761, 6.3). */
const ownHost =
  /(?<=\/\/)(localhost|[\w.-]+\.localhost|127(\.\d+){3}|0\.0\.0\.0|\[::1?\])(?=:\d+$|$)/i

/** Gives the path and query of a request as sent, also where `Host` is unusable. */
export function rawTarget({ url }: Request): { path: string; query: string } {
  const host = url.indexOf('://')
  // With an unusable `Host` the URL is the path alone.
  const start = host === -1 || url.startsWith('/') ? 0 : Math.max(url.indexOf('/', host + 3), 0)
  const hash = url.indexOf('#', start)
  const end = hash === -1 ? url.length : hash
  const mark = url.indexOf('?', start)
  if (mark === -1 || mark > end) return { path: url.slice(start, end), query: '' }
  return { path: url.slice(start, mark), query: url.slice(mark, end) }
}

/** The path for routing, decoded as far as it can be; `Host` plays no part in it. */
export function pathOf(request: Request): string {
  const { path } = rawTarget(request)
  return path.includes('%') ? (attempt(() => decodeURI(path)) ?? path) : path
}
