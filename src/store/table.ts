import type { BigIntStats } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { decodeLines, encodeLines } from '../lib/checked-lines.ts'
import { Mutex } from '../lib/waiting/mutex.ts'
import { busy } from '../errors.ts'
import { onDisk } from '../disk/file-system-error.ts'
import { openLocked } from '../disk/processes/file-lock.ts'
import type { OwnFolder } from '../disk/processes/process-folder.ts'
import { callDeadline } from '../disk/call-deadline.ts'
import { StateFile } from './state-file.ts'

/** How old what is known of the changes of other processes may be, in milliseconds. */
const maxAge = 1000

/** How often the lock is tried that another process holds while it changes something. */
const attempts = { count: 300, apart: 10 }

/** How much longer the file may be than twice what it has to hold, in bytes. */
const slack = 16 * 1024

/** How many keys are noted one by one until they are saved. */
const maxNoted = 2000

/** A key and its value, which is null where the key was removed. */
type ValueChange<Value> = readonly [key: string, value: Value | null]

/** Gives what changes of the values as they are. */
export type MakeChanges<Value> = (
  values: ReadonlyMap<string, Value>,
) => Iterable<ValueChange<Value>>

/** Where a table is kept, and who is told of damage. */
export interface TablePlace {
  folder: OwnFolder
  /** Receives what is wrong with the file, in words. */
  onNotice: (notice: string) => void
}

interface TableOptions<Value> extends TablePlace {
  name: string
  /** Made when there is something to read. */
  schema: () => z.ZodType<Value>
  /** Whether other processes change it, too; no, unless given. */
  isShared?: boolean
  /** Holds the values, and may bound them; a plain map unless given. */
  values?: Map<string, Value>
  /** Makes what is written of a value: all, or what has come since the last call, for `join`. */
  lineOf?: (value: Value, isAll: boolean) => unknown
  /** Makes one value of an earlier one and a later line; the line itself unless given. */
  join?: (before: Value, line: Value) => Value
  /** Where earlier versions kept the same, and how they wrote a key with its value. */
  former?: { name: string; schema: () => z.ZodType<readonly [key: string, value: Value]> }
}

/** What the file held when it was read or written last. */
interface Known {
  /** Says which file it was: numbers are given again. */
  identity: string
  /** Bytes up to the end of the last whole line. */
  length: number
}

/**
 * ```ts
 * await table.change((values) => (values.has('hall') ? [['hall', null]] : []))
 * table.set('hall', value) // Saved with the next `save`.
 * ```
 *
 * Values by their keys that outlive a restart, in a file of lines, each a checksum and a key with its
 * value as JSON, or with null where the key was removed. What changes is appended, so that an SD card
 * is worn by little more than that; once most lines are outdated, the file is written anew. A line
 * that is damaged is left out.
 *
 * What is shared is changed under a lock, and other processes know it a second later at the latest.
 *
 * It is no `bun:sqlite`, which was measured: that is synchronous, so a disk that hangs stops every
 * frame; a copy of a live folder by rsync can tear a database, while lines with checksums lose a line
 * at most; its WAL does not work on network mounts; and 100,000 rows take 10.5 MB where the facts of
 * as many pictures take 0.7.
 */
export class Table<Value> {
  readonly #options: TableOptions<Value>
  readonly #values: Map<string, Value>
  readonly #file: StateFile
  readonly #formerFile: StateFile | undefined
  readonly #mutex = new Mutex()
  readonly #deadline = callDeadline()
  /** `undefined` where the file has to be read or written anew. */
  #known: Known | undefined
  /** How long the file would have been without outdated lines, when that was looked at last. */
  #wholeLength = 0
  #readAt = Number.NEGATIVE_INFINITY
  #reading: Promise<void> | undefined
  /** The keys whose values have changed since they were last saved. */
  #noted = new Set<string>()
  /** Whether more has changed than is noted. */
  #isOutdated = false

  constructor(options: TableOptions<Value>) {
    const { folder, name, former, values = new Map() } = options
    this.#options = options
    this.#values = values
    this.#file = new StateFile(folder, name)
    this.#formerFile = former && new StateFile(folder, former.name)
  }

  /** The values by their keys, of a shared table as last read. */
  get values(): ReadonlyMap<string, Value> {
    return this.#values
  }

  /** Gives the same object as long as it is not changed; `undefined` for a key without a value. */
  get(key: string): Value | undefined {
    return this.#values.get(key)
  }

  /** Sets a value, for the next `save`. */
  set(key: string, value: Value): void {
    this.#values.set(key, value)
    this.note(key)
  }

  /** Notes that the value of a key was changed, for the next `save`. */
  note(key: string): void {
    this.#noted.add(key)
    if (this.#noted.size <= maxNoted) return
    // Most of their values are gone before they are saved.
    this.#noted.clear()
    this.#isOutdated = true
  }

  /** Removes a key, for the next `save`. */
  delete(key: string): void {
    this.#values.delete(key)
    this.#isOutdated = true
  }

  /**
   * Reads what an earlier run has saved, what was saved last at the end. A file that is missing or
   * can't be read holds nothing.
   */
  async read(): Promise<void> {
    const { former } = this.#options
    // It is removed once this one is written: where it is there, it is the newer one.
    const bytes = await this.#formerFile?.read().catch(() => undefined)
    if (bytes === undefined || former === undefined) await this.#read().catch(() => undefined)
    else this.#apply(this.#decode(bytes, former.schema(), former.name), true)
  }

  /**
   * Saves what was set, noted and deleted. Gives how many bytes it wrote.
   * @throws FILE_SYSTEM_ERROR; the next call saves it all then.
   */
  save(): Promise<number> {
    return this.prepare()()
  }

  /**
   * Prepares to `save` the values as they stand at the moment of the call.
   * @param before what has to be saved before them.
   */
  prepare(before = async (): Promise<void> => undefined): () => Promise<number> {
    const noted = this.#noted
    const isOutdated = this.#isOutdated
    if (noted.size === 0 && !isOutdated) return () => before().then(() => 0)
    this.#noted = new Set()
    this.#isOutdated = false
    if (isOutdated) this.#known = undefined
    const changes = [...this.#values].filter(([key]) => noted.has(key))
    const write = this.#prepareWrite(changes, () => this.#values)
    return async () => {
      try {
        await before()
        return await write()
      } catch (error) {
        this.#noted = noted.union(this.#noted)
        this.#isOutdated = true
        throw error
      }
    }
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
    const reading = (this.#reading ??= this.#mutex
      .run(() => this.#read())
      .catch(() => undefined)
      .finally(() => (this.#reading = undefined)))
    await this.#deadline.run(() => reading)
  }

  /**
   * Changes values. That is on the disk when it is acknowledged, and changes of other processes at
   * the same moment are not lost.
   * @throws FILE_SYSTEM_ERROR; BUSY while other processes don't give the lock back.
   */
  async change(change: MakeChanges<Value>): Promise<void> {
    const { folder, name, isShared } = this.#options
    await folder.verify()
    await this.#mutex.run(async () => {
      await using lock = isShared === true ? await lockOf(folder, `${name}.lock`) : undefined
      if (lock !== undefined) await this.#read()
      const changes = [...change(this.#values)]
      if (changes.length === 0) return
      await this.#prepareWrite(changes, () => applied(new Map(this.#values), changes))()
      this.#apply(changes, false)
    })
  }

  /** Is called with the keys whose values have changed, or may have. */
  protected onChange?(keys: Iterable<string>): void

  /**
   * Prepares to append changes or, where too much would be outdated, to write all values.
   * @param all gives the values with the changes.
   */
  #prepareWrite(changes: readonly ValueChange<Value>[], all: () => ReadonlyMap<string, Value>) {
    let bytes = this.#encode(changes, false)
    let position = this.#known?.length ?? 0
    const length = position + bytes.length
    const fits = () => position > 0 && length <= 2 * this.#wholeLength + slack
    if (!fits()) {
      const whole = this.#encode(all(), true)
      this.#wholeLength = whole.length
      if (!fits()) [position, bytes] = [0, whole]
    }
    // Until it is written: who gave up before that must not append to it.
    this.#known = undefined
    return async (): Promise<number> => {
      if (position > 0) await this.#file.writeAt(position, bytes)
      else {
        await this.#file.write(bytes)
        await this.#formerFile?.remove().catch(() => undefined)
      }
      // Nobody else writes meanwhile, so nothing has to be read but which file it is.
      const end = position + bytes.length
      const written = await this.#file.readFrom(() => end).catch(() => undefined)
      this.#known = written && { identity: identityOf(written.stats), length: end }
      return bytes.length
    }
  }

  async #read(): Promise<void> {
    const { folder, name, schema } = this.#options
    const known = this.#known
    const read = await this.#file.readFrom((stats) =>
      known !== undefined && identityOf(stats) === known.identity && stats.size >= known.length
        ? known.length
        : 0,
    )
    this.#readAt = performance.now()
    if (read === undefined) {
      // Of a disk that is away, what is known stays.
      if (this.#values.size > 0) await folder.verify()
      this.#known = undefined
      this.#apply([], true)
      return
    }
    const { bytes, position, stats } = read
    // What a power cut has left of a line is overwritten.
    const end = bytes.lastIndexOf(0x0a) + 1
    const isSame = position === known?.length
    this.#known = { identity: identityOf(stats), length: position + end }
    if (end === 0 && isSame) return
    const line = z.tuple([z.string(), schema().nullable()])
    this.#apply(this.#decode(bytes.subarray(0, end), line, name), !isSame)
  }

  #encode(changes: Iterable<ValueChange<Value>>, isAll: boolean): Buffer {
    const { lineOf = (value: Value): unknown => value } = this.#options
    const lines = Array.from(changes, ([key, value]) => [
      key,
      value === null ? null : lineOf(value, isAll),
    ])
    return Buffer.from(encodeLines(lines))
  }

  #decode<Line>(bytes: Uint8Array, schema: z.ZodType<Line>, name: string): Line[] {
    const lines = decodeLines(bytes, schema)
    const damaged = Buffer.from(bytes).toString('latin1').split('\n').length - 1 - lines.length
    if (damaged > 0)
      this.#options.onNotice(`${damaged} lines of ${name} can't be read and are left out`)
    return lines
  }

  /** @param isAnew whether they are all that there is. */
  #apply(changes: readonly ValueChange<Value>[], isAnew: boolean): void {
    const keys = new Set(changes.map(([key]) => key))
    if (isAnew) {
      for (const key of this.#values.keys()) keys.add(key)
      const all = applied(new Map<string, Value>(), changes, this.#options)
      this.#values.clear()
      for (const [key, value] of all) this.#values.set(key, value)
    } else applied(this.#values, changes, this.#options)
    this.onChange?.(keys)
  }
}

/** Applies changes to values, and gives those. */
function applied<Value>(
  values: Map<string, Value>,
  changes: Iterable<ValueChange<Value>>,
  { isShared, join }: Pick<TableOptions<Value>, 'isShared' | 'join'> = { isShared: true },
): Map<string, Value> {
  for (const [key, value] of changes) {
    const before = values.get(key)
    // The order of use is that in which a process has saved its own.
    if (value === null || isShared !== true) values.delete(key)
    if (value !== null) values.set(key, before !== undefined && join ? join(before, value) : value)
  }
  return values
}

const identityOf = ({ ino, birthtimeNs }: BigIntStats) => `${ino} ${birthtimeNs}`

async function lockOf({ root, path }: OwnFolder, name: string) {
  for (let attempt = 0; attempt < attempts.count; attempt += 1) {
    const lock = await onDisk(join(path, name), () => openLocked(root, path, name))
    if (lock !== undefined) return lock.handle
    await Bun.sleep(attempts.apart)
  }
  throw busy('Another process is changing the same. Try again', 1)
}
