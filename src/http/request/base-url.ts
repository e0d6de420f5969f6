import type { Context } from 'hono'
import { reachableHosts } from '../../lib/network-addresses.ts'
import { isSecure, type AppEnvironment } from './connection.ts'

/** A host and perhaps a port, short enough for a QR code (RFC 3986, 3.2.2). */
const validHost = /^(\[[\da-f:.]+\]|[\w.-]+)(:\d{1,5})?$/i
const longestHost = 260

/**
 * The address under which a client reached the service, such as `http://192.168.1.20:3000`. Behind
 * a trusted proxy it is the one that the proxy was asked for.
 */
export function baseUrlOf(c: Context<AppEnvironment>, trustProxy: boolean): string {
  const host = hostOf(requestedHosts(c, trustProxy))
  return `${isSecure(c, trustProxy) ? 'https' : 'http'}://${host}`
}

/** The hosts that a request names: first the one that a trusted proxy was asked for. */
export function requestedHosts(c: Context, trustProxy: boolean): string[] {
  const forwarded = trustProxy ? c.req.header('x-forwarded-host')?.split(',').at(-1)?.trim() : ''
  return [forwarded, c.req.header('host')]
    .filter((host = '') => host !== '')
    .map((host = '') => host)
}

/** Names of the computer itself, which mean another one elsewhere (RFC 6761, 6.3). */
const ownHost =
  /(?<=\/\/)(localhost|[\w.-]+\.localhost|127(\.\d+){3}|0\.0\.0\.0|\[::1?\])(?=:\d+$|$)/i

/**
 * The address under which other devices reach the service. The browser of a frame is often on the
 * board itself and knows it as localhost.
 * @param listening the host that the service listens on.
 */
export const reachableUrlOf = (
  c: Context<AppEnvironment>,
  { host, trustProxy }: { host: string; trustProxy: boolean },
): string => baseUrlOf(c, trustProxy).replace(ownHost, (own) => reachableHosts(host)[0] ?? own)

/** The first of some headers that names a host. */
const hostOf = (headers: readonly string[]): string =>
  headers.find((text) => text.length <= longestHost && validHost.test(text)) ?? 'localhost'
