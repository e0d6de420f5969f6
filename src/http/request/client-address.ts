import type { Context } from 'hono'
import { z } from 'zod'
import type { AppEnvironment } from './connection.ts'

/** `isIP` of `node:net` would take as long to load as all of Hono. */
const ipAddress = z.union([z.ipv4(), z.ipv6()])

/**
 * The address of the client, for counting and logging. Behind a trusted proxy it is the last entry
 * of `X-Forwarded-For`, the only one that the proxy itself wrote.
 */
export function clientAddress(c: Context<AppEnvironment>, trustProxy: boolean): string {
  const direct = plain(c.env?.requestIP?.(c.req.raw)?.address ?? 'unknown')
  if (!trustProxy) return direct
  const forwarded = plain(c.req.header('x-forwarded-for')?.split(',').at(-1)?.trim() ?? '')
  return ipAddress.safeParse(withoutZone(forwarded)).success ? forwarded : direct
}

/** A link-local address may name its link as well (RFC 4007, 11). */
const withoutZone = (address: string) => address.replace(/%[\w.-]+$/, '')

/** Writes an IPv4 address that came over an IPv6 socket without the prefix. */
const plain = (address: string) => address.replace(/^::ffff:(?=\d+\.)/i, '').toLowerCase()

/**
 * The network of a client, for limits: an IPv4 address, or the /64 of an IPv6 address, as one
 * client may have all addresses of it (RFC 6177, 2; RFC 8981).
 */
export function networkOf(address: string): string {
  if (!address.includes(':')) return address
  // An IPv4 address at the end is another way to write the last two groups (RFC 4291, 2.2).
  const [head = '', tail] = withoutZone(address)
    .replace(/[\d.]+\.\d+$/, '0:0')
    .split('::')
  const [first, last] = [groupsOf(head), groupsOf(tail ?? '')]
  const zeros = Array.from({ length: 8 - first.length - last.length }, () => '0')
  const network = [...first, ...zeros, ...last].slice(0, 4)
  return `${network.map((group) => Number.parseInt(group, 16).toString(16)).join(':')}::/64`
}

const groupsOf = (text: string) => (text === '' ? [] : text.split(':'))
