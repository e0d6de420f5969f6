import { AppError, invalidRequest, type FileFault } from '../errors.ts'
import { formatByteSize } from '../lib/byte-size.ts'
import { fileNames } from '../disk/file-names.ts'
import { systemCode } from '../lib/system/system-error.ts'
import type { StagedFile } from '../disk/staging/staged-file.ts'
import {
  pictureFormats,
  signatureLength,
  type ImageHeader,
  type SupportedFormats,
} from '../formats/picture-formats.ts'
import { WriteBuffer } from './write-buffer.ts'

/** A complete file of an upload: on the disk, recognised as a picture, without a name yet. */
export interface ReceivedFile {
  originalName: string
  header: ImageHeader
  file: StagedFile
  /** The name under which a guest's file beyond the limit is stored already, and its bytes are not kept. */
  same?: string | undefined
}

export interface GuestLimit {
  /** How many files that are not there already. */
  filesLeft: number
  /** Gives the name under which a file of some name is stored already, if it is. */
  findSame: (name: string, file: StagedFile) => Promise<string | undefined>
}

/** Makes the error of an upload of more files than an invitation is for. */
export const tooManyFiles = () =>
  invalidRequest('Nothing was stored: these are more images than are left of this invitation.')

interface ReceptionOptions {
  /** Makes an empty staged file. */
  create: () => Promise<StagedFile>
  /** In bytes. */
  maxFileSize: number
  /** The formats that can be shown; others are refused. */
  supported: SupportedFormats
  /** Waits while work is done that goes first. */
  giveWay: () => Promise<void>
  /** What a guest may send, if one does. */
  guest: GuestLimit | undefined
}

/**
 * Receives the files of one upload. Writes each to the staging folder as its bytes arrive and checks
 * its type by the first of them, so no file is held in memory. Reads a refused file to its end, but
 * does not store it.
 */
export class Reception {
  readonly files: ReceivedFile[] = []
  readonly #options: ReceptionOptions
  /** In the order in which the files came. */
  readonly #faults: FileFault[] = []
  /** The first file that is too large. */
  #tooLarge: { fileName: string; size: number } | undefined
  /** What to do about a picture that takes a decoder which is missing. */
  #unsupported: string | undefined
  readonly #staged: StagedFile[] = []
  readonly #buffer = new WriteBuffer()
  readonly #discarded = Promise.withResolvers<void>()
  /** Settles when the staging folder holds nothing of this upload. */
  readonly discarded = this.#discarded.promise
  #failure: unknown
  #sealing: Promise<void> = Promise.resolve()

  constructor(options: ReceptionOptions) {
    this.#options = options
  }

  /**
   * Receives one file to its end. `finish` reports what is wrong with it or with the disk: a client
   * gets no answer before the rest of its request has been read. Without a name and bytes it is no
   * file: a browser sends that where none was chosen.
   */
  async receive(fileName: string, content: AsyncIterable<Uint8Array>): Promise<void> {
    const { file, size, problem } = await this.#store(content)
    const { maxFileSize } = this.#options
    if (fileName === '' && size === 0) return
    if (size > maxFileSize) {
      this.#tooLarge ??= { fileName, size }
      this.#faults.push({ fileName, reason: `larger than ${formatByteSize(maxFileSize)}` })
    } else if (problem !== undefined) {
      this.#faults.push({ fileName, reason: problem })
    } else if (file !== undefined && this.#failure === undefined) {
      await this.#guard(() => this.#accept(fileName, file))
    }
  }

  get isEmpty(): boolean {
    const received = this.files.length + this.#faults.length
    return received === 0 && this.#failure === undefined
  }

  /**
   * Waits until all files are on the disk.
   * @throws FILE_SIZE_EXCEEDED or INVALID_FILE_TYPE, with every refused file in `details.files`;
   * FILE_SYSTEM_ERROR.
   */
  async finish(): Promise<void> {
    if (this.#faults.length > 0) throw this.#refusal()
    await this.#guard(() => this.#sealing)
    if (this.#failure !== undefined) throw this.#failure
  }

  /** Removes all files from the staging folder. A published file keeps its name in the collection. */
  async [Symbol.asyncDispose](): Promise<void> {
    await this.#sealing.catch(() => undefined)
    for (const file of this.#staged) await file.discard()
    this.#discarded.resolve()
  }

  async #store(content: AsyncIterable<Uint8Array>) {
    const { maxFileSize, giveWay } = this.#options
    let file: StagedFile | undefined
    let problem: string | undefined
    let size = 0
    const store = async (bytes: Uint8Array) => {
      if (this.#failure !== undefined) return
      if (file === undefined) problem = this.#problemOf(bytes)
      if (problem !== undefined) return
      await this.#guard(async () => {
        file ??= await this.#create()
        await giveWay()
        await file.write(bytes)
      })
    }
    for await (const chunk of content) {
      size += chunk.length
      if (problem !== undefined || size > maxFileSize || this.#failure !== undefined) continue
      for (let taken = 0; taken < chunk.length;) {
        taken += this.#buffer.add(chunk.subarray(taken))
        const isStart = file === undefined && this.#buffer.length >= signatureLength
        if (isStart || this.#buffer.isFull) await store(this.#buffer.take())
      }
    }
    const rest = this.#buffer.take()
    if (size <= maxFileSize && (rest.length > 0 || size === 0)) await store(rest)
    if (problem !== undefined || size > maxFileSize) await file?.discard()
    return { file, size, problem }
  }

  /** Says what is wrong with a file by its first bytes. */
  #problemOf(bytes: Uint8Array): string | undefined {
    const type = pictureFormats.sniff(bytes)?.type
    if (type === undefined) return this.#options.supported.unknownFormat
    const problem = this.#options.supported.problemOf(type)
    this.#unsupported ??= problem
    return problem
  }

  async #accept(originalName: string, file: StagedFile): Promise<void> {
    const header = await pictureFormats.readHeader(file)
    if (typeof header === 'string') {
      await file.discard()
      this.#faults.push({ fileName: originalName, reason: header })
      return
    }
    const name = fileNames.stored(originalName, header.type)
    const same = this.#surplus < 0 ? undefined : await this.#options.guest?.findSame(name, file)
    this.files.push({ originalName, header, file, same })
    if (same !== undefined) return file.discard()
    // Syncs one file while the next one arrives, and never more than one.
    await this.#sealing
    this.#sealing = file.seal()
    this.#sealing.catch(() => undefined)
  }

  /** By how many files this is beyond what a guest may send. */
  get #surplus(): number {
    const added = this.files.filter(({ same }) => same === undefined).length
    return this.#options.guest === undefined ? -1 : added - this.#options.guest.filesLeft
  }

  async #create(): Promise<StagedFile> {
    // One more may be the same as another of this upload.
    if (this.#surplus > 0) throw tooManyFiles()
    const file = await this.#options.create()
    this.#staged.push(file)
    return file
  }

  /** Runs work on the disk. After its first failure the rest of the upload is read and dropped. */
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

  /** Makes one error of all refused files; its code is about size as soon as one file is too large. */
  #refusal(): AppError {
    const files = this.#faults
    if (this.#tooLarge === undefined) {
      const advice = this.#unsupported ?? `send ${this.#options.supported.names} images only`
      const sentence = `Nothing was stored: ${advice}. See details.files.`
      return new AppError('INVALID_FILE_TYPE', sentence, { details: { files } })
    }
    const maxSize = formatByteSize(this.#options.maxFileSize)
    const { fileName, size } = this.#tooLarge
    const sentence = `Nothing was stored: a file may have at most ${maxSize}. Send smaller files.`
    const details = { maxSize, fileSize: formatByteSize(size), fileName, files }
    return new AppError('FILE_SIZE_EXCEEDED', sentence, { details })
  }
}
