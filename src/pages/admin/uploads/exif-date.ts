import { attempt } from '../../../lib/attempt.ts'

/** The name of EXIF data in JPEG and HEIC, or of its chunk in PNG and WebP; TIFF follows. */
const exifStart = /(?:Exif\0\0|eXIf|EXIF[^]{4})(?=II\*\0|MM\0\*)/

/** How far EXIF data is looked for, in bytes. */
const searched = 1024 ** 2

/** Tags (EXIF 2.32, 4.6.3 and 4.6.5). */
const [exifDirectory, dateTimeOriginal, dateTimeDigitized] = [0x8769, 0x9003, 0x9004]

/** Reads when a picture was taken, as `2024:05:17 18:30:05`; `undefined` where it does not say. */
export async function dateOf(file: Blob): Promise<string | undefined> {
  const bytes = await file.slice(0, searched).arrayBuffer()
  const text = new TextDecoder('latin1').decode(bytes)
  const found = exifStart.exec(text)
  if (found === null) return undefined
  const start = found.index + found[0].length
  // Some are cut off or damaged.
  const at = attempt(() => findDate(new DataView(bytes, start), text[start] === 'I'))
  if (at === undefined) return undefined
  return /^\d{4}:\d\d:\d\d \d\d:\d\d:\d\d/.exec(text.slice(start + at))?.[0]
}

/** @throws {RangeError} where a directory lies outside. */
function findDate(tiff: DataView, isLittle: boolean): number {
  const find = (directory: number, tag: number): number => {
    const count = directory === 0 ? 0 : tiff.getUint16(directory, isLittle)
    for (let at = directory + 2; at < directory + 2 + count * 12; at += 12) {
      if (tiff.getUint16(at, isLittle) === tag) return tiff.getUint32(at + 8, isLittle)
    }
    return 0
  }
  const exif = find(tiff.getUint32(4, isLittle), exifDirectory)
  return find(exif, dateTimeOriginal) || find(exif, dateTimeDigitized)
}

/** Puts EXIF data of nothing but a date into a JPEG (EXIF 2.32, 4.5 and 4.7.2). */
export function writeDate(jpeg: Blob, date: string | undefined): Blob {
  if (date === undefined) return jpeg
  const tiff = new DataView(new ArrayBuffer(64))
  const put = (at: number, values: readonly number[]) =>
    values.forEach((value, index) => tiff.setUint16(at + 2 * index, value))
  // The directory at 8 has one entry, the place of the directory at 26, whose entry is the date at 44.
  put(0, [0x4d4d, 42, 0, 8, 1, exifDirectory, 4, 0, 1, 0, 26])
  put(26, [1, dateTimeOriginal, 2, 0, 20, 0, 44])
  const segment = new Uint8Array([0xff, 0xe1, 0, 2 + 6 + tiff.byteLength])
  return new Blob([
    jpeg.slice(0, 2),
    segment,
    'Exif\0\0',
    tiff.buffer.slice(0, 44),
    `${date}\0`,
    jpeg.slice(2),
  ])
}
