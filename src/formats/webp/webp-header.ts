import type { ByteReader } from '../byte-reader.ts'
import { noExif, readExif, type ExifFacts } from '../exif/exif.ts'
import type { PictureFacts, Size } from '../format.ts'
import { maxXmpLength } from '../xmp/xmp-facts.ts'
import { chunksOf } from './webp-chunks.ts'

/** More than any camera writes. */
const maxExifLength = 1024 ** 2

const exifName = 'Exif\0\0'

/** Bits of the flags of `VP8X` (RFC 9649, 2.7). */
const hasExif = 0x08
const hasXmp = 0x04
const flagsAt = 20

/** Sides of pictures that are not extended take 14 bits. */
const maxSide = 0x3fff

/** Bytes held for each pixel: a lossless WebP is first decoded into a buffer of its own (2.6). */
const lossless = 8
const lossy = 4

/**
 * Reads the header of a WebP. The orientation in its EXIF data does not count, as it does not in
 * Chromium: programs that turn a picture while they convert it often leave the old one in.
 */
export async function readFacts(reader: ByteReader): Promise<PictureFacts | undefined> {
  const start = Buffer.from(reader.view.subarray(0, 30))
  const kind = start.toString('latin1', 12, 16)
  if (start.length < (kind === 'VP8L' ? 25 : 30)) return undefined
  const size = sizeIn(start, kind)
  const flags = kind === 'VP8X' ? start.readUInt8(flagsAt) : 0
  return size && { ...size, orientation: 1, ...(await readChunks(reader, flags)) }
}

/** Reads the dimensions, which each kind of WebP stores in its own way (2.5 to 2.7). */
function sizeIn(start: Buffer, kind: string): Size | undefined {
  switch (kind) {
    case 'VP8X':
      return { width: 1 + start.readUIntLE(24, 3), height: 1 + start.readUIntLE(27, 3) }
    case 'VP8L': {
      const sides = start.readUInt32LE(21)
      return { width: 1 + (sides & maxSide), height: 1 + ((sides >>> 14) & maxSide) }
    }
    case 'VP8 ':
      return { width: start.readUInt16LE(26) & maxSide, height: start.readUInt16LE(28) & maxSide }
    default:
      return undefined
  }
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
