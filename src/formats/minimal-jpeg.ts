import { endOfImage, exifSegment, isFrameHeader, standsAlone, startOfScan } from './jpeg-markers.ts'
import { readBytes, type ByteSource } from './byte-source.ts'

/** More than any camera or editor puts before the dimensions. */
const maxSegments = 1000

/** A marker, the length of its segment and its first four bytes. */
const beginning = 8

/** The same behind some filling. */
const headLength = 24

/**
 * A JPEG of nothing but what tells the dimensions and the orientation of another one, however much
 * lies before them: depth maps, previews, filling (ITU-T T.81, B.1.1.2).
 * @returns `undefined` where no segments in good order lead to the dimensions.
 */
export async function minimalJpeg(source: ByteSource): Promise<Uint8Array | undefined> {
  let exif: Uint8Array | undefined
  let at = 2
  for (let segments = 0; segments < maxSegments; segments += 1) {
    const head = await readBytes(source, at, headLength)
    const filling = head.findIndex((_, index) => head[index + 1] !== 0xff)
    const marker = head[filling + 1]
    if (head[filling] !== 0xff) return undefined
    at += filling
    if (marker === undefined || filling + beginning > head.length) {
      if (head.length < headLength) return undefined
      continue
    }
    if (marker === endOfImage || marker === startOfScan) return undefined
    if (standsAlone(marker)) {
      at += 2
      continue
    }
    const length = 2 + head.readUInt16BE(filling + 2)
    if (length < 4) return undefined
    const isExif =
      marker === exifSegment && head.toString('latin1', filling + 4, filling + beginning) === 'Exif'
    if (isExif) exif ??= await readBytes(source, at, length)
    if (isFrameHeader(marker)) {
      const frame = await readBytes(source, at, length)
      const [start, end] = [Buffer.of(0xff, 0xd8), Buffer.of(0xff, endOfImage)]
      return Buffer.concat([start, ...(exif === undefined ? [] : [exif]), frame, end])
    }
    at += length
  }
  return undefined
}
