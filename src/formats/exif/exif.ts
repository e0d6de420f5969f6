import { fieldTypes, TiffReader } from './tiff-reader.ts'

const { ascii, short, long } = fieldTypes

/** Tags of fields (EXIF 2.32, 4.6.8). */
export const tags = {
  orientation: 0x0112,
  exifDirectory: 0x8769,
  dateTimeOriginal: 0x9003,
  dateTimeDigitized: 0x9004,
}

/** `YYYY:MM:DD HH:MM:SS` (EXIF 2.32, 4.6.5 F), also with the separators that some software writes. */
const datePattern = /^(\d{4})[:/.-](\d\d)[:/.-](\d\d)[ T](\d\d):(\d\d):(\d\d)$/
const dateLength = 19

/** Clocks that were never set start on 1970-01-01. */
const earliest = Date.UTC(1970, 0, 2)

/** What the service takes from EXIF data. */
export interface ExifFacts {
  /** 1 to 8 (4.6.4 A); 1, upright, where there is none or it has no meaning. */
  orientation: number
  /**
   * When the picture was shot or else digitized, in seconds since 1970-01-01 by the camera's clock;
   * 0 where there is no such date, or an impossible one. Fractions and time zones don't count.
   */
  taken: number
  /** Whether the data ends before something that was looked for. */
  isCutOff: boolean
}

/** What goes for pictures without EXIF data. */
export const noExif: ExifFacts = { orientation: 1, taken: 0, isCutOff: false }

/** Reads EXIF data, which is a TIFF structure (EXIF 2.32, 4.5). */
export function readExif(data: Buffer): ExifFacts {
  const tiff = new TiffReader(data)
  const orientation = readOrientation(tiff)
  const taken = readTaken(tiff)
  return { orientation, taken, isCutOff: tiff.hasOverrun }
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
