import type { ByteReader } from '../byte-reader.ts'
import {
  applicationSegment,
  endOfImage,
  exifSegment,
  headerLimits,
  JpegSegments,
  startOfScan,
} from './jpeg-segments.ts'

const exifName = Buffer.from('Exif\0\0', 'latin1')

/** The marker, and the two bytes of the length, which counts itself. */
const headLength = 4

/** The most bytes of EXIF data that a segment can hold. */
export const maxExifLength = 0xffff - 2 - exifName.length

/** A segment that holds EXIF data (EXIF 2.32, 4.7.2). */
export function exifSegmentOf(data: Buffer): Buffer<ArrayBuffer> {
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
    if (data === undefined) return { free }
    return { exif: { at, data, length: headLength + exifName.length + data.length }, free }
  }
}
