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

/** Makes a change of the collection for whoever asks, as `Changes.run` does. */
export const change = <Sent extends unknown[], T>(
  c: Context<AppEnvironment>,
  { changes }: Collection,
  make: Change<Sent, T>,
  ...sent: Sent
): Promise<T> => c.env.withLongIdleTimeout(() => changes.run(make, c.get('permission'), ...sent))
