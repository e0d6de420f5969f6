import { AppError } from '../../errors.ts'
import { formatByteSize } from '../../lib/byte-size.ts'
import { systemCode } from '../../lib/system-error.ts'
import type { Staging, StagedFile } from '../disk/staging.ts'
import {
  readHeader,
  signatureLength,
  sniffType,
  type Header,
  type HeaderProblem,
} from '../../formats/header.ts'
import { WriteBuffer } from './write-buffer.ts'

const notAnImage: HeaderProblem = 'not a JPEG, PNG, GIF or WebP'

/** A file of an upload, whole, on the disk and found to be a picture, but without a name yet. */
export interface ReceivedFile {
  originalName: string
  header: Header
  file: StagedFile
}

interface Fault {
  fileName: string
  reason: string
  /** Its real size in bytes, when that is its fault. */
  tooLarge?: number
}

/**
 * The files of one request while they come in. Each is written as its bytes arrive and looked at
 * as soon as its first ones are there; nothing is held in memory. A file at fault is counted to
 * its end, but not stored.
 */
export class Reception {
  readonly files: ReceivedFile[] = []
  readonly #staging: Staging
  readonly #maxFileSize: number
  /** In the order in which the files came. */
  readonly #faults: Fault[] = []
  readonly #staged: StagedFile[] = []
  readonly #buffer = new WriteBuffer()
  readonly #discarded = Promise.withResolvers<void>()
  #failure: unknown
  #sealing: Promise<void> = Promise.resolve()

  /** @param maxFileSize in bytes. */
  constructor(staging: Staging, maxFileSize: number) {
    this.#staging = staging
    this.#maxFileSize = maxFileSize
  }

  /**
   * Receives one file to its end. What is wrong with it, or with the disk, is told by `finish`:
   * the rest of the request has to be read all the same, or the client would never hear of it.
   */
  async receive(originalName: string, content: AsyncIterable<Uint8Array>): Promise<void> {
    const { file, size, problem } = await this.#store(content)
    if (size > this.#maxFileSize) {
      const reason = `larger than ${formatByteSize(this.#maxFileSize)}`
      this.#faults.push({ fileName: originalName, reason, tooLarge: size })
    } else if (problem !== undefined) {
      this.#faults.push({ fileName: originalName, reason: problem })
    } else if (file !== undefined && this.#failure === undefined) {
      await this.#guard(() => this.#accept(originalName, file))
    }
  }

  /** Whether no file has been received. */
  get isEmpty(): boolean {
    const received = this.files.length + this.#faults.length
    return received === 0 && this.#failure === undefined
  }

  /**
   * Waits until all files are on the disk.
   * @throws FILE_SIZE_EXCEEDED, INVALID_FILE_TYPE (every file at fault is in the one error) or
   * FILE_SYSTEM_ERROR.
   */
  async finish(): Promise<void> {
    if (this.#faults.length > 0) throw refusal(this.#faults, this.#maxFileSize)
    await this.#guard(() => this.#sealing)
    if (this.#failure !== undefined) throw this.#failure
  }

  /** Takes the files back off the staging folder, those that were published too. */
  async discard(): Promise<void> {
    await this.#sealing.catch(() => undefined)
    for (const file of this.#staged) await file.discard()
    this.#discarded.resolve()
  }

  /** Settles when nothing of the upload is left in the staging folder. */
  get discarded(): Promise<void> {
    return this.#discarded.promise
  }

  async #store(content: AsyncIterable<Uint8Array>) {
    let file: StagedFile | undefined
    let problem: HeaderProblem | undefined
    let size = 0
    const store = async (bytes: Uint8Array) => {
      if (file === undefined && sniffType(bytes) === undefined) problem = notAnImage
      if (problem !== undefined || this.#failure !== undefined) return
      await this.#guard(async () => {
        file ??= await this.#create()
        await file.write(bytes)
      })
    }
    for await (const chunk of content) {
      size += chunk.length
      if (problem !== undefined || size > this.#maxFileSize || this.#failure !== undefined) continue
      for (let taken = 0; taken < chunk.length;) {
        taken += this.#buffer.add(chunk.subarray(taken))
        const isStart = file === undefined && this.#buffer.length >= signatureLength
        if (isStart || this.#buffer.isFull) await store(this.#buffer.take())
      }
    }
    const rest = this.#buffer.take()
    if (size <= this.#maxFileSize && (rest.length > 0 || size === 0)) await store(rest)
    if (problem !== undefined || size > this.#maxFileSize) await file?.discard()
    return { file, size, problem }
  }

  async #accept(originalName: string, file: StagedFile): Promise<void> {
    const header = await readHeader(file)
    if (typeof header === 'string') {
      await file.discard()
      this.#faults.push({ fileName: originalName, reason: header })
      return
    }
    this.files.push({ originalName, header, file })
    // One file is brought to the disk while the next one comes in, and no more than one.
    await this.#sealing
    this.#sealing = file.seal()
    this.#sealing.catch(() => undefined)
  }

  async #create(): Promise<StagedFile> {
    const file = await this.#staging.create()
    this.#staged.push(file)
    return file
  }

  /** After the disk has failed once, the rest of the request is only read. */
  async #guard(work: () => Promise<void>): Promise<void> {
    try {
      await work()
    } catch (error) {
      if (!(error instanceof AppError) && systemCode(error) === undefined) throw error
      if (this.#failure === undefined) {
        this.#failure = error
        for (const file of this.#staged) await file.discard()
      }
    }
  }
}

/** Every file at fault is in the one answer; one that is too large decides what it is called. */
function refusal(faults: Fault[], maxFileSize: number): AppError {
  const files = faults.map(({ fileName, reason }) => ({ fileName, reason }))
  const large = faults.find(({ tooLarge }) => tooLarge !== undefined)
  if (large?.tooLarge === undefined) {
    const sentence =
      'Nothing was stored: send JPEG, PNG, GIF or WebP images only. See details.files.'
    return new AppError('INVALID_FILE_TYPE', sentence, { details: { files } })
  }
  const maxSize = formatByteSize(maxFileSize)
  const fileSize = formatByteSize(large.tooLarge)
  const sentence = `Nothing was stored: a file may have at most ${maxSize}. Send smaller files.`
  const details = { maxSize, fileSize, fileName: large.fileName, files }
  return new AppError('FILE_SIZE_EXCEEDED', sentence, { details })
}
