import type { ByteReader } from '../byte-reader.ts'
import { readExif } from '../exif/exif.ts'
import type { PictureFacts } from '../format.ts'
import { librarySize } from '../library-size.ts'

const riffLength = 12
const chunkHeadLength = 8

/** More chunks than any encoder writes around a still picture. */
const maxChunks = 64

/** More than any camera writes. */
const maxExifLength = 1024 ** 2

const exifName = 'Exif\0\0'

/** A bit of the flags of `VP8X` (RFC 9649, 2.7). */
const hasExif = 0x08
const flagsAt = 20

/** Of the three kinds of WebP, the lossless one (`VP8L`) gives its dimensions first. */
const headerLength = (start: Buffer) => (start[15] === 'L'.charCodeAt(0) ? 25 : 30)

/** A lossless WebP is decoded into a buffer of its own first (2.6); lossy pixels are not. */
const lossless = 8
const lossy = 4

/**
 * Reads the header of a WebP. The orientation in its EXIF data does not count, as it does not in
 * Chromium: programs that turn a picture while they convert it often leave the old one in.
 */
export async function readFacts(reader: ByteReader): Promise<PictureFacts | undefined> {
  const start = Buffer.from(reader.view.subarray(0, 30))
  // The library makes dimensions up where a WebP ends before it gives them.
  if (start.length < headerLength(start)) return undefined
  const size = await librarySize(start)
  if (size === undefined) return undefined
  const isExtended = start.toString('latin1', 12, 16) === 'VP8X'
  const isExifWanted = isExtended && ((start[flagsAt] ?? 0) & hasExif) !== 0
  return { ...size, orientation: 1, ...(await readChunks(reader, isExifWanted)) }
}

/** Walks over the chunks as far as something is looked for. */
async function readChunks(reader: ByteReader, isExifWanted: boolean) {
  let heldPerPixel: number | undefined
  await reader.skip(riffLength)
  for (let count = 0; count < maxChunks; count += 1) {
    const head = await reader.take(chunkHeadLength)
    if (head === undefined) break
    const name = head.toString('latin1', 0, 4)
    const length = head.readUInt32LE(4)
    if (name === 'VP8 ') heldPerPixel ??= lossy
    if (name === 'VP8L' || name === 'ANMF') heldPerPixel ??= lossless
    if (heldPerPixel !== undefined && !isExifWanted) break
    if (name === 'EXIF' && length <= maxExifLength) {
      const exif = await reader.take(length)
      const taken = exif === undefined ? 0 : readExif(withoutName(exif)).taken
      return { heldPerPixel: heldPerPixel ?? lossless, taken }
    }
    if (!(await reader.skip(length + (length % 2)))) break
  }
  return { heldPerPixel: heldPerPixel ?? lossless, taken: 0 }
}

/** Some programs put the name before the data that JPEGs have there. */
const withoutName = (exif: Buffer) =>
  exif.toString('latin1', 0, exifName.length) === exifName ? exif.subarray(exifName.length) : exif
