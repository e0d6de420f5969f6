import type { ReadableStreamDefaultReader } from 'node:stream/web'
import { invalidRequest } from '../../errors.ts'
import type { WaitForInput } from '../../lib/waiting/waiter.ts'

/** What stands at a cut: the next part begins, or the form is over. */
type Mark = 'part' | 'end'

/** In bytes. */
const largeChunk = 256 * 1024

const CR = 0x0d
const DASH = 0x2d
const NEW_LINE = Buffer.from('\r\n')
const DASHES = Buffer.from('--')
const BLANK_LINE = Buffer.from('\r\n\r\n')

/**
 * A multipart body, cut at its delimiters as it arrives (RFC 2046, section 5.1.1). It holds one
 * chunk of the stream at a time, and gives views of that chunk. The chunks become its own: a large
 * one can't be read by anybody else afterwards.
 *
 * It cuts where `formData()` does, at `--boundary` followed by a line break or by `--`, and it
 * drops the line break before that, where there is one. So the padding that RFC 2046 allows after a
 * delimiter makes it content here, as it does there.
 *
 * What the stream itself throws passes through every method unchanged.
 */
export class DelimitedStream {
  readonly #reader: ReadableStreamDefaultReader<Uint8Array>
  readonly #wait: WaitForInput
  readonly #open: Buffer
  readonly #delimiters: Buffer[]
  #buffer: Buffer = Buffer.alloc(0)
  #mark: Mark | undefined
  #part = 0

  /** @param wait waits for the next bytes */
  constructor(body: ReadableStream<Uint8Array>, boundary: string, wait: WaitForInput) {
    this.#reader = body.getReader()
    this.#wait = wait
    this.#open = Buffer.from(`--${boundary}`)
    const bare = [NEW_LINE, DASHES].map((ending) => Buffer.concat([this.#open, ending]))
    this.#delimiters = bare.flatMap((text) => [Buffer.concat([NEW_LINE, text]), text])
  }

  /** The number of the part whose headers were read last, from 1; 0 before the first. */
  get part(): number {
    return this.#part
  }

  /**
   * Returns content up to the next delimiter, chunk by chunk, then the mark that stands there, again
   * and again until `headers()` or `epilogue()` goes on. A chunk is valid until the next call.
   *
   * @throws AppError INVALID_REQUEST when the body ends without a delimiter
   */
  async next(): Promise<Uint8Array | Mark> {
    if (this.#mark !== undefined) return this.#mark
    const chunk = await this.#scan()
    if (chunk === undefined) throw cutOff()
    if (typeof chunk === 'string') this.#mark = chunk
    return chunk
  }

  /** Drops what is left before the next delimiter, and says what stands there. Throws as `next()`. */
  async skip(): Promise<Mark> {
    for (;;) {
      const chunk = await this.next()
      if (typeof chunk === 'string') return chunk
    }
  }

  /**
   * The headers of the part that begins here, with the blank line that ends them.
   *
   * @param limit - in bytes, without the blank line
   * @throws AppError INVALID_REQUEST when they are longer, or when the body ends before they do
   */
  async headers(limit: number): Promise<Uint8Array> {
    for (let from = 0; ;) {
      const at = this.#buffer.indexOf(BLANK_LINE, from)
      if (at > limit || (at === -1 && this.#buffer.length >= limit + BLANK_LINE.length)) {
        throw invalidRequest(
          `The headers of one part of the form may be at most ${limit} bytes long.`,
        )
      }
      if (at !== -1) {
        this.#mark = undefined
        this.#part += 1
        return this.#take(at + BLANK_LINE.length)
      }
      from = Math.max(0, this.#buffer.length - BLANK_LINE.length + 1)
      if (!(await this.#pull())) throw cutOff()
    }
  }

  /**
   * Drops what follows the form.
   *
   * @throws AppError INVALID_REQUEST when the closing boundary comes again: `formData()` takes the
   *   last one for the end and a stream the first, so a body with two of them has two readings
   */
  async epilogue(): Promise<void> {
    for (;;) {
      const chunk = await this.#scan()
      if (chunk === undefined) return
      if (chunk === 'end') {
        throw invalidRequest('The form holds its closing boundary twice.')
      }
    }
  }

  /** Reads the rest of the stream and drops it. */
  async drain(): Promise<void> {
    while (!(await this.#read()).done);
  }

  /** Gives the stream up; there is no current part any more. */
  async cancel(): Promise<void> {
    this.#part = 0
    await this.#reader.cancel()
  }

  async #scan(): Promise<Uint8Array | Mark | undefined> {
    for (;;) {
      const [at, mark] = this.#find()
      const isAfterNewLine = at >= 2 && this.#buffer.subarray(at - 2, at).equals(NEW_LINE)
      const end = mark !== undefined && isAfterNewLine ? at - 2 : at
      if (end > 0) return this.#take(end)
      if (mark !== undefined) {
        // A second closing boundary may overlap the first, so only its first byte is taken.
        this.#take(mark === 'end' ? at + 1 : at + this.#open.length + NEW_LINE.length)
        return mark
      }
      if (!(await this.#pull())) return undefined
    }
  }

  /** Where the first delimiter stands, or else the tail that may turn out to begin one. */
  #find(): [at: number, mark?: Mark] {
    let at = this.#buffer.indexOf(this.#open)
    while (at !== -1) {
      const after = at + this.#open.length
      const ending = this.#buffer.subarray(after, after + 2)
      if (ending.equals(NEW_LINE)) return [at, 'part']
      if (ending.equals(DASHES)) return [at, 'end']
      at = this.#buffer.indexOf(this.#open, at + 1)
    }
    const longest = this.#open.length + 2 * NEW_LINE.length
    const { length } = this.#buffer
    for (let from = Math.max(0, length - longest + 1); from < length; from++) {
      const byte = this.#buffer[from]
      if ((byte === CR || byte === DASH) && this.#isBeginning(this.#buffer.subarray(from))) {
        return [from]
      }
    }
    return [length]
  }

  #isBeginning(tail: Buffer): boolean {
    return this.#delimiters.some((text) => text.subarray(0, tail.length).equals(tail))
  }

  #take(length: number): Uint8Array {
    const taken = this.#buffer.subarray(0, length)
    this.#buffer = this.#buffer.subarray(length)
    return taken
  }

  #read() {
    return this.#wait(this.#reader.read())
  }

  async #pull(): Promise<boolean> {
    const { done, value } = await this.#read()
    if (done) return false
    const rest = this.#buffer
    const chunk = Buffer.from(value.buffer, value.byteOffset, value.byteLength)
    this.#buffer = rest.length === 0 ? chunk : Buffer.concat([rest, chunk])
    free(rest)
    if (rest.length > 0) free(chunk)
    return true
  }
}

/**
 * Gives the memory of a large chunk back at once. A body of unknown length comes in chunks of up to
 * 1.5 MiB, of which some twenty would pile up before they are collected as garbage.
 */
function free({ buffer }: Buffer): void {
  // Smaller ones may be slices of memory that others use.
  if (buffer instanceof ArrayBuffer && buffer.byteLength >= largeChunk) buffer.transfer(0)
}

const cutOff = () => invalidRequest('The form ends before its closing boundary.')
