import type { Context } from 'hono'
import { isSecure, type AppEnvironment } from './connection.ts'

/** A host and perhaps a port (RFC 3986, 3.2.2). */
const validHost = /^(\[[\da-f:.]+\]|[\w.-]+)(:\d{1,5})?$/i
const longestHost = 260

/**
 * The address under which a client reached the service, such as `http://192.168.1.20:3000`. Behind
 * a trusted proxy it is the one that the proxy was asked for.
 */
export function baseUrlOf(c: Context<AppEnvironment>, trustProxy: boolean): string {
  const forwarded = trustProxy ? c.req.header('x-forwarded-host')?.split(',').at(-1)?.trim() : ''
  const host = [forwarded, c.req.header('host')].find(isHost) ?? 'localhost'
  return `${isSecure(c, trustProxy) ? 'https' : 'http'}://${host}`
}

const isHost = (text: string | undefined): text is string =>
  text !== undefined && text.length <= longestHost && validHost.test(text)
