import { z } from 'zod'
import { AppError, invalidRequest } from '../errors.ts'
import { movedPath } from '../disk/paths.ts'
import type { Undo } from '../lib/all-or-nothing.ts'
import { dayMs, momentSchema, type Clock } from '../lib/clock.ts'
import { sha256 } from '../lib/hash.ts'
import { once } from '../lib/once.ts'
import { tooManyFiles } from './reception.ts'
import { Table, type TablePlace } from '../store/table.ts'

const maxLive = 1000

const invitationSchema = () =>
  z.object({
    /** SHA-256 of the token. */
    hash: z.string().regex(/^[\da-f]{64}$/),
    /** The token, which admins see again; null where it is as old as to be kept as a hash alone. */
    token: z.string().nullable().default(null),
    /** Where the pictures go. The folder may not be there yet. */
    folder: z.string(),
    label: z.string().nullable(),
    expires: momentSchema(),
    maxFiles: z.int().nonnegative(),
    /** Whether frames get its pictures once an admin has said yes to them. */
    review: z.boolean().default(false),
    /** How many pictures have come by it. */
    files: z.int().nonnegative(),
  })

type StoredInvitation = z.infer<ReturnType<typeof invitationSchema>>

/** An invitation that lives, without the hash that it is known by. */
export interface Invitation extends Omit<StoredInvitation, 'hash'> {
  id: string
}

type InvitationWish = { days: number } & Pick<
  Invitation,
  'folder' | 'label' | 'maxFiles' | 'review'
>

/** Makes the error of a token that opens nothing, whether it ever did or not. */
export const noInvitation = () =>
  new AppError(
    'AUTHENTICATION_REQUIRED',
    'This invitation has ended, or there never was one. Ask for another one.',
  )

/**
 * Lets people without the password add pictures to a folder, the same for all processes on it. The
 * beginning of the hash of its token is the id of an invitation.
 */
export class Invitations extends Table<StoredInvitation> {
  readonly #clock: Clock

  constructor(place: TablePlace, clock: Clock) {
    super({ ...place, name: 'invitations.json', isShared: true, schema: invitationSchema })
    this.#clock = clock
  }

  /** Those that live, in the order in which they were made. */
  async list(): Promise<Invitation[]> {
    await this.ensureFresh()
    return [...this.values.keys()].flatMap((id) => this.live(id) ?? [])
  }

  /** Gives an invitation as long as it lives, as last read. */
  live(id: string): Invitation | undefined {
    const kept = this.get(id)
    if (kept === undefined || !this.#lives(kept)) return undefined
    const { hash: _, ...invitation } = kept
    return { id, ...invitation }
  }

  /** Finds the live invitation of a token, as last read, with the same work for any that opens none. */
  find(token: string): Invitation | undefined {
    const hash = sha256(digits.test(token) ? inLetters(BigInt(token)) : token)
    const expected = this.get(idOf(hash))?.hash ?? noHash
    const isSame = crypto.timingSafeEqual(Buffer.from(hash), Buffer.from(expected))
    return isSame ? this.live(idOf(hash)) : undefined
  }

  /** Gives a live invitation as it is at present. Throws AUTHENTICATION_REQUIRED, BUSY. */
  async current(id: string): Promise<Invitation> {
    await this.refresh()
    const invitation = this.live(id)
    if (invitation === undefined) throw noInvitation()
    return invitation
  }

  /**
   * Makes an invitation.
   * @throws INVALID_REQUEST where too many live; FILE_SYSTEM_ERROR, BUSY.
   */
  async add({ days, ...wish }: InvitationWish): Promise<Invitation & { token: string }> {
    const token = newToken()
    const hash = sha256(token)
    const invitation = { ...wish, token, expires: this.#clock() + days * dayMs, files: 0 }
    const id = idOf(hash)
    await this.change((values) => {
      const dead = [...values].filter(([, kept]) => !this.#lives(kept))
      if (values.size - dead.length >= maxLive) {
        throw invalidRequest('There are 1,000 invitations already. End one first.')
      }
      return [...dead.map(([key]) => [key, null] as const), [id, { hash, ...invitation }]]
    })
    return { id, ...invitation }
  }

  /** Ends an invitation. Throws INVITATION_NOT_FOUND, FILE_SYSTEM_ERROR, BUSY. */
  async end(id: string): Promise<void> {
    await this.change(() => {
      if (this.live(id) === undefined) throw new AppError('INVITATION_NOT_FOUND')
      return [[id, null]]
    })
  }

  /**
   * Counts a picture that is about to be published.
   * @returns how to take that back.
   * @throws AUTHENTICATION_REQUIRED, INVALID_REQUEST where none is left; FILE_SYSTEM_ERROR, BUSY.
   */
  async count(id: string): Promise<Undo> {
    await this.change((values) => {
      const kept = values.get(id)
      if (kept === undefined || !this.#lives(kept)) throw noInvitation()
      if (kept.files < kept.maxFiles) return [[id, { ...kept, files: kept.files + 1 }]]
      throw tooManyFiles()
    })
    return once(() => this.uncount(id, 1))
  }

  /** Takes back that so many pictures were counted. Throws FILE_SYSTEM_ERROR, BUSY. */
  uncount(id: string, count: number): Promise<void> {
    return this.#amend([id], ({ files }) => ({ files: Math.max(files - count, 0) }))
  }

  /**
   * Has the invitations to a folder, and to those below it, lead to where it is moved.
   * @returns how to take that back.
   * @throws FILE_SYSTEM_ERROR, BUSY.
   */
  async moveFolder(from: string, to: string): Promise<Undo> {
    await this.refresh()
    const inside = [...this.values].filter(
      ([, { folder }]) => movedPath(folder, from, to) !== undefined,
    )
    const ids = inside.map(([id]) => id)
    const move = (before: string, after: string) =>
      this.#amend(ids, ({ folder }) => ({ folder: movedPath(folder, before, after) ?? folder }))
    await move(from, to)
    return () => move(to, from)
  }

  /** Changes those of some invitations that are there still. */
  async #amend(
    ids: readonly string[],
    amend: (kept: StoredInvitation) => Partial<StoredInvitation>,
  ): Promise<void> {
    if (ids.length === 0) return
    await this.change((values) =>
      ids.flatMap((id) => {
        const kept = values.get(id)
        return kept === undefined ? [] : [[id, { ...kept, ...amend(kept) }] as const]
      }),
    )
  }

  #lives({ expires }: StoredInvitation): boolean {
    return expires > this.#clock()
  }
}

/** 128 random bits. */
const newToken = () =>
  inLetters(BigInt(`0x${crypto.getRandomValues(Buffer.alloc(16)).toString('hex')}`))

/** The bits of a token in letters and digits alone, which messengers leave as they are. */
const inLetters = (bits: bigint) => bits.toString(36).padStart(25, '0')

/** A token in digits alone, of which a QR code needs the fewest modules (ISO/IEC 18004, 7.4.3). */
export function inDigits(token: string): string {
  const letters = Array.from(token, (letter) => BigInt(Number.parseInt(letter, 36)))
  const bits = letters.reduce((sum, letter) => 36n * sum + letter, 0n)
  return bits.toString().padStart(39, '0')
}

/** A token as `inDigits` gives it. */
const digits = /^\d{39}$/

const noHash = '0'.repeat(64)

const idOf = (hash: string) => hash.slice(0, 16)
