import type { ByteReader } from '../byte-reader.ts'
import { noExif, readExif, type ExifFacts } from '../exif/exif.ts'
import type { PictureFacts } from '../format.ts'
import { librarySize } from '../library-size.ts'
import { maxXmpLength } from '../xmp/xmp-facts.ts'
import { chunksOf } from './webp-chunks.ts'

/** More than any camera writes. */
const maxExifLength = 1024 ** 2

const exifName = 'Exif\0\0'

/** Bits of the flags of `VP8X` (RFC 9649, 2.7). */
const hasExif = 0x08
const hasXmp = 0x04
const flagsAt = 20

/** How far the dimensions reach: of the three kinds of WebP, the lossless one gives them first. */
const headerLength = (start: Buffer) => (start[15] === 'L'.charCodeAt(0) ? 25 : 30)

/** Bytes held for each pixel: a lossless WebP is first decoded into a buffer of its own (2.6). */
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
  const flags = isExtended ? (start[flagsAt] ?? 0) : 0
  return { ...size, orientation: 1, ...(await readChunks(reader, flags)) }
}

/** Walks over the chunks until all that is wanted is found. */
async function readChunks(reader: ByteReader, flags: number) {
  let heldPerPixel: number | undefined
  let exif: ExifFacts | undefined = (flags & hasExif) === 0 ? noExif : undefined
  let xmp: Buffer | undefined
  let isXmpWanted = (flags & hasXmp) !== 0
  for await (const { name, length } of chunksOf(reader)) {
    if (name === 'VP8 ') heldPerPixel ??= lossy
    if (name === 'VP8L' || name === 'ANMF') heldPerPixel ??= lossless
    if (heldPerPixel !== undefined && exif !== undefined && !isXmpWanted) break
    if (name === 'EXIF' && exif === undefined && length <= maxExifLength) {
      const data = await reader.take(length)
      exif = data === undefined ? noExif : readExif(withoutName(data))
    } else if (isXmpName(name) && isXmpWanted && length <= maxXmpLength) {
      xmp = await reader.take(length)
      isXmpWanted = false
    }
  }
  const { taken, description } = exif ?? noExif
  return { heldPerPixel: heldPerPixel ?? lossless, taken, description, xmp }
}

/** Some programs write a zero in place of the space. */
const isXmpName = (name: string) => name === 'XMP ' || name === 'XMP\0'

/** Some programs put the name before the data that JPEGs have there. */
const withoutName = (exif: Buffer) =>
  exif.toString('latin1', 0, exifName.length) === exifName ? exif.subarray(exifName.length) : exif
