import type { Context } from 'hono'
import type { Permission } from '../../collection/collection.ts'
import type { AppError } from '../../errors.ts'

/** What the server tells the app about a request beyond the request itself. */
export interface Connection {
  /** The address that the connection comes from, looked up only for those who ask. */
  address?: () => string | undefined
  /** Lets the connection stay silent for so many seconds while an answer is worked on. */
  setIdleTimeout?: (seconds: number) => void
}

export interface AppEnvironment {
  Bindings: Connection
  Variables: {
    /** Set by the admin guard: throws when the session has ended since. */
    permission: Permission
    /** The path of the image that is dealt or sent, for the log. */
    image: string | undefined
    /** The failure that is answered, for the log. */
    failure: AppError | undefined
  }
}

/** How many seconds a connection may be silent. */
export const idleTimeoutSeconds = 60

/** The longest silence that `Bun.serve` can be told to allow, in seconds. */
const maxIdleTimeoutSeconds = 255

/** Does a piece of work that can take longer than a connection may usually be silent. */
export async function withLongIdleTimeout<T>(
  connection: Connection | undefined,
  work: () => Promise<T>,
): Promise<T> {
  connection?.setIdleTimeout?.(maxIdleTimeoutSeconds)
  try {
    return await work()
  } finally {
    connection?.setIdleTimeout?.(idleTimeoutSeconds)
  }
}

/** A request's path and query as they came over the wire, also where `Host` was unusable. */
export function rawTarget({ url }: Request): { path: string; query: string } {
  // Nothing but a path begins with a slash; all else begins with the scheme and the host.
  const start = url.startsWith('/') ? 0 : endOfHost(url)
  const hash = url.indexOf('#', start)
  const end = hash === -1 ? url.length : hash
  const mark = url.indexOf('?', start)
  if (mark === -1 || mark > end) return { path: url.slice(start, end), query: '' }
  return { path: url.slice(start, mark), query: url.slice(mark, end) }
}

function endOfHost(url: string): number {
  const host = url.indexOf('://')
  const path = url.indexOf('/', host + 3)
  return host === -1 || path === -1 ? 0 : path
}

/** Whether the request came over HTTPS, as far as a trusted proxy says so. */
export function isSecure(c: Context, trustProxy: boolean): boolean {
  if (trustProxy) {
    const forwarded = c.req.header('x-forwarded-proto')?.split(',').at(-1)?.trim().toLowerCase()
    if (forwarded !== undefined) return forwarded === 'https'
  }
  return c.req.url.startsWith('https:')
}
