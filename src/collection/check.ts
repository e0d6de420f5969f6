import { AppError } from '../errors.ts'
import { Disk, type OpenedFile } from './disk/disk.ts'
import { isRefusal } from './disk/file-system-error.ts'
import { systemCode } from '../lib/system-error.ts'
import { readHeader, signatureLength, sniffType, type ImageType } from '../formats/header.ts'
import { forEachParallel } from '../lib/limit.ts'
import { hasExtensionOf, hasRoom, isImageName } from './paths.ts'
import { readBytes } from '../formats/byte-source.ts'
import { isWholeGif } from '../formats/gif.ts'
import { isWholeJpeg } from '../formats/jpeg.ts'
import { isWholePng } from '../formats/png.ts'
import { isWholeWebp } from '../formats/webp.ts'
import { SequentialReader } from '../formats/sequential-reader.ts'

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

const wholeness: Record<ImageType, (file: SequentialReader) => Promise<boolean>> = {
  jpg: isWholeJpeg,
  png: isWholePng,
  gif: isWholeGif,
  webp: isWholeWebp,
}

const formats: Record<ImageType, string> = { jpg: 'JPEG', png: 'PNG', gif: 'GIF', webp: 'WebP' }

/**
 * Reads every picture of a collection from its beginning to its end, a few side by side, and
 * changes nothing. Pictures are not decoded: a decoder makes do with half a JPEG or GIF, and takes
 * much longer to do so.
 * @throws FILE_SYSTEM_ERROR when the uploads directory is not there, or goes away meanwhile.
 */
export async function checkCollection(
  uploadsDir: string,
  { onFinding, onProgress }: CheckOptions,
): Promise<void> {
  const disk = await Disk.openAsIs(uploadsDir)
  const paths: string[] = []
  await readingOf('', disk, onFinding, () => collect(disk, '', paths, onFinding))
  let checked = 0
  onProgress(checked, paths.length)
  await forEachParallel(paths, async (path) => {
    await readingOf(path, disk, onFinding, () => look(disk, path, onFinding))
    checked += 1
    onProgress(checked, paths.length)
  })
}

/** Gathers what there is to look at, in a folder and below it. */
async function collect(
  disk: Disk,
  folder: string,
  paths: string[],
  onFinding: (finding: Finding) => void,
): Promise<void> {
  const names = await disk.allNames(folder)
  if (names === undefined) return disk.checkRoot()
  const below = (name: string) => (folder === '' ? name : `${folder}/${name}`)
  const files = [...names.images, ...names.overlooked]
  paths.push(...files.toSorted().map(below))
  for (const path of names.folders.toSorted().map(below)) {
    // The service looks no deeper either.
    if (!hasRoom(path)) continue
    await readingOf(path, disk, onFinding, () => collect(disk, path, paths, onFinding))
  }
}

/** Does some work on one file or folder; that it can't be read is a finding like any other. */
async function readingOf(
  path: string,
  disk: Disk,
  onFinding: (finding: Finding) => void,
  work: () => Promise<void>,
): Promise<void> {
  try {
    await work()
  } catch (error) {
    if (path === '' || !isRefusal(error)) throw error
    await disk.checkRoot()
    const code = systemCode(error instanceof AppError ? error.cause : error)
    const problem = code === 'EIO' ? 'the disk can not read it' : 'no permission to read it'
    onFinding({ kind: 'unreadable', path, problem: `${problem} (${code})` })
  }
}

async function look(
  disk: Disk,
  path: string,
  onFinding: (finding: Finding) => void,
): Promise<void> {
  const file = await disk.openFile(path)
  // One that was deleted meanwhile is no problem, but all of them are.
  if (file === undefined) return disk.checkRoot()
  try {
    const isImage = isImageName(path)
    const problem = isImage ? await problemOf(file) : undefined
    if (problem !== undefined) onFinding({ kind: 'unreadable', path, problem })
    const type = sniffType(await readBytes(file, 0, signatureLength))
    if (type === undefined || hasExtensionOf(type, path)) return
    const shown = isImage ? '' : 'is not shown, but '
    const wrong = `${shown}holds a ${formats[type]} picture: its name should end in .${type}`
    onFinding({ kind: 'extension', path, problem: wrong })
  } finally {
    await file.release()
  }
}

async function problemOf(file: OpenedFile): Promise<string | undefined> {
  const header = await readHeader(file)
  if (typeof header === 'string') return header
  const isWhole = await wholeness[header.type](new SequentialReader(file.read, file.size))
  return isWhole ? undefined : 'cut off or damaged after its beginning'
}
