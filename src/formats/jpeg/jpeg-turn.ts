import type { ByteReader } from '../byte-reader.ts'
import { exifWith, withOrientation } from '../exif/exif-edit.ts'
import { readExif } from '../exif/exif.ts'
import type { FileChange, Turn } from '../format.ts'
import {
  applicationSegment,
  endOfImage,
  exifSegment,
  headerLimits,
  JpegSegments,
  startOfScan,
} from './jpeg-segments.ts'

const exifName = Buffer.from('Exif\0\0', 'latin1')
const headLength = 4

/** What the two bytes that say a segment's length can count, themselves included. */
const longest = 0xffff

/** The orientations that follow each other when a picture turns clockwise (EXIF 2.32, 4.6.4 A). */
const turns = [
  [1, 6, 3, 8],
  [2, 7, 4, 5],
]

/** Plans how a JPEG is turned by its EXIF data alone. `undefined` where these have no room for it. */
export async function planTurn(reader: ByteReader, turn: Turn): Promise<FileChange | undefined> {
  const { exif, free } = await findExif(reader)
  const facts = readExif(exif?.data ?? Buffer.alloc(0))
  const orientation = turned(facts.orientation, turn)
  const data = exif && withOrientation(exif.data, orientation)
  if (exif === undefined || (data === undefined && facts.taken === 0)) {
    // In front of data that can't be read: readers take what comes first.
    return { position: free, removed: 0, bytes: exifSegmentOf(exifWith(orientation)) }
  }
  const removed = headLength + exifName.length + exif.data.length
  const isTooLong = data === undefined || 2 + exifName.length + data.length > longest
  return isTooLong ? undefined : { position: exif.at, removed, bytes: exifSegmentOf(data) }
}

function turned(orientation: number, turn: Turn): number {
  const circle = turns.find((each) => each.includes(orientation)) ?? []
  return circle[(circle.indexOf(orientation) + turn / 90) % 4] ?? orientation
}

/** A segment that holds EXIF data (EXIF 2.32, 4.7.2). */
export function exifSegmentOf(data: Buffer): Buffer {
  const head = Buffer.of(0xff, exifSegment, 0, 0)
  head.writeUInt16BE(2 + exifName.length + data.length, 2)
  return Buffer.concat([head, exifName, data])
}

/**
 * Finds the EXIF data before the first scan, and where the segment begins that holds them.
 * @returns also where a segment can be inserted: behind those that JFIF wants to be the first.
 */
export async function findExif(reader: ByteReader) {
  const segments = new JpegSegments(reader, headerLimits)
  let free = 2
  for (;;) {
    const segment = await segments.next()
    if (segment === undefined || segment.marker === endOfImage || segment.marker === startOfScan) {
      return { free }
    }
    const at = reader.position - headLength
    if (segment.marker === applicationSegment && at === free) {
      free += headLength + Math.max(0, segment.length)
    }
    if (segment.marker !== exifSegment) continue
    const name = await segments.content(exifName.length)
    if (name?.toString('latin1').startsWith('Exif\0') !== true) continue
    const data = await segments.content()
    return data === undefined ? { free } : { exif: { at, data }, free }
  }
}
