import { maxTextLength, textOf } from '../description.ts'
import type { PictureFacts } from '../format.ts'
import { fieldTypes, TiffReader } from './tiff-reader.ts'

const { ascii, short, long } = fieldTypes

/** Tags of fields (EXIF 2.32, 4.6.8). */
export const tags = {
  imageDescription: 0x010e,
  make: 0x010f,
  model: 0x0110,
  orientation: 0x0112,
  thumbnailOffset: 0x0201,
  thumbnailLength: 0x0202,
  exifDirectory: 0x8769,
  dateTimeOriginal: 0x9003,
  dateTimeDigitized: 0x9004,
}

/** `YYYY:MM:DD HH:MM:SS` (EXIF 2.32, 4.6.5 F), also with the separators that some software writes. */
const datePattern = /^(\d{4})[:/.-](\d\d)[:/.-](\d\d)[ T](\d\d):(\d\d):(\d\d)$/
const dateLength = 19

/** More than any camera writes, in bytes. */
export const maxExifLength = 1024 ** 2

/** What stands before EXIF data in a JPEG; some programs put another byte at the end (4.7.2). */
export const exifName = 'Exif\0\0'

export const isExifName = (name: string) => name.startsWith('Exif\0')

/** In bytes; no camera has a longer name. */
const longestWords = 64

/** Clocks that were never set start on 1970-01-01. */
const earliest = Date.UTC(1970, 0, 2)

/** What the service takes from EXIF data. The orientation is 1, upright, unless they give one. */
export type ExifFacts = Required<
  Pick<PictureFacts, 'orientation' | 'taken' | 'camera' | 'description'>
>

/** Reads EXIF data, which is a TIFF structure (EXIF 2.32, 4.5); without any, what goes for a picture then. */
export const readExif = (data?: Buffer): ExifFacts => readTiff(new TiffReader(data))

/** Reads EXIF data, of which the reader then knows whether they are cut off. */
export const readTiff = (tiff: TiffReader): ExifFacts => ({
  orientation: readOrientation(tiff),
  taken: readTaken(tiff),
  camera: readCamera(tiff),
  description: textOf(Buffer.from(readText(tiff, tags.imageDescription, maxTextLength), 'latin1')),
})

/** Finds the small JPEG that EXIF data hold (4.5.5), whatever its bytes are. */
export function findThumbnail(data: Buffer): Buffer | undefined {
  const tiff = new TiffReader(data)
  const directory = tiff.directoryAfter(tiff.firstDirectory)
  const valueOf = (tag: number) => {
    const entry = tiff.find(directory, tag)
    return entry?.type === long ? tiff.uint32(entry.valueAt) : 0
  }
  const [at, length] = [valueOf(tags.thumbnailOffset), valueOf(tags.thumbnailLength)]
  return length > 0 && at + length <= data.length ? data.subarray(at, at + length) : undefined
}

function readCamera(tiff: TiffReader): string {
  const [make, model] = [readWords(tiff, tags.make), readWords(tiff, tags.model)]
  // Most models begin with the name of the make already.
  const name = make.split(' ', 1).join().toLowerCase()
  return model.toLowerCase().startsWith(name) ? model : `${make} ${model}`.trim()
}

/** Reads a short text of the first directory. What is not printable is left out. */
const readWords = (tiff: TiffReader, tag: number): string =>
  readText(tiff, tag, longestWords)
    .replace(/[^ -~]/g, '')
    .trim()

/** Reads a text of the first directory up to its end, or so many bytes of it, as Latin-1. */
function readText(tiff: TiffReader, tag: number, most: number): string {
  const entry = tiff.find(tiff.firstDirectory, tag)
  if (entry?.type !== ascii) return ''
  const { count, valueAt } = entry
  const text = tiff.text(count > 4 ? tiff.uint32(valueAt) : valueAt, Math.min(count, most))
  return text.replace(/\0.*$/s, '')
}

function readOrientation(tiff: TiffReader): number {
  const entry = tiff.find(tiff.firstDirectory, tags.orientation)
  if (entry?.type !== short || entry.count !== 1) return 1
  const value = tiff.uint16(entry.valueAt)
  return value >= 1 && value <= 8 ? value : 1
}

function readTaken(tiff: TiffReader): number {
  const pointer = tiff.find(tiff.firstDirectory, tags.exifDirectory)
  if (pointer?.type !== long) return 0
  const directory = tiff.uint32(pointer.valueAt)
  return (
    readDate(tiff, directory, tags.dateTimeOriginal) ||
    readDate(tiff, directory, tags.dateTimeDigitized)
  )
}

function readDate(tiff: TiffReader, directory: number, tag: number): number {
  const entry = tiff.find(directory, tag)
  if (entry?.type !== ascii || entry.count < dateLength) return 0
  return parseDate(tiff.text(tiff.uint32(entry.valueAt), dateLength))
}

function parseDate(text: string): number {
  const moment = text.replace(datePattern, '$1-$2-$3T$4:$5:$6')
  const time = Date.parse(`${moment}Z`)
  // A day that no calendar has, such as 30 February, is parsed as another one.
  const exists = time >= earliest && new Date(time).toISOString().startsWith(moment)
  return exists ? time / 1000 : 0
}
