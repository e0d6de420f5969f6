import { z } from 'zod'
import type { Clock } from '../lib/clock.ts'
import { once } from '../lib/once.ts'
import { AppError } from '../errors.ts'
import { readDiskId } from '../disk/processes/private-folder.ts'
import { Table, type MakeChanges, type TablePlace } from './table.ts'

/** Makes a key of a secret, slowly, so that nobody can guess the secret by what it seals. */
export type MakeKey = (salt: string) => Promise<Uint8Array>

/** What a table seals. */
interface Sealed {
  /** When it was made or used, in milliseconds since 1970. */
  at: number
}

interface SealedTableOptions<Value extends Sealed> extends TablePlace {
  name: string
  /** Made when there is something to read. */
  schema: () => z.ZodType<Value>
  /** Writes a value as it is sealed: two values have different texts. */
  textOf: (value: Value) => string
  /** For how long a key that was removed can't come back, in milliseconds. */
  endsStay: number
  makeKey: MakeKey
  clock: Clock
}

/** How many keys are kept that were removed. */
const maxEnds = 10_000

/** The key of the line that ends another one, with its value. It counts wherever it stands in the file. */
const endOf = (key: string) => `${key} ended`
const isEnd = (key: string) => key.endsWith(endOf(''))

type Line<Value> = Value & { seal: string }

/**
 * Values by their keys that all processes on one folder share. Each is sealed under a key that is made
 * of a secret when it is first needed: nobody who can write to the disk can forge one, or put one back
 * that was removed, and all are void once the secret is another one.
 */
export class SealedTable<Value extends Sealed> {
  readonly #options: SealedTableOptions<Value>
  readonly #table: Table<Line<Value>>
  readonly #seal: () => Promise<(key: string, value: Value) => string>

  constructor(options: SealedTableOptions<Value>) {
    const { folder, makeKey, schema, textOf } = options
    this.#options = options
    this.#table = new Table({
      ...options,
      isShared: true,
      schema: () => schema().and(z.object({ seal: z.string() })),
    })
    this.#seal = once(async () => {
      const salt = await readDiskId(folder.root)
      if (salt === undefined) throw new AppError('FILE_SYSTEM_ERROR')
      const secret = await makeKey(salt)
      return (key: string, value: Value) =>
        new Bun.CryptoHasher('sha256', secret).update(`${key} ${textOf(value)}`).digest('hex')
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

  /** Makes sure that the changes of other processes are known, but for those of the last second. */
  ensureFresh(): Promise<void> {
    return this.#table.ensureFresh()
  }

  /** Gives all values whose seals are whole, by their keys. */
  async entries(): Promise<[key: string, value: Value][]> {
    await this.#table.ensureFresh()
    if (this.size === 0) return []
    const seal = await this.#seal()
    return [...this.#table.values].filter(
      ([key, line]) => !isEnd(key) && this.has(key) && line.seal === seal(key, line),
    )
  }

  /** Gives the value of a key, if there is one: what other processes did is known but for a second. */
  async get(key: string): Promise<Value | undefined> {
    await this.#table.ensureFresh()
    // What is not there may be new, and a look that was under way may have come too early.
    for (let look = 0; look < 2 && !this.has(key); look += 1) await this.refresh()
    const line = this.#table.values.get(key)
    if (line === undefined || !this.has(key)) return undefined
    const seal = await this.#seal()
    return line.seal === seal(key, line) ? line : undefined
  }

  /**
   * Changes values, as `Table` does. Lines whose seal is broken go with it.
   * @param change is given the values as they are, and gives those that change: null removes one.
   * @throws FILE_SYSTEM_ERROR, BUSY.
   */
  async change(change: MakeChanges<Value>): Promise<void> {
    const { folder, clock, endsStay } = this.#options
    await folder.verify()
    const seal = await this.#seal()
    await this.#table.change((lines) => {
      const now = clock()
      const [values, ends] = [new Map<string, Value>(), new Map<string, Value>()]
      const changes = new Map<string, Value | null>()
      for (const [key, line] of lines) {
        const isOver = isEnd(key) ? now - line.at >= endsStay : lines.has(endOf(key))
        if (isOver || line.seal !== seal(key, line)) changes.set(key, null)
        else (isEnd(key) ? ends : values).set(key, line)
      }
      for (const [key, value] of change(values)) {
        changes.set(key, value)
        const before = values.get(key)
        // As long as the old line would count, whatever the clock says meanwhile.
        if (value === null && before !== undefined) changes.set(endOf(key), before)
      }
      for (const key of [...ends.keys()].slice(0, -maxEnds)) changes.set(key, null)
      return Array.from(changes, ([key, value]) => [
        key,
        value === null ? null : { ...value, seal: seal(key, value) },
      ])
    })
  }
}
