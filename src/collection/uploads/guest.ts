import { invalidRequest } from '../../errors.ts'
import type { Undo } from '../../lib/all-or-nothing.ts'
import type { Components } from '../components.ts'
import { noMarks } from '../index/tree/nodes.ts'

/** Somebody who sends pictures by an invitation. */
export interface Guest {
  /** Where they go. */
  folder: string
  /** Counts one that is about to be published, and gives how to take that back. */
  count: () => Promise<Undo>
  /** Marks those that were published as theirs, unless the invitation has ended meanwhile. */
  finish: (paths: readonly string[]) => Promise<void>
}

/**
 * Lets a guest in.
 * @param wanted the folder that was asked for, if any.
 * @throws AUTHENTICATION_REQUIRED; INVALID_REQUEST for another folder than that of the invitation; BUSY.
 */
export async function openGuest(
  { invitations, marks }: Pick<Components, 'invitations' | 'marks'>,
  id: string,
  wanted: readonly string[] | undefined,
): Promise<Guest> {
  const { folder, label } = await invitations.current(id)
  if (wanted !== undefined && wanted.join('/') !== folder) {
    throw invalidRequest(
      'Nothing was stored: this invitation is for another folder. Leave "folder" out.',
    )
  }
  return {
    folder,
    count: () => invitations.count(id),
    finish: async (paths) => {
      await invitations.current(id)
      await marks.put(paths.map((path) => [path, { ...noMarks, invitation: { id, label } }]))
    },
  }
}
