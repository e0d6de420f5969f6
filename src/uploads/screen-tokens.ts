import { AppError } from '../errors.ts'
import { Queue } from '../lib/waiting/queue.ts'
import type { Invitations } from './invitations.ts'

/**
 * The tokens of invitations that screens show. They are known in memory alone: each process makes
 * its own, and others after a restart.
 */
export class ScreenTokens {
  readonly #invitations: Invitations
  readonly #tokens = new Map<string, string>()
  readonly #making = new Queue<string>()

  constructor(invitations: Invitations) {
    this.#invitations = invitations
  }

  /**
   * Gives a token of a live invitation, the same one as long as it lives.
   * @throws INVITATION_NOT_FOUND, FILE_SYSTEM_ERROR, BUSY.
   */
  async get(id: string): Promise<string> {
    const invitations = this.#invitations
    await invitations.ensureFresh()
    if (invitations.live(id) === undefined) throw new AppError('INVITATION_NOT_FOUND')
    const token = this.#tokens.get(id)
    // It goes once others have made many.
    if (token !== undefined && invitations.find(token) !== undefined) return token
    return this.#making.run(id, {}, () => this.#make(id))
  }

  async #make(id: string): Promise<string> {
    const token = await this.#invitations.addToken(id)
    for (const other of this.#tokens.keys()) {
      if (this.#invitations.live(other) === undefined) this.#tokens.delete(other)
    }
    this.#tokens.set(id, token)
    return token
  }
}
