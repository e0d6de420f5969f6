import type { ByteReader } from '../byte-reader.ts'
import type { Format } from '../format.ts'
import { firstWebpFrame } from './webp-frame.ts'
import { readFacts } from './webp-header.ts'

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
