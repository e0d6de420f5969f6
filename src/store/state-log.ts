import type { z } from 'zod'
import { decodeLines, encodeLines } from '../lib/checked-lines.ts'
import type { StateFile } from './state-file.ts'

/** How long the file may become where it has to hold so many bytes. */
const limitOf = (length: number) => 2 * length + 16 * 1024

/** How many changes are noted one by one. */
const maxChanged = 2000

interface StateLogOptions<Schema extends z.ZodType> {
  /** Made when there is something to read: a start with an empty folder has nothing. */
  schema: () => Schema
  /** What a value replaces: an earlier one of the same key. */
  keyOf: (value: z.output<Schema>) => string
  /** Makes one value of an earlier one and a later line; the line itself unless given. */
  join?: (before: z.output<Schema>, line: z.output<Schema>) => z.output<Schema>
}

/**
 * Keeps values over a restart in a file of lines, each a checksum and a value as JSON. What changes
 * is appended, so that an SD card is worn by little more than that; once most lines are outdated, the
 * file is written anew. A line that is damaged is left out.
 */
export class StateLog<Schema extends z.ZodType> {
  readonly #file: Pick<StateFile, 'read' | 'write' | 'writeAt'>
  readonly #options: StateLogOptions<Schema>
  /** The keys of what has changed since it was last saved. */
  #changed = new Set<string>()
  #hasRemoved = false
  /** How many bytes the file holds; 0 where it has to be written anew. */
  #length = 0
  /** How long it may become before it is written anew. */
  #limit = 0

  constructor(
    file: Pick<StateFile, 'read' | 'write' | 'writeAt'>,
    options: StateLogOptions<Schema>,
  ) {
    this.#file = file
    this.#options = options
  }

  /**
   * Reads what an earlier run has saved, what was saved last at the end. A file that is missing or
   * can't be read holds nothing.
   */
  async read(): Promise<z.output<Schema>[]> {
    const { schema, keyOf, join } = this.#options
    const bytes = await this.#file.read().catch(() => undefined)
    const latest = new Map<string, z.output<Schema>>()
    for (const line of bytes === undefined ? [] : decodeLines(bytes, schema())) {
      const key = keyOf(line)
      const before = latest.get(key)
      latest.delete(key)
      latest.set(key, before !== undefined && join ? join(before, line) : line)
    }
    // What a power cut has left of a line is overwritten.
    this.#length = (bytes?.lastIndexOf(0x0a) ?? -1) + 1
    const values = [...latest.values()]
    this.#limit = limitOf(encodeLines(values).length)
    return values
  }

  /** Notes that the value of a key is new, or has changed. */
  note(key: string): void {
    this.#changed.add(key)
    if (this.#changed.size <= maxChanged) return
    // Most of their values are gone before they are saved.
    this.#changed.clear()
    this.#hasRemoved = true
  }

  /** Notes that a value was removed: the next save writes the file anew. */
  noteRemoval(): void {
    this.#hasRemoved = true
  }

  /**
   * Prepares to save what has changed, as it stands at the moment of the call.
   * @param all every value there is, what has to be kept longest at the end.
   * @param lines what is appended for those that have changed, for `join`; their values unless given.
   * @returns what saves it, and gives how many bytes it wrote; throws FILE_SYSTEM_ERROR, and the next
   * call saves it all then.
   */
  prepare(
    all: () => readonly z.output<Schema>[],
    lines?: readonly z.output<Schema>[],
  ): () => Promise<number> {
    const { keyOf } = this.#options
    const changed = this.#changed
    if (changed.size === 0 && !this.#hasRemoved) return async () => 0
    this.#changed = new Set()
    const position = this.#length
    const added = Buffer.from(
      encodeLines(lines ?? all().filter((value) => changed.has(keyOf(value)))),
    )
    const isWhole = this.#hasRemoved || position === 0 || position + added.length > this.#limit
    const bytes = isWhole ? Buffer.from(encodeLines(all())) : added
    this.#hasRemoved = false
    // Until it is saved: who gave up before that must not append to it.
    this.#length = 0
    return async () => {
      try {
        if (isWhole) await this.#file.write(bytes)
        else await this.#file.writeAt(position, bytes)
      } catch (error) {
        this.#changed = changed.union(this.#changed)
        this.#hasRemoved = true
        throw error
      }
      this.#length = isWhole ? bytes.length : position + bytes.length
      if (isWhole) this.#limit = limitOf(bytes.length)
      return bytes.length
    }
  }
}
