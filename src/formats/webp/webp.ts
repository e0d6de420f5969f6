import type { ByteReader } from '../byte-reader.ts'
import { exifName, maxExifLength, readExif } from '../exif/exif.ts'
import type { Format, PictureFacts } from '../format.ts'
import { librarySize } from '../library-size.ts'
import { maxXmpLength } from '../xmp/xmp-text.ts'
import { chunksOf } from './webp-chunks.ts'
import { firstWebpFrame } from './webp-frame.ts'

/** WebP (RFC 9649). */
export const webp: Format<'webp'> = {
  type: 'webp',
  name: 'WebP',
  mediaType: 'image/webp',
  extensions: ['webp'],
  hasSignature: (start) => start.startsWith('RIFF') && start.startsWith('WEBP', 8),
  readFacts,
  isWhole,
  firstFrame: firstWebpFrame,
  maxPixels: 50e6,
  hasTransparency: true,
  rendersAs: 'webp',
}

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
async function readFacts(reader: ByteReader): Promise<PictureFacts | undefined> {
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
  let exif: Buffer | undefined
  let xmp: Buffer | undefined
  const isExifWanted = () => exif === undefined && (flags & hasExif) !== 0
  const isXmpWanted = () => xmp === undefined && (flags & hasXmp) !== 0
  for await (const { name, length } of chunksOf(reader)) {
    if (name === 'VP8 ') heldPerPixel ??= lossy
    if (name === 'VP8L' || name === 'ANMF') heldPerPixel ??= lossless
    if (heldPerPixel !== undefined && !isExifWanted() && !isXmpWanted()) break
    if (name === 'EXIF' && isExifWanted() && length <= maxExifLength) {
      exif = await reader.take(length)
    } else if (isXmpName(name) && isXmpWanted() && length <= maxXmpLength) {
      xmp = await reader.take(length)
    }
  }
  const { taken, description } = readExif(exif && withoutName(exif))
  return { heldPerPixel: heldPerPixel ?? lossless, taken, description, xmp }
}

/** Some programs write a zero in place of the space. */
const isXmpName = (name: string) => name === 'XMP ' || name === 'XMP\0'

/** Some programs put the name before the data that JPEGs have there. */
const withoutName = (exif: Buffer) =>
  exif.toString('latin1', 0, exifName.length) === exifName ? exif.subarray(exifName.length) : exif

/** The chunks that hold pixels: lossy, lossless, or a frame of an animation (RFC 9649, 2.5-2.7). */
const pixels = new Set(['VP8 ', 'VP8L', 'ANMF'])

/**
 * Whether this may be the name of a chunk (RFC 9649, 2.3): some programs write `XMP` with a zero
 * behind it. Four zeros are room that was never written to.
 */
const isChunkName = (name: string) => /^[ -~]{4}$/.test(name.replace('\0', ' '))

/**
 * So many bytes of zeros at the end of the pixels were never written. The lossy format itself ends
 * with some zeros where the lower part of a picture is of one colour: with 6 KB for 8000 by 8000
 * pixels, which makes 26 KB for the largest that there can be.
 */
const tooManyZeros = 64 * 1024

/** Whether a WebP has all the chunks that its RIFF header announces (RFC 9649, 2.3 and 2.4). */
async function isWhole(file: ByteReader): Promise<boolean> {
  const riff = await file.take(12)
  if (riff === undefined) return false
  let hasPixels = false
  // The size counts from behind itself, so `WEBP` is in it.
  for (let left = riff.readUInt32LE(4) - 4; left >= 8;) {
    const head = await file.take(8)
    const name = head?.toString('latin1', 0, 4) ?? ''
    if (head === undefined || !isChunkName(name)) return false
    const length = head.readUInt32LE(4)
    // Chunks begin at even positions; the last one's filling is sometimes left out.
    const padded = Math.min(length + (length % 2), left - 8)
    if (length > left - 8) return false
    let zeros = 0
    const isThere = await file.skip(padded, (chunk) => {
      const last = chunk.findLastIndex((byte) => byte !== 0)
      zeros = last === -1 ? zeros + chunk.length : chunk.length - 1 - last
    })
    if (!isThere || (pixels.has(name) && zeros >= tooManyZeros)) return false
    hasPixels ||= pixels.has(name)
    left -= 8 + padded
  }
  return hasPixels
}
