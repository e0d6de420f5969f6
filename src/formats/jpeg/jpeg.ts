import type { ByteReader } from '../byte-reader.ts'
import { exifName, isExifName, readExif, readTiff, type ExifFacts } from '../exif/exif.ts'
import { TiffReader } from '../exif/tiff-reader.ts'
import type { Format } from '../format.ts'
import { isFrameHeader, isSequential, readFrame, obstacleOf, type JpegFrame } from './jpeg-frame.ts'
import {
  endOfImage,
  exifSegment,
  headerLimits,
  JpegSegments,
  photoshopSegment,
  startOfScan,
} from './jpeg-segments.ts'
import { readIptcCaption } from './iptc.ts'
import { planTurn, readThumbnail } from './jpeg-exif.ts'

/** What XMP data begins with (XMP specification, part 3, 1.1.3). */
const xmpName = 'http://ns.adobe.com/xap/1.0/\0'
const exifStartLength = 3 * 1024

/** Of a JPEG whose first scan can't be found: three coefficients for each pixel, two bytes each. */
const mostPerPixel = 6

/** JPEG (ITU-T T.81), with orientation by EXIF. */
export const jpeg: Format<'jpg'> = {
  type: 'jpg',
  name: 'JPEG',
  mediaType: 'image/jpeg',
  extensions: ['jpg', 'jpeg'],
  otherExtensions: ['jfif', 'jfi', 'jif', 'jpe', 'pjpeg', 'pjpg', 'pjp'],
  hasSignature: (start) => start.startsWith('\xff\xd8\xff'),
  readFacts,
  isWhole,
  maxPixels: 200e6,
  shrinksWhileDecoding: true,
  countScans,
  planTurn,
  readThumbnail,
  hasTransparency: false,
  rendersAs: 'jpg',
}

/** Walks to the first scan: what comes before is the header, in any order (B.2.1). */
async function readFacts(reader: ByteReader) {
  const segments = new JpegSegments(reader, headerLimits)
  let exif: ExifFacts | undefined
  let xmp: Buffer | undefined
  let caption: string | undefined
  let frame: JpegFrame | undefined
  let heldPerPixel: number | undefined
  for (;;) {
    const marker = (await segments.next())?.marker
    if (marker === undefined) break
    if (marker === startOfScan) {
      const componentsInScan = (await segments.content(1))[0]
      heldPerPixel = frame && perPixel(frame, componentsInScan)
      break
    }
    if (marker === exifSegment) {
      const name = (await segments.content(exifName.length)).toString('latin1')
      if (isExifName(name)) exif ??= await exifFacts(segments)
      else if (xmpName.startsWith(name)) xmp ??= await xmpPacket(segments)
    }
    if (marker === photoshopSegment) caption ??= readIptcCaption(await segments.content())
    if (isFrameHeader(marker)) frame ??= readFrame(marker, await segments.content())
  }
  if (frame === undefined) return undefined
  const { width, height } = frame
  return {
    width,
    height,
    ...(exif ?? readExif()),
    caption,
    xmp,
    heldPerPixel: heldPerPixel ?? mostPerPixel,
    hasInks: frame.components === 4,
    obstacle: obstacleOf(frame),
  }
}

/** Reads what follows the start of the name. */
async function xmpPacket(segments: JpegSegments): Promise<Buffer | undefined> {
  const rest = (await segments.content()).toString('latin1')
  const end = xmpName.slice(exifName.length)
  return rest.startsWith(end) ? Buffer.from(rest.slice(end.length), 'latin1') : undefined
}

async function exifFacts(segments: JpegSegments): Promise<ExifFacts> {
  // Most cameras put a small picture behind what is of use here.
  const start = await segments.content(exifStartLength)
  const tiff = new TiffReader(start)
  const facts = readTiff(tiff)
  return tiff.hasOverrun ? readExif(Buffer.concat([start, await segments.content()])) : facts
}

/**
 * A JPEG of one scan is decoded row by row. One of several, as all progressive ones are, is held
 * as a whole before the first row comes out (B.2.2 and B.2.3).
 */
const perPixel = (frame: JpegFrame, componentsInScan: number | undefined) =>
  isSequential(frame) && componentsInScan === frame.components ? 0 : frame.coefficientsPerPixel

/** A progressive JPEG may have any number of scans that refine what is there (ITU-T T.81, G.1.1.1). */
async function countScans(reader: ByteReader): Promise<number> {
  let scans = 0
  for await (const { marker } of new JpegSegments(reader)) scans += marker === startOfScan ? 1 : 0
  return scans
}

/**
 * Whether a JPEG goes on to its end-of-image marker (B.2.1). Cameras put more behind it, such as
 * a second picture or a film, so the last bytes of the file say nothing.
 */
async function isWhole(reader: ByteReader): Promise<boolean> {
  let hasScan = false
  for await (const { marker, length } of new JpegSegments(reader)) {
    if (length < 0) return false
    if (marker === endOfImage) return hasScan
    hasScan ||= marker === startOfScan
  }
  return false
}
