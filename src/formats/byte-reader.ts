/** Fills a buffer from a position on, as far as the file goes; returns how many bytes it read. */
export type ReadAt = (into: Uint8Array, position: number) => Promise<number>

/** A file that is read from anywhere. */
export interface ByteSource {
  size: number
  read: ReadAt
}

/** Bytes in memory, to be read as a file is. */
export const sourceOf = (bytes: Buffer): ByteSource => ({
  size: bytes.length,
  read: async (into, position) => bytes.copy(into, 0, position),
})

/** Reads bytes of a file, fewer where it ends before. */
export async function readBytes(
  { size, read }: ByteSource,
  position: number,
  length: number,
): Promise<Buffer<ArrayBuffer>> {
  const buffer = Buffer.alloc(Math.max(0, Math.min(length, size - position)))
  return buffer.subarray(0, await read(buffer, position))
}

/** A sample has so many bytes each of a file's beginning, middle and end. */
const sampleLength = 4096

/**
 * Hashes a few kilobytes of a file's content. Two files whose samples differ are different; those of
 * one size whose samples are the same have to be compared.
 */
export async function sampleOf(source: ByteSource): Promise<bigint> {
  const last = Math.max(0, source.size - sampleLength)
  const samples = []
  for (const position of [0, Math.floor(last / 2), last]) {
    samples.push(await readBytes(source, position, sampleLength))
  }
  return Bun.hash.xxHash64(Buffer.concat(samples))
}

export interface ReaderOptions {
  /** Bytes held at a time. Unless given 4 KB: most headers, and the least that most disks read. */
  windowLength?: number
  /**
   * Whether bytes that are skipped are left unread, as they are unless told. A check reads them all
   * the same: a disk reports a bad sector only then.
   */
  leaps?: boolean
}

/** How much is read after a leap: as a rule, only the head of a box or chunk is wanted there. */
const afterLeap = 1024

/** Reads a file forwards through a window, whatever its size. */
export class ByteReader {
  readonly #source: ByteSource
  readonly #leaps: boolean
  readonly #buffer: Buffer
  /** What is in view lies from `#from` to `#to` in the buffer. */
  #from = 0
  #to = 0
  /** Where in the file the view ends. */
  #end = 0
  #hasLeapt = false

  constructor(source: ByteSource, { windowLength = 4096, leaps = true }: ReaderOptions = {}) {
    this.#source = source
    this.#leaps = leaps
    this.#buffer = Buffer.allocUnsafe(Math.max(1, Math.min(windowLength, source.size)))
  }

  /** The bytes that come next, as many as are in view. They change with the next `more`. */
  get view(): Buffer {
    return this.#buffer.subarray(this.#from, this.#to)
  }

  /** Where in the file the view begins. */
  get position(): number {
    return this.#end - (this.#to - this.#from)
  }

  /** Leaves bytes of the view behind. */
  pass(length: number): void {
    this.#from += length
  }

  /** Brings more of the file into view; false at its end, and while the window is full. */
  async more(): Promise<boolean> {
    this.#buffer.copyWithin(0, this.#from, this.#to)
    this.#to -= this.#from
    this.#from = 0
    const most = this.#hasLeapt ? this.#to + afterLeap : this.#buffer.length
    this.#hasLeapt = false
    const length = await this.#source.read(this.#buffer.subarray(this.#to, most), this.#end)
    this.#to += length
    this.#end += length
    return length > 0
  }

  /** Takes the next bytes, which are left behind; `undefined` where the file ends before. */
  async take(length: number): Promise<Buffer | undefined> {
    // A length that a damaged file claims must not make a buffer that the file can't fill.
    if (length > this.#source.size - this.position) return undefined
    const bytes = Buffer.allocUnsafe(length)
    let taken = 0
    const isThere = await this.#readThrough(length, (chunk) => {
      taken += chunk.copy(bytes, taken)
    })
    return isThere ? bytes : undefined
  }

  /**
   * Skips any number of bytes.
   * @param visit is shown each chunk of them; they are read for it.
   * @returns false where the file ends before.
   */
  async skip(length: number, visit?: (chunk: Buffer) => void): Promise<boolean> {
    const inView = this.#to - this.#from
    if (visit !== undefined || !this.#leaps || length <= inView) {
      return this.#readThrough(length, visit)
    }
    this.#end += length - inView
    this.#from = this.#to
    this.#hasLeapt = true
    return this.#end <= this.#source.size
  }

  async #readThrough(length: number, visit?: (chunk: Buffer) => void): Promise<boolean> {
    for (let left = length; left > 0;) {
      if (this.#from === this.#to && !(await this.more())) return false
      const chunk = this.view.subarray(0, left)
      visit?.(chunk)
      this.pass(chunk.length)
      left -= chunk.length
    }
    return true
  }
}
