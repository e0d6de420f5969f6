import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { AppError } from '../errors.ts'
import { Disk } from './disk/disk.ts'
import type { OpenedFile } from './disk/files/opened-file.ts'
import { isRefusal } from './disk/file-system-error.ts'
import { SystemDecoder } from './disk/processes/system-decoder.ts'
import { systemCode } from '../lib/system-error.ts'
import { ByteReader, readBytes } from '../formats/byte-reader.ts'
import { foreignFormatOf, sniffForeign } from '../formats/foreign-formats.ts'
import { pictureFormats } from '../formats/picture-formats.ts'
import { signatureLength, type FormatRegistry } from '../formats/registry.ts'
import { SupportedFormats } from '../formats/supported-formats.ts'
import { forEachParallel, Limit } from '../lib/limit.ts'
import { describeMisnamed, FileNames } from './file-names.ts'
import { byVisibleName, hasRoom, isVisibleName } from './paths.ts'
import { DecodedPictures } from './renditions/decoding/decoded-pictures.ts'
import { tryDecoding } from './renditions/decoding/trial.ts'

/**
 * What was found: `unreadable` is damaged or no picture; `unscalable` can be shown in full only;
 * `foreign` is a picture of a format that is not shown; `hidden` has another one's name;
 * `unchecked` could not be decoded here.
 */
export type FindingKind =
  'unreadable' | 'extension' | 'unscalable' | 'foreign' | 'hidden' | 'unchecked'

/** Something that an admin should see to. */
export interface Finding {
  kind: FindingKind
  /** From the uploads directory, with the names that the disk has. */
  path: string
  /** In words, without the path. */
  problem: string
}

export interface CheckOptions {
  /** Whether pictures are decoded, too, where there is memory for it. */
  decode?: boolean
  /** The path of a program that decodes what takes one of the system, where there is one. */
  decoder?: string | undefined
  onFinding: (finding: Finding) => void
  /** Told once before the first file, and after each. */
  onProgress: (checked: number, all: number) => void
}

const sameName =
  'is not shown because the name beside it looks the same, in another Unicode form: rename one'

/** Read at a time: a disk is fastest with large reads. */
const windowLength = 256 * 1024

/**
 * Reads every picture of a collection from its beginning to its end, a few side by side, and
 * changes nothing. Pictures are decoded only on request: that takes much longer.
 * @throws FILE_SYSTEM_ERROR when the uploads directory is not there, or goes away meanwhile.
 */
export async function checkCollection(
  uploadsDir: string,
  options: CheckOptions,
  formats: FormatRegistry<string> = pictureFormats,
): Promise<void> {
  const check = new Check(await Disk.openAsIs(uploadsDir), formats, options)
  await check.run()
}

class Check {
  readonly #disk: Disk
  readonly #formats: FormatRegistry<string>
  readonly #names: FileNames<string>
  readonly #supported: SupportedFormats<string>
  /** Decodes what takes a decoder of the system, where there is one. */
  readonly #decoded: DecodedPictures | undefined
  readonly #options: CheckOptions
  /** Decoding takes memory. */
  readonly #decoding = new Limit(1)

  constructor(disk: Disk, formats: FormatRegistry<string>, options: CheckOptions) {
    this.#disk = disk
    this.#formats = formats
    this.#names = new FileNames(formats)
    const { decoder } = options
    this.#supported = new SupportedFormats(formats, { hasDecoder: decoder !== undefined })
    this.#decoded =
      decoder === undefined
        ? undefined
        : new DecodedPictures(new SystemDecoder(decoder, join(tmpdir(), 'photo-frame-check')))
    this.#options = options
  }

  async run(): Promise<void> {
    const paths: string[] = []
    await this.#reading('', () => this.#collect('', paths))
    let checked = 0
    this.#options.onProgress(checked, paths.length)
    await forEachParallel(paths, async (path) => {
      await this.#reading(path, () => this.#look(path))
      checked += 1
      this.#options.onProgress(checked, paths.length)
    })
  }

  /** Gathers what there is to look at, in a folder and below it. */
  async #collect(folder: string, paths: string[]): Promise<void> {
    const names = await this.#disk.allNames(folder)
    if (names === undefined) return this.#disk.checkRoot()
    const below = (name: string) => (folder === '' ? name : `${folder}/${name}`)
    const wanted = names.files.filter((name) => this.#isWanted(name))
    for (const name of [...hiddenAmong(names.folders), ...hiddenAmong(wanted)].toSorted()) {
      this.#options.onFinding({ kind: 'hidden', path: below(name), problem: sameName })
    }
    paths.push(...wanted.toSorted().map(below))
    for (const path of names.folders.toSorted().map(below)) {
      // The service looks no deeper either.
      if (hasRoom(path)) await this.#reading(path, () => this.#collect(path, paths))
    }
  }

  #isWanted(name: string): boolean {
    const isForeign = foreignFormatOf(name) !== undefined && isVisibleName(name)
    return this.#names.isImage(name) || this.#names.isOverlooked(name) || isForeign
  }

  /** Does some work on one file or folder; that it can't be read is a finding like any other. */
  async #reading(path: string, work: () => Promise<void>): Promise<void> {
    try {
      await work()
    } catch (error) {
      if (path === '' || !isRefusal(error)) throw error
      await this.#disk.checkRoot()
      const code = systemCode(error instanceof AppError ? error.cause : error)
      const problem = code === 'EIO' ? 'the disk can not read it' : 'no permission to read it'
      this.#options.onFinding({ kind: 'unreadable', path, problem: `${problem} (${code})` })
    }
  }

  async #look(path: string): Promise<void> {
    const file = await this.#disk.openFile(path)
    // One that was deleted meanwhile is no problem, but all of them are.
    if (file === undefined) return this.#disk.checkRoot()
    try {
      const isImage = this.#names.isImage(path)
      if (isImage) await this.#checkContent(file, path)
      await this.#checkName(file, path, isImage)
    } finally {
      await file.release()
    }
  }

  async #checkContent(file: OpenedFile, path: string): Promise<void> {
    const report = (kind: FindingKind, problem: string) =>
      this.#options.onFinding({ kind, path, problem })
    const header = await this.#formats.readHeader(file)
    if (typeof header === 'string') return report('unreadable', header)
    const reader = new ByteReader(file, { windowLength, leaps: false })
    if (!(await this.#formats.get(header.type).isWhole(reader))) {
      return report('unreadable', 'cut off or damaged after its beginning')
    }
    if (header.obstacle !== undefined) {
      return report('unscalable', `can't be scaled: ${header.obstacle}`)
    }
    const unsupported = this.#supported.problemOf(header.type)
    if (unsupported !== undefined) return report('foreign', unsupported)
    if (this.#options.decode !== true) return undefined
    const result = await this.#decoding.run(() => tryDecoding(file, header, this.#decoded))
    if (result === 'damaged') report('unreadable', 'its data is damaged')
    if (result === 'too little memory') {
      report('unchecked', 'not decoded: this device has too little memory for it')
    }
  }

  /** Reports a name that does not fit the content, and a format that is not shown. */
  async #checkName(file: OpenedFile, path: string, isImage: boolean): Promise<void> {
    const { onFinding } = this.#options
    const start = await readBytes(file, 0, signatureLength)
    const format = this.#formats.sniff(start)
    if (format !== undefined) {
      if (this.#names.endsAs(format.type, path)) return
      const shown = isImage ? '' : 'is not shown, but '
      const problem = `${shown}${describeMisnamed(format)}`
      return onFinding({ kind: 'extension', path, problem })
    }
    const foreign = foreignFormatOf(path) ?? sniffForeign(start)
    if (foreign === undefined) return undefined
    const { name, advice } = foreign
    onFinding({
      kind: 'foreign',
      path,
      problem: `is not shown because it is a ${name} picture: ${advice}`,
    })
  }
}

/** The names that the service does not show, as they differ from others in their form only. */
function hiddenAmong(names: readonly string[]): string[] {
  const shown = new Set(byVisibleName(names).values())
  return names.filter((name) => !shown.has(name))
}
