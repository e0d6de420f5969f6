import type { FileHandle } from 'node:fs/promises'
import { openLocked } from './file-lock.ts'

const lockName = 'uploads.lock'

/** How often a lock is tried that a start holds while it clears a folder, in milliseconds apart. */
const attempts = { count: 100, apart: 10 }

/**
 * Keeps other processes from clearing a folder while uploads are in flight in it. At other times
 * nothing is held open, so that the disk can be unmounted.
 */
export class UploadsLock {
  readonly #root: string
  readonly #folder: string
  #uses = 0
  #held: Promise<FileHandle | undefined> | undefined

  constructor(root: string, folder: string) {
    this.#root = root
    this.#folder = folder
  }

  /**
   * Waits for the lock, which several uploads hold together. `release` it as often.
   * @throws what the system says when the folder can't be written.
   */
  async acquire(): Promise<void> {
    this.#uses += 1
    this.#held ??= this.#lock()
    try {
      await this.#held
    } catch (error) {
      await this.release()
      throw error
    }
  }

  async release(): Promise<void> {
    if (this.#uses > 0) this.#uses -= 1
    if (this.#uses === 0) await this.close()
  }

  /** Gives the lock back, whoever holds it still. */
  async close(): Promise<void> {
    this.#uses = 0
    const held = this.#held
    this.#held = undefined
    const handle = await held?.catch(() => undefined)
    await handle?.close()
  }

  async #lock(): Promise<FileHandle | undefined> {
    for (let attempt = 0; attempt < attempts.count; attempt += 1) {
      const lock = await openLocked(this.#root, this.#folder, lockName, 'shared')
      if (lock.state !== 'taken') return lock.handle
      await Bun.sleep(attempts.apart)
    }
    return undefined
  }

  /**
   * Runs work while no process has uploads in flight in a folder, and does not when one has.
   * @param work receives whether it is certain that none has: not every mount has locks.
   */
  async whileUnused(work: (isCertain: boolean) => Promise<void>): Promise<void> {
    const lock = await openLocked(this.#root, this.#folder, lockName, 'exclusive')
    if (lock.state === 'taken') return
    try {
      await work(lock.state === 'held')
    } finally {
      await lock.handle.close()
    }
  }
}
