import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { AppError, isFailure } from '../../errors.ts'
import { systemCode } from '../../lib/system/system-error.ts'
import { ByteReader, readBytes, type ByteSource } from '../../formats/byte-reader.ts'
import { foreignFormatOf, sniffForeign } from '../../formats/foreign-formats.ts'
import type { Format } from '../../formats/format.ts'
import {
  pictureFormats,
  signatureLength,
  supportedFormats,
  type ImageHeader,
  type ImageType,
  type SupportedFormats,
} from '../../formats/picture-formats.ts'
import { Mutex } from '../../lib/waiting/mutex.ts'
import type { OpenedFile } from '../../disk/files/opened-file.ts'
import { SystemDecoder } from '../../disk/processes/system-decoder.ts'
import { describeMisnamed, fileNames } from '../../disk/file-names.ts'
import { DecodedPictures } from '../../pixels/decoding/decoded-pictures.ts'
import { checkScans, inspect } from '../../pixels/decoding/source.ts'
import { asUnscalable, UnscalableError } from '../../pixels/decoding/unscalable.ts'
import { memoryLeft } from '../../pixels/memory.ts'
import { renditionOf } from '../../pixels/request.ts'

/** What is found, in words that follow a number of files. */
export const findings = {
  unreadable: 'damaged or unreadable',
  extension: 'with a wrong extension',
  unscalable: "that can't be scaled",
  foreign: 'of formats that are not shown',
  hidden: 'hidden by others of the same name',
  name: 'with a character that no name may have',
  inks: 'for print',
  unchecked: 'not decoded',
} as const

export type FindingKind = keyof typeof findings

/** Something that an admin should see to. */
export interface Finding {
  kind: FindingKind
  /** From the uploads directory, with the names that the disk has. */
  path: string
  /** In words, without the path. */
  problem: string
}

export interface FileCheckOptions {
  /** Whether pictures are decoded, too, where there is memory for it. */
  decode?: boolean
  /** The path of the system's decoder for the formats that take one, where there is one. */
  decoder?: string | undefined
}

type Report = (kind: FindingKind, problem: string) => void

/** Read at a time: a disk is fastest with large reads. */
const windowLength = 256 * 1024

/** More than the headers of nearly all pictures take, in bytes. */
const headerLength = 256 * 1024

/** Decoded to this size, a picture takes the least memory. */
const thumbnail = { width: 32, height: 32 }

/** Checks the content and the name of one file at a time. */
export class FileCheck {
  readonly #supported: SupportedFormats
  /** Decodes what takes a decoder of the system, where there is one. */
  readonly #decoded: DecodedPictures | undefined
  readonly #options: FileCheckOptions
  /** Decoding takes memory. */
  readonly #decoding = new Mutex()

  constructor(options: FileCheckOptions = {}) {
    const { decoder } = options
    this.#options = options
    this.#supported = supportedFormats(decoder !== undefined)
    if (decoder === undefined) return
    const program = new SystemDecoder(decoder, join(tmpdir(), 'photo-frame-check'))
    this.#decoded = new DecodedPictures(program, memoryLeft)
  }

  /** Finds what is wrong with a file. */
  look(file: OpenedFile, path: string): Promise<Finding[]> {
    return this.lookAtBytes(file, path, (header, report) =>
      this.#checkShowing(file, header, report),
    )
  }

  /**
   * Finds what reading a file shows, without a decoder.
   * @param more looks further at an image that is whole.
   */
  async lookAtBytes(
    file: ByteSource,
    path: string,
    more?: (header: ImageHeader, report: Report) => Promise<void>,
  ): Promise<Finding[]> {
    const found: Finding[] = []
    const report: Report = (kind, problem) => void found.push({ kind, path, problem })
    const header = await this.#checkStructure(file, path, report)
    if (header !== undefined) await more?.(header, report)
    await this.#checkName(file, path, report)
    return found
  }

  /** Gives the header of an image that is whole. */
  async #checkStructure(
    file: ByteSource,
    path: string,
    report: Report,
  ): Promise<ImageHeader | undefined> {
    if (!fileNames.isImage(path)) return undefined
    const header = await pictureFormats.readHeader(file)
    if (typeof header === 'string') {
      report('unreadable', header)
      return undefined
    }
    const reader = new ByteReader(file, { windowLength, leaps: false })
    if (await pictureFormats.get(header.type).isWhole(reader)) return header
    report('unreadable', 'cut off or damaged after its beginning')
    return undefined
  }

  async #checkShowing(file: OpenedFile, header: ImageHeader, report: Report): Promise<void> {
    if (header.obstacle !== undefined) {
      return report('unscalable', `can't be scaled: ${header.obstacle}`)
    }
    const unsupported = this.#supported.problemOf(header.type)
    if (unsupported !== undefined) return report('foreign', unsupported)
    if (header.hasInks === true) {
      report('inks', 'may show wrong colours because it is for print (CMYK): save it as sRGB')
    }
    await this.#decoding.run(() => this.#tryToScale(file, header, report))
  }

  /**
   * Has decoders read the header alone, or decodes a picture and drops the result, to find damage
   * that its structure does not show.
   */
  async #tryToScale(
    file: OpenedFile,
    { type, width, height }: ImageHeader,
    report: Report,
  ): Promise<void> {
    const format = pictureFormats.get(type)
    const { signal } = new AbortController()
    try {
      if (this.#options.decode !== true) await readAsDecoder(file, format)
      else if (format.planDecoding === undefined) {
        // Most checks decode nothing, and a start should not wait for it to be loaded.
        const { render } = await import('../../pixels/renderer.ts')
        await render(file, format.type, renditionOf(thumbnail, format.type), memoryLeft)
      } else {
        const picture = { type: format.type, width, height, key: '' }
        await this.#decoded?.get(picture, file, { signal, alone: (task) => task() })
      }
    } catch (cause) {
      const error = asUnscalable(cause)
      if (error instanceof UnscalableError) {
        const { obstacle } = error
        if (obstacle === 'its data is damaged') return report('unreadable', obstacle)
        return report('unscalable', `can't be scaled: ${obstacle}`)
      }
      if (!isFailure('INVALID_REQUEST')(error)) throw error
      report('unchecked', 'not decoded: this device has too little memory for it')
    }
  }

  /** Reports a name that does not fit the content, and a format that is not shown. */
  async #checkName(file: ByteSource, path: string, report: Report): Promise<void> {
    const start = await readBytes(file, 0, signatureLength)
    const format = pictureFormats.sniff(start)
    if (format !== undefined) {
      if (fileNames.endsAs(format.type, path)) return
      const shown = fileNames.isImage(path) ? '' : 'is not shown, but '
      return report('extension', `${shown}${describeMisnamed(format)}`)
    }
    const foreign = foreignFormatOf(path) ?? sniffForeign(start)
    if (foreign === undefined) return
    const { name, advice } = foreign
    report('foreign', `is not shown because it is a ${name} picture: ${advice}`)
  }
}

/**
 * Reads the header of a picture as it is read before scaling.
 * @throws what scaling throws because of the header alone.
 */
async function readAsDecoder(file: OpenedFile, { type, planDecoding }: Format<ImageType>) {
  if (planDecoding !== undefined) return
  const start = { size: file.size, read: file.read, body: file.body.slice(0, headerLength) }
  await checkScans(file, await inspect(start, type).catch(() => inspect(file, type)))
}

/** Says in words why the disk does not give a file. */
export function describeRefusal(error: unknown): string {
  const code = systemCode(error instanceof AppError ? error.cause : error)
  const isDenied = code === 'EACCES' || code === 'EPERM'
  return `${isDenied ? 'no permission to read it' : 'the disk can not read it'} (${code})`
}
