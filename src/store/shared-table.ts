import type { BigIntStats } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { decodeLines, encodeLines } from '../lib/checked-lines.ts'
import { Limit } from '../lib/limit.ts'
import { busy } from '../errors.ts'
import { onDisk } from '../disk/file-system-error.ts'
import { openLocked } from '../disk/processes/file-lock.ts'
import { callLimit } from '../disk/stalls/call-limit.ts'
import { StateFile, type StateFolder } from './state-file.ts'

/** How old what is known of the changes of other processes may be, in milliseconds. */
const maxAge = 1000

/** How often the lock is tried that another process holds while it changes something. */
const attempts = { count: 300, apart: 10 }

/** How much longer the file may be than twice what it has to hold, in bytes. */
const slack = 64 * 1024

export interface SharedTableOptions<Value> {
  folder: StateFolder
  /** The name of the file. */
  name: string
  /** Made when there is something to read. */
  schema: () => z.ZodType<Value>
  /** Receives what is wrong with the file, in words. */
  onNotice: (notice: string) => void
}

/** What the file held when it was read last. */
interface Known {
  /** Says which file it was: numbers are given again. */
  identity: string
  /** Bytes up to the end of the last whole line. */
  length: number
}

/**
 * A table that all processes on one folder share: a file of lines, each a checksum and a key with its
 * value as JSON, or with null where the key was removed. A change is appended under a lock and is on
 * the disk when it is acknowledged. Other processes know it a second later at the latest.
 *
 * It is no `bun:sqlite`, which was measured: that is synchronous, so a disk that hangs stops every
 * frame; a copy of a live folder by rsync can tear a database, while lines with checksums lose a line
 * at most; its WAL does not work on network mounts; and 100,000 rows take 10.5 MB where the facts of
 * as many pictures take 0.7.
 */
export class SharedTable<Value> {
  readonly #options: SharedTableOptions<Value>
  readonly #file: StateFile
  readonly #turns = new Limit(1)
  readonly #limit = callLimit()
  #values: ReadonlyMap<string, Value> = new Map()
  #known: Known | undefined
  /** How long the file would have been without outdated lines, when that was looked at last. */
  #wholeLength = 0
  #readAt = Number.NEGATIVE_INFINITY
  #reading: Promise<void> | undefined

  constructor(options: SharedTableOptions<Value>) {
    this.#options = options
    this.#file = new StateFile(options.folder, options.name)
  }

  /** The values by their keys, as last read. Another map with every change. */
  get values(): ReadonlyMap<string, Value> {
    return this.#values
  }

  /** Gives the same object as long as it is not changed; `undefined` for a key without a value. */
  get(key: string): Value | undefined {
    return this.#values.get(key)
  }

  /** Makes sure that the changes of other processes are known, but for those of the last second. */
  async ensureFresh(): Promise<void> {
    if (performance.now() - this.#readAt >= maxAge) await this.refresh()
  }

  /**
   * Reads what other processes have changed. A file that can't be read leaves what is known.
   * @throws BUSY when the disk does not answer.
   */
  async refresh(): Promise<void> {
    const reading = (this.#reading ??= this.#turns
      .run(() => this.#read())
      .catch(() => undefined)
      .finally(() => (this.#reading = undefined)))
    await this.#limit.run(() => reading)
  }

  /**
   * Changes the table. Changes of other processes at the same moment are not lost.
   * @param change is given the values as they are, and gives those that change: null removes one.
   * @throws FILE_SYSTEM_ERROR; BUSY while other processes don't give the lock back.
   */
  async change(
    change: (values: ReadonlyMap<string, Value>) => Iterable<readonly [string, Value | null]>,
  ): Promise<void> {
    const { folder, name } = this.#options
    await folder.verify()
    await this.#turns.run(async () => {
      const lock = await lockOf(folder, `${name}.lock`)
      try {
        await this.#read()
        const changes = [...change(this.#values)]
        if (changes.length > 0) await this.#write(changes)
      } finally {
        await lock.close()
      }
    })
  }

  /** Is called with the values from before and those from then on, with every change. */
  protected onChange?(before: ReadonlyMap<string, Value>, after: ReadonlyMap<string, Value>): void

  #replace(values: ReadonlyMap<string, Value>): void {
    const before = this.#values
    this.#values = values
    this.onChange?.(before, values)
  }

  async #write(changes: readonly (readonly [string, Value | null])[]): Promise<void> {
    const values = changed(this.#values, changes)
    const added = Buffer.from(encodeLines(changes))
    const position = this.#known?.length ?? 0
    const length = position + added.length
    const fits = () => position > 0 && length <= 2 * this.#wholeLength + slack
    let whole: Buffer | undefined
    if (!fits()) {
      whole = Buffer.from(encodeLines([...values]))
      this.#wholeLength = whole.length
    }
    // What the file holds then is read again with the next change.
    this.#known = undefined
    const rewritten = fits() ? undefined : whole
    if (rewritten === undefined) await this.#file.writeAt(position, added)
    else await this.#file.write(rewritten)
    this.#replace(values)
    // Nobody else writes meanwhile, so nothing has to be read but which file it is.
    const end = rewritten?.length ?? length
    const written = await this.#file.readFrom(() => end)
    if (written !== undefined) this.#known = { identity: identityOf(written.stats), length: end }
  }

  async #read(): Promise<void> {
    const { folder, onNotice, name, schema } = this.#options
    const known = this.#known
    const read = await this.#file.readFrom((stats: BigIntStats) =>
      known !== undefined && identityOf(stats) === known.identity && stats.size >= known.length
        ? known.length
        : 0,
    )
    this.#readAt = performance.now()
    if (read === undefined) {
      // Of a disk that is away, what is known stays.
      if (this.#values.size > 0) await folder.verify()
      this.#known = undefined
      this.#replace(new Map())
      return
    }
    const { bytes, position, stats } = read
    const end = bytes.lastIndexOf(0x0a) + 1
    const isSame = position === known?.length
    this.#known = { identity: identityOf(stats), length: position + end }
    if (end === 0 && isSame) return
    const lines = decodeLines(bytes.subarray(0, end), z.tuple([z.string(), schema().nullable()]))
    const damaged = bytes.subarray(0, end).toString('latin1').split('\n').length - 1 - lines.length
    if (damaged > 0) onNotice(`${damaged} lines of ${name} can't be read and are left out`)
    this.#replace(changed(isSame ? this.#values : new Map(), lines))
  }
}

function changed<Value>(
  values: ReadonlyMap<string, Value>,
  changes: Iterable<readonly [string, Value | null]>,
): ReadonlyMap<string, Value> {
  const after = new Map(values)
  for (const [key, value] of changes) {
    if (value === null) after.delete(key)
    else after.set(key, value)
  }
  return after
}

const identityOf = ({ ino, birthtimeNs }: BigIntStats) => `${ino} ${birthtimeNs}`

async function lockOf({ root, path }: StateFolder, name: string) {
  for (let attempt = 0; attempt < attempts.count; attempt += 1) {
    const lock = await onDisk(join(path, name), () => openLocked(root, path, name, 'exclusive'))
    if (lock.state !== 'taken') return lock.handle
    await Bun.sleep(attempts.apart)
  }
  throw busy('Another process is changing the same. Try again', 1)
}
