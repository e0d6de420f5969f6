import { z } from 'zod'
import { decodeLines, encodeLines } from '../../lib/checked-lines.ts'
import { Limit } from '../../lib/limit.ts'
import type { StateFile } from '../../store/state-file.ts'
import { UnscalableError } from './unscalable.ts'

/** A decode that has run for so long, in milliseconds, is noted as one that never ends. */
const stalledAfter = 10_000

/** The key of a picture: two lines without control characters, so that the log can name it. */
const keySchema = () =>
  z
    .string()
    .max(8192)
    .regex(/^\P{Cc}+\n\P{Cc}+$/u)

/** How many pictures that ended the process are remembered. */
const maxFatal = 100

/**
 * Notes which costly decodes are running, so that a start knows which pictures ended the
 * process before, and does not try them again.
 */
export class DecodeJournal {
  readonly #file: Pick<StateFile, 'read' | 'write'>
  /** When each decode that runs has begun. */
  readonly #running = new Map<string, number>()
  #fatal: readonly string[] = []
  readonly #turns = new Limit(1)

  constructor(file: Pick<StateFile, 'read' | 'write'>) {
    this.#file = file
  }

  /** Reads what was running when the process ended before. Gives the paths of those pictures. */
  async read(): Promise<string[]> {
    const bytes = await this.#file.read().catch(() => undefined)
    this.#fatal = decodeLines(bytes, keySchema()).slice(-maxFatal)
    return this.#fatal.map((key) => key.slice(0, key.lastIndexOf('\n')))
  }

  /**
   * Runs a costly decode, noted for as long as it takes.
   * @param key the path of the picture and, in a line of its own, what names its exact content.
   * @throws UnscalableError when an earlier process ended while it decoded this picture.
   */
  async run<T>(key: string, decode: () => Promise<T>): Promise<T> {
    if (this.#fatal.includes(key)) throw new UnscalableError('the service ended while scaling it')
    this.#running.set(key, performance.now())
    await this.#write()
    try {
      return await decode()
    } finally {
      this.#running.delete(key)
      await this.#write()
    }
  }

  /** Ends in order: of the decodes that run, only those that seem to run for ever stay noted. */
  async close(): Promise<void> {
    if (this.#running.size === 0) return
    const now = performance.now()
    for (const [key, begun] of this.#running) {
      if (now - begun < stalledAfter) this.#running.delete(key)
    }
    await this.#write()
  }

  /** On a disk that can't be written, pictures are decoded all the same. */
  #write(): Promise<void> {
    return this.#turns.run(async () => {
      const keys = [...this.#fatal, ...this.#running.keys()]
      await this.#file.write(encodeLines(keys)).catch(() => undefined)
    })
  }
}
