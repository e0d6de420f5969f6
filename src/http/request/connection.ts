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
