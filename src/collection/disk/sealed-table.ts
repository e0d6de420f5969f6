import { z } from 'zod'
import { once } from '../../lib/once.ts'
import { AppError } from '../../errors.ts'
import { readDiskId } from './processes/private-folder.ts'
import { SharedTable } from './shared-table.ts'
import type { StateFolder } from './state-file.ts'

/** Makes a key of a secret, slowly, so that nobody can guess the secret by what it seals. */
export type MakeKey = (salt: string) => Promise<Uint8Array>

interface SealedTableOptions {
  folder: StateFolder
  /** The name of the file. */
  name: string
  makeKey: MakeKey
  /** Receives what is wrong with the file, in words. */
  onNotice: (notice: string) => void
}

const lineSchema = () => z.object({ at: z.number(), seal: z.string() })

/**
 * Moments by their keys, in milliseconds since 1970, that all processes on one folder share. Each is
 * sealed under a key that is made of a secret when it is first needed: nobody who can write to the
 * disk can forge one, and all are void once the secret is another one.
 */
export class SealedTable {
  readonly #table: SharedTable<z.infer<ReturnType<typeof lineSchema>>>
  readonly #seal: () => Promise<(key: string, at: number) => string>

  constructor({ makeKey, ...options }: SealedTableOptions) {
    this.#table = new SharedTable({ ...options, schema: lineSchema })
    this.#seal = once(async () => {
      const salt = await readDiskId(options.folder.root)
      if (salt === undefined) throw new AppError('FILE_SYSTEM_ERROR')
      const secret = await makeKey(salt)
      return (key, at) =>
        new Bun.CryptoHasher('sha256', secret).update(`${key} ${at}`).digest('hex')
    })
  }

  /** How many lines there are, as last read, whatever their seals. */
  get size(): number {
    return this.#table.values.size
  }

  /** Whether there is a line for a key, as last read, whatever its seal. */
  has(key: string): boolean {
    return this.#table.values.has(key)
  }

  /** Reads what other processes have changed. A file that can't be read leaves what is known. */
  refresh(): Promise<void> {
    return this.#table.refresh()
  }

  /** Gives the moment of a key, if there is one: what other processes did is known but for a second. */
  async get(key: string): Promise<number | undefined> {
    await this.#table.ensureFresh()
    // What is not there may be new, and a look that was under way may have come too early.
    for (let look = 0; look < 2 && !this.has(key); look += 1) await this.refresh()
    const line = this.#table.values.get(key)
    if (line === undefined) return undefined
    const seal = await this.#seal()
    return line.seal === seal(key, line.at) ? line.at : undefined
  }

  /**
   * Changes moments, as `SharedTable` does. Lines whose seal is broken go with it.
   * @param change is given the moments as they are, and gives those that change: null removes one.
   * @throws FILE_SYSTEM_ERROR, BUSY.
   */
  async change(
    change: (moments: ReadonlyMap<string, number>) => Iterable<readonly [string, number | null]>,
  ): Promise<void> {
    const seal = await this.#seal()
    await this.#table.change((lines) => {
      const moments = new Map<string, number>()
      const changes = new Map<string, number | null>()
      for (const [key, line] of lines) {
        if (line.seal === seal(key, line.at)) moments.set(key, line.at)
        else changes.set(key, null)
      }
      for (const [key, at] of change(moments)) changes.set(key, at)
      return Array.from(changes, ([key, at]) => [
        key,
        at === null ? null : { at, seal: seal(key, at) },
      ])
    })
  }
}
