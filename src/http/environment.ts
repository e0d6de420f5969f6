import type { Context } from 'hono'
import type { Permission } from '../collection/collection.ts'

/** What the server tells the app about a request beyond the request itself. */
export interface Connection {
  /** The address that the connection comes from, looked up only for those who ask. */
  address?: () => string | undefined
  /** Lets the connection stay silent for so many seconds while an answer is worked on. */
  allowSilence?: (seconds: number) => void
}

export interface AppEnvironment {
  Bindings: Connection
  Variables: {
    /** Set by the admin guard: throws when the session has ended since. */
    permission: Permission
  }
}

/** How many seconds a connection may be silent. */
export const usualSilence = 60

/** The longest silence that `Bun.serve` can be told to allow, in seconds. */
const longestSilence = 255

/** Does a piece of work that can take longer than a connection may usually be silent. */
export async function withPatience<T>(
  connection: Connection | undefined,
  work: () => Promise<T>,
): Promise<T> {
  connection?.allowSilence?.(longestSilence)
  try {
    return await work()
  } finally {
    connection?.allowSilence?.(usualSilence)
  }
}

/** A request's path and query as they came over the wire, also where `Host` was unusable. */
export function rawTarget(request: Request): { path: string; query: string } {
  const target = request.url.replace(/^[a-z]+:\/\/[^/?#]*/i, '').replace(/#.*$/s, '')
  const mark = target.indexOf('?')
  if (mark === -1) return { path: target, query: '' }
  return { path: target.slice(0, mark), query: target.slice(mark) }
}

/** Whether the request came over HTTPS, as far as a trusted proxy says so. */
export function isSecure(c: Context, trustProxy: boolean): boolean {
  if (trustProxy) {
    const forwarded = c.req.header('x-forwarded-proto')?.split(',').at(-1)?.trim().toLowerCase()
    if (forwarded !== undefined) return forwarded === 'https'
  }
  return c.req.url.startsWith('https:')
}
