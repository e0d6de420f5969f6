import { AppError, invalidRequest } from '../../errors.ts'
import { dayMs, type Clock } from '../../lib/clock.ts'
import type { ProgramToken } from '../../store/access-tables.ts'
import type { SealedTable } from '../../store/sealed-table.ts'
import { sha256 } from '../../lib/hash.ts'
import type { LoginAttempts } from './login-attempts.ts'

const maxTokens = 100

interface ProgramsOptions {
  /** Where tokens are kept; without it, there are none. */
  tokens: () => SealedTable<ProgramToken> | undefined
  attempts: Pick<LoginAttempts, 'refuse'>
  clock: Clock
  /** Receives why a use is not noted. */
  onError: (error: unknown) => void
}

/** A token as an admin sees it. */
export interface Program extends ProgramToken {
  /** The beginning of the token's hash. */
  id: string
}

/** Knows programs by their tokens. Kept is a hash of each, so nobody learns one from the disk. */
export class Programs {
  readonly #options: ProgramsOptions

  constructor(options: ProgramsOptions) {
    this.#options = options
  }

  /** Those that live, in the order in which they were made. Throws BUSY, FILE_SYSTEM_ERROR. */
  async list(): Promise<Program[]> {
    const entries = (await this.#options.tokens()?.entries()) ?? []
    return entries.map(([key, token]) => ({ id: idOf(key), ...token }))
  }

  /**
   * Makes a token, which nobody else knows from then on.
   * @throws INVALID_REQUEST where there are too many, or each start has a password of its own; BUSY,
   * FILE_SYSTEM_ERROR.
   */
  async add(label: string): Promise<Program & { token: string }> {
    const tokens = this.#options.tokens()
    if (tokens === undefined) {
      throw invalidRequest('Set ADMIN_PASSWORD first: tokens last as long as the password.')
    }
    const token = newToken()
    const key = sha256(token)
    const made = { at: this.#options.clock(), used: 0, label }
    await tokens.change((known) => {
      if (known.size < maxTokens) return [[key, made]]
      throw invalidRequest('There are 100 tokens already. End one first.')
    })
    return { id: idOf(key), ...made, token }
  }

  /** Ends a token. Throws TOKEN_NOT_FOUND, BUSY, FILE_SYSTEM_ERROR. */
  async end(id: string): Promise<void> {
    const tokens = this.#options.tokens()
    if (tokens === undefined) throw new AppError('TOKEN_NOT_FOUND')
    await tokens.change((known) => {
      const key = [...known.keys()].find((each) => idOf(each) === id)
      if (key === undefined) throw new AppError('TOKEN_NOT_FOUND')
      return [[key, null]]
    })
  }

  /** Whether a token lives. */
  async isLive(token: string): Promise<boolean> {
    return (await this.#options.tokens()?.get(sha256(token))) !== undefined
  }

  /**
   * Lets a program in by its token. A wrong one counts as a failed login of its address; a right one
   * never waits for those.
   * @returns whether the token lives still, as far as is known.
   * @throws AUTHENTICATION_REQUIRED, TOO_MANY_ATTEMPTS, BUSY.
   */
  async admit(token: string, address: string): Promise<() => boolean> {
    const { tokens, attempts } = this.#options
    const table = tokens()
    const key = sha256(token)
    await table?.ensureFresh()
    const known = table?.has(key) === true ? await table.get(key) : undefined
    // Many wrong ones do not reach the disk.
    if (known === undefined) attempts.refuse(address)
    const found = known ?? (await table?.get(key))
    if (table === undefined || found === undefined) throw new AppError('AUTHENTICATION_REQUIRED')
    await this.#noteUse(table, key, found.used)
    return () => table.has(key)
  }

  /** Reads which tokens other processes have ended. */
  async refresh(): Promise<void> {
    await this.#options.tokens()?.refresh()
  }

  /** Notes the day of a use: to write with every request would wear out an SD card. */
  async #noteUse(table: SealedTable<ProgramToken>, key: string, before: number): Promise<void> {
    const used = Math.floor(this.#options.clock() / dayMs) * dayMs
    if (used === before) return
    const note = table.change((known) => {
      const token = known.get(key)
      return token === undefined ? [] : [[key, { ...token, used }]]
    })
    await note.catch(this.#options.onError)
  }
}

/** What each token begins with, unlike that of an invitation. */
const prefix = 'pf_'

/** Whether a text looks like the token of a program. */
export const isOfProgram = (token: string) => token.startsWith(prefix)

/** 128 random bits (RFC 6750, 5.2). */
const newToken = () => prefix + crypto.getRandomValues(Buffer.alloc(16)).toString('hex')

const idOf = (hash: string) => hash.slice(0, 16)
