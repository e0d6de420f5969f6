import { z } from 'zod'
import type { Clock } from '../lib/clock.ts'
import { once } from '../lib/once.ts'
import { AppError } from '../errors.ts'
import { readDiskId } from '../disk/processes/private-folder.ts'
import { SharedTable } from './shared-table.ts'
import type { StateFolder } from './state-file.ts'

/** Makes a key of a secret, slowly, so that nobody can guess the secret by what it seals. */
export type MakeKey = (salt: string) => Promise<Uint8Array>

interface SealedTableOptions {
  folder: StateFolder
  /** The name of the file. */
  name: string
  makeKey: MakeKey
  clock: Clock
  /** Receives what is wrong with the file, in words. */
  onNotice: (notice: string) => void
}

/** How long a moment counts at most, and for how long a key that was removed can't come back. */
export const lifetimeMs = 90 * 24 * 60 * 60_000

/** How many keys are kept that were removed. */
const maxEnds = 10_000

/** The key of the line that ends another one, with its moment. It counts wherever it stands in the file. */
const endOf = (key: string) => `${key} ended`
const isEnd = (key: string) => key.endsWith(endOf(''))

const lineSchema = () => z.object({ at: z.number(), seal: z.string() })

/**
 * Moments by their keys, in milliseconds since 1970, that all processes on one folder share. Each is
 * sealed under a key that is made of a secret when it is first needed: nobody who can write to the
 * disk can forge one, or put one back that was removed, and all are void once the secret is another one.
 */
export class SealedTable {
  readonly #table: SharedTable<z.infer<ReturnType<typeof lineSchema>>>
  readonly #clock: Clock
  readonly #seal: () => Promise<(key: string, at: number) => string>

  constructor({ makeKey, clock, ...options }: SealedTableOptions) {
    this.#clock = clock
    this.#table = new SharedTable({ ...options, schema: lineSchema })
    this.#seal = once(async () => {
      const salt = await readDiskId(options.folder.root)
      if (salt === undefined) throw new AppError('FILE_SYSTEM_ERROR')
      const secret = await makeKey(salt)
      return (key, at) =>
        new Bun.CryptoHasher('sha256', secret).update(`${key} ${at}`).digest('hex')
    })
  }

  /** How many keys there are, as last read, whatever their seals. */
  get size(): number {
    return Array.from(this.#table.values.keys()).filter((key) => !isEnd(key)).length
  }

  /** Whether there is a key that was not removed, as last read, whatever its seal. */
  has(key: string): boolean {
    return this.#table.values.has(key) && !this.#table.values.has(endOf(key))
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
    if (line === undefined || !this.has(key)) return undefined
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
      const now = this.#clock()
      const [moments, ends] = [new Map<string, number>(), new Map<string, number>()]
      const changes = new Map<string, number | null>()
      for (const [key, { at, seal: sealed }] of lines) {
        const isOver = isEnd(key) ? now - at >= lifetimeMs : lines.has(endOf(key))
        if (isOver || sealed !== seal(key, at)) changes.set(key, null)
        else (isEnd(key) ? ends : moments).set(key, at)
      }
      for (const [key, at] of change(moments)) {
        changes.set(key, at)
        // As long as the old line would count, whatever the clock says meanwhile.
        if (at === null) changes.set(endOf(key), moments.get(key) ?? now)
      }
      for (const key of [...ends.keys()].slice(0, -maxEnds)) changes.set(key, null)
      return Array.from(changes, ([key, at]) => [
        key,
        at === null ? null : { at, seal: seal(key, at) },
      ])
    })
  }
}
