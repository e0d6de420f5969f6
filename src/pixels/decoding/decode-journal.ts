import { z } from 'zod'
import { Table, type TablePlace } from '../../store/table.ts'
import { UnscalableError } from './unscalable.ts'

/** A decode that has run for so long, in milliseconds, is noted as one that never ends. */
const stalledAfter = 10_000

/** Whether this is two lines without control characters, so that the log can name the picture. */
const isKey = (key: string) => key.length <= 8192 && /^\P{Cc}+\n\P{Cc}+$/u.test(key)

/** How many pictures that ended the process are remembered. */
const maxFatal = 100

/** Notes costly decodes that run: a start knows which pictures have ended the process before. */
export class DecodeJournal {
  readonly #table: Table<true>
  /** When each decode that runs has begun. */
  readonly #running = new Map<string, number>()
  #fatal: readonly string[] = []

  constructor(place: TablePlace) {
    this.#table = new Table<true>({
      ...place,
      name: 'decoding.table',
      schema: () => z.literal(true),
      former: {
        name: 'decoding.json',
        schema: () => z.string().transform((key) => [key, true]),
      },
    })
  }

  /** Reads what was running when the process ended before. Gives the paths of those pictures. */
  async read(): Promise<string[]> {
    await this.#table.read()
    this.#fatal = [...this.#table.values.keys()].filter(isKey).slice(-maxFatal)
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
    await this.#write([key], true)
    try {
      return await decode()
    } finally {
      this.#running.delete(key)
      await this.#write([key], null)
    }
  }

  /** Ends in order: of the decodes that run, only those that seem to run for ever stay noted. */
  async close(): Promise<void> {
    const now = performance.now()
    const running = [...this.#running].flatMap(([key, begun]) =>
      now - begun < stalledAfter ? key : [],
    )
    await this.#write(running, null)
  }

  /** On a disk that can't be written, pictures are decoded all the same. */
  async #write(keys: readonly string[], value: true | null): Promise<void> {
    await this.#table.change(() => keys.map((key) => [key, value])).catch(() => undefined)
  }
}
