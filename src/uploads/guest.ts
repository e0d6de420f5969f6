import { invalidRequest } from '../errors.ts'
import { allOrNothing } from '../lib/all-or-nothing.ts'
import { fileNames } from '../disk/file-names.ts'
import { joinPath } from '../disk/paths.ts'
import { noMarks } from '../library/tree/nodes.ts'
import type { Guest } from './publisher.ts'
import type { GuestLimit } from './reception.ts'
import { sha256 } from '../lib/hash.ts'
import type { ChangeParts } from './change-parts.ts'

/** How long a guest may take back what was sent, in milliseconds. */
const takeBackMs = 15 * 60_000

/** What a guest comes with. */
export interface Sender {
  /** The id of the invitation. */
  invitation: string
  /** A secret of this guest, with which what is sent can be taken back. */
  key: string | undefined
}

/**
 * Says what a guest may send.
 * @throws AUTHENTICATION_REQUIRED, BUSY.
 */
export async function limitOf(
  { invitations, scanner }: Pick<ChangeParts, 'invitations' | 'scanner'>,
  { invitation: id }: Sender,
): Promise<GuestLimit> {
  const { folder, maxFiles, files } = await invitations.current(id)
  return {
    filesLeft: maxFiles - files,
    findSame: async (wanted, file) => {
      for (let number = 0; ; number += 1) {
        const path = joinPath(folder, fileNames.numbered(wanted, number))
        const image = await scanner.findImage(path)
        if (image === undefined) return undefined
        if (await file.equals(image.diskPath)) return image.name
      }
    },
  }
}

/**
 * Lets a guest in.
 * @param wanted the folder that was asked for, if any.
 * @throws AUTHENTICATION_REQUIRED; INVALID_REQUEST for another folder than that of the invitation; BUSY.
 */
export async function openGuest(
  { invitations, marks, clock }: Pick<ChangeParts, 'invitations' | 'marks' | 'clock'>,
  { invitation: id, key }: Sender,
  wanted: readonly string[] | undefined,
): Promise<Guest> {
  const { folder, label, review } = await invitations.current(id)
  if (wanted !== undefined && wanted.join('/') !== folder) {
    throw invalidRequest(
      'Nothing was stored: this invitation is for another folder. Leave "folder" out.',
    )
  }
  // Frames get what waits for a yes no earlier.
  const first = review ? { ...noMarks, hidden: true, waiting: true } : noMarks
  return {
    folder,
    count: (path) =>
      allOrNothing(async (onFailure) => {
        const uncount = await invitations.count(id)
        onFailure(uncount)
        if (!review) return uncount
        await marks.put([[path, first]])
        return async () => {
          await marks.remove([path])
          await uncount()
        }
      }),
    finish: async (published) => {
      await invitations.current(id)
      const permission = key && { hash: sha256(key), until: clock() + takeBackMs }
      await marks.put(
        published.map(({ path, file }) => {
          const takeBack = permission ? { ...permission, file } : undefined
          return [path, { ...first, invitation: { id, label }, takeBack }]
        }),
      )
    },
  }
}
