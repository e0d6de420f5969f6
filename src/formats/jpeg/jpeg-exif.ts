import type { ByteReader } from '../byte-reader.ts'
import { exifWith, withOrientation } from '../exif/exif-edit.ts'
import { exifName, findThumbnail, isExifName, readExif } from '../exif/exif.ts'
import type { FileChange, Turn } from '../format.ts'
import {
  applicationSegment,
  exifSegment,
  headerLimits,
  JpegSegments,
  startOfScan,
} from './jpeg-segments.ts'

/** The marker, and the two bytes of the length, which counts itself. */
const headLength = 4

/** The most bytes of EXIF data that a segment can hold. */
const maxExifLength = 0xffff - 2 - exifName.length

/** A segment that holds EXIF data (EXIF 2.32, 4.7.2). */
function exifSegmentOf(data: Buffer): Buffer<ArrayBuffer> {
  const head = Buffer.of(0xff, exifSegment, 0, 0)
  head.writeUInt16BE(2 + exifName.length + data.length, 2)
  return Buffer.concat([head, Buffer.from(exifName), data])
}

/**
 * Finds the EXIF data before the first scan, and where the segment begins that holds them.
 * @returns also where a segment can be inserted: behind those that JFIF wants to be the first.
 */
async function findExif(reader: ByteReader) {
  const segments = new JpegSegments(reader, headerLimits)
  let free = 2
  for await (const { marker, length } of segments) {
    if (marker === startOfScan) break
    const at = reader.position - headLength
    if (marker === applicationSegment && at === free) free += headLength + Math.max(0, length)
    if (marker !== exifSegment) continue
    const name = await segments.content(exifName.length)
    if (!isExifName(name.toString('latin1'))) continue
    const data = await segments.content()
    return { exif: { at, data, length: headLength + exifName.length + data.length }, free }
  }
  return { free }
}

const start = Buffer.of(0xff, 0xd8)

/** Reads the thumbnail of EXIF data, and gives it their orientation, as it has none (4.5.5). */
export async function readThumbnail(reader: ByteReader): Promise<Buffer<ArrayBuffer> | undefined> {
  const { exif } = await findExif(reader)
  const found = exif && findThumbnail(exif.data)
  if (exif === undefined || found?.subarray(0, 2).equals(start) !== true) return undefined
  const segment = exifSegmentOf(exifWith(readExif(exif.data).orientation))
  return Buffer.concat([start, segment, found.subarray(2)])
}

/** The orientations that follow each other when a picture turns clockwise (EXIF 2.32, 4.6.4 A). */
const turns = [
  [1, 6, 3, 8],
  [2, 7, 4, 5],
]

/** Plans how a JPEG is turned by its EXIF data alone. `undefined` where these have no room for it. */
export async function planTurn(reader: ByteReader, turn: Turn): Promise<FileChange | undefined> {
  const { exif, free } = await findExif(reader)
  const facts = readExif(exif?.data)
  const orientation = turned(facts.orientation, turn)
  const data = exif && withOrientation(exif.data, orientation)
  if (exif === undefined || (data === undefined && facts.taken === 0)) {
    // In front of data that can't be read: readers take what comes first.
    return { position: free, removed: 0, bytes: exifSegmentOf(exifWith(orientation)) }
  }
  if (data === undefined || data.length > maxExifLength) return undefined
  return { position: exif.at, removed: exif.length, bytes: exifSegmentOf(data) }
}

function turned(orientation: number, turn: Turn): number {
  const circle = turns.find((each) => each.includes(orientation)) ?? []
  return circle[(circle.indexOf(orientation) + turn / 90) % 4] ?? orientation
}
