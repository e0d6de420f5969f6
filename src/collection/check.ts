import { AppError } from '../errors.ts'
import { Disk, type OpenedFile } from './disk/disk.ts'
import { isRefusal } from './disk/file-system-error.ts'
import { systemCode } from '../lib/system-error.ts'
import { ByteReader, readBytes } from '../formats/byte-reader.ts'
import { pictureFormats } from '../formats/picture-formats.ts'
import { signatureLength, type FormatRegistry } from '../formats/registry.ts'
import { forEachParallel } from '../lib/limit.ts'
import { FileNames } from './file-names.ts'
import { hasRoom } from './paths.ts'

/** Something that an admin should see to. */
export interface Finding {
  kind: 'unreadable' | 'extension'
  /** From the uploads directory, with the names that the disk has. */
  path: string
  /** In words, without the path. */
  problem: string
}

export interface CheckOptions {
  onFinding: (finding: Finding) => void
  /** Told once before the first file, and after each. */
  onProgress: (checked: number, all: number) => void
}

/** Read at a time: a disk is fastest with large reads. */
const windowLength = 256 * 1024

/**
 * Reads every picture of a collection from its beginning to its end, a few side by side, and
 * changes nothing. Pictures are not decoded: a decoder makes do with half a JPEG or GIF, and takes
 * much longer to do so.
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
  readonly #options: CheckOptions

  constructor(disk: Disk, formats: FormatRegistry<string>, options: CheckOptions) {
    this.#disk = disk
    this.#formats = formats
    this.#names = new FileNames(formats)
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
    const isWanted = (name: string) => this.#names.isImage(name) || this.#names.isOverlooked(name)
    paths.push(...names.files.filter(isWanted).toSorted().map(below))
    for (const path of names.folders.toSorted().map(below)) {
      // The service looks no deeper either.
      if (hasRoom(path)) await this.#reading(path, () => this.#collect(path, paths))
    }
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
    const { onFinding } = this.#options
    const file = await this.#disk.openFile(path)
    // One that was deleted meanwhile is no problem, but all of them are.
    if (file === undefined) return this.#disk.checkRoot()
    try {
      const isImage = this.#names.isImage(path)
      const problem = isImage ? await this.#problemOf(file) : undefined
      if (problem !== undefined) onFinding({ kind: 'unreadable', path, problem })
      const format = this.#formats.sniff(await readBytes(file, 0, signatureLength))
      if (format === undefined || this.#names.endsAs(format.type, path)) return
      const shown = isImage ? '' : 'is not shown, but '
      const wrong = `${shown}holds a ${format.name} picture: its name should end in .${format.type}`
      onFinding({ kind: 'extension', path, problem: wrong })
    } finally {
      await file.release()
    }
  }

  async #problemOf(file: OpenedFile): Promise<string | undefined> {
    const header = await this.#formats.readHeader(file)
    if (typeof header === 'string') return header
    const reader = new ByteReader(file, { windowLength, leaps: false })
    const isWhole = await this.#formats.get(header.type).isWhole(reader)
    return isWhole ? undefined : 'cut off or damaged after its beginning'
  }
}
