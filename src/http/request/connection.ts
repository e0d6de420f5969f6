import type { Context } from 'hono'
import type { Session } from 'hono-sessions'
import type { Change } from '../../collection/changes.ts'
import type { Collection, Permission } from '../../collection/collection.ts'
import type { Sender } from '../../uploads/guest.ts'
import type { Invitation } from '../../uploads/invitations.ts'
import type { AppError } from '../../errors.ts'
import type { Client } from './client.ts'

export interface AppEnvironment {
  Bindings: Client
  Variables: {
    /** Set by the guards: throws when the session or the invitation has ended since. */
    permission: Permission
    /** The guest who sends pictures, if one does. */
    sender: Sender | undefined
    /** What a login opens. */
    session: Session
    /** The invitation of a guest. */
    invitation: Invitation
    /** The path of the image that is dealt or sent, for the log. */
    image: string | undefined
    /** The failure that is answered, for the log. */
    failure: AppError | undefined
  }
}

/** How many seconds a connection may be idle. */
export const idleTimeoutSeconds = 60

/** The longest idle timeout that `Bun.serve` accepts, in seconds. */
const maxIdleTimeoutSeconds = 255

/** Lets a connection be idle for as long as it may be at most. */
export const allowLongIdling = ({ env }: Context<AppEnvironment>): void =>
  env.allowIdling(maxIdleTimeoutSeconds)

/** Runs work that can take longer than the usual idle timeout. */
export async function withLongIdleTimeout<T>(
  c: Context<AppEnvironment>,
  work: () => Promise<T>,
): Promise<T> {
  allowLongIdling(c)
  try {
    return await work()
  } finally {
    c.env.allowIdling(idleTimeoutSeconds)
  }
}

/** Makes a change of the collection for whoever asks, as `Changes.run` does. */
export const change = <Sent extends unknown[], T>(
  c: Context<AppEnvironment>,
  { changes }: Collection,
  make: Change<Sent, T>,
  ...sent: Sent
): Promise<T> => withLongIdleTimeout(c, () => changes.run(make, c.get('permission'), ...sent))

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

/** What may hold the token of an invitation, 25 letters and digits, whatever stands beside it. */
const tokenWord = /[\da-z]{25,}/gi

/** How often an address may be encoded that is looked into: proxies and people encode again. */
const maxEncodings = 4

/**
 * Gives the path and query of a request for the log, as sent, but without the token of an invitation,
 * however its path is spelled.
 */
export function loggedTarget(request: Request): string {
  const { path, query } = rawTarget(request)
  const target = (path + query).replace(tokenWord, '…')
  let decoded = target
  for (let round = 0; round < maxEncodings; round += 1) {
    decoded = decoded.replace(/%([\da-f]{2})/gi, (_, code: string) =>
      String.fromCharCode(Number.parseInt(code, 16)),
    )
  }
  if (/^[/\\.\s]*add|[/\\]\s*add\b/i.test(decoded)) return '/add/…'
  return decoded.search(tokenWord) === -1 ? target : '…'
}

/** The path for routing, decoded as far as it can be; `Host` plays no part in it. */
export function pathOf(request: Request): string {
  const { path } = rawTarget(request)
  if (!path.includes('%')) return path
  try {
    return decodeURI(path)
  } catch {
    return path
  }
}
