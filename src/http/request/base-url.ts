import type { Context } from 'hono'
import { isSecure, type AppEnvironment } from './connection.ts'

/** A host and perhaps a port, short enough for a QR code (RFC 3986, 3.2.2). */
const validHost = /^(\[[\da-f:.]+\]|[\w.-]+)(:\d{1,5})?$/i
const longestHost = 260

/**
 * The address under which a client reached the service, such as `http://192.168.1.20:3000`. Behind
 * a trusted proxy it is the one that the proxy was asked for.
 */
export function baseUrlOf(c: Context<AppEnvironment>, trustProxy: boolean): string {
  const forwarded = trustProxy ? c.req.header('x-forwarded-host')?.split(',').at(-1)?.trim() : ''
  const host = hostOf([forwarded, c.req.header('host')])
  return `${isSecure(c, trustProxy) ? 'https' : 'http'}://${host}`
}

/** The first of some headers that names a host. */
export const hostOf = (headers: readonly (string | undefined)[]): string =>
  headers.find((text = '') => text.length <= longestHost && validHost.test(text)) ?? 'localhost'
