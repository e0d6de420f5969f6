import { isIP } from 'node:net'
import type { Context } from 'hono'
import type { AppEnvironment } from './environment.ts'

/**
 * The address of the client, for counting and logging. Behind a trusted proxy it is the last entry
 * of `X-Forwarded-For`, the only one that the proxy itself wrote.
 */
export function clientAddress(c: Context<AppEnvironment>, trustProxy: boolean): string {
  const direct = plain(c.env?.address?.() ?? 'unknown')
  if (!trustProxy) return direct
  const forwarded = plain(c.req.header('x-forwarded-for')?.split(',').at(-1)?.trim() ?? '')
  return isIP(forwarded) === 0 ? direct : forwarded
}

/** An IPv4 address that came over an IPv6 socket reads as itself. */
const plain = (address: string) => address.replace(/^::ffff:(?=\d+\.)/i, '').toLowerCase()
