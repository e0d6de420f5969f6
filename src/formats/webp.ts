import type { SequentialReader } from './sequential-reader.ts'

/** The chunks that hold pixels: lossy, lossless, or a frame of an animation (RFC 9649, 2.5-2.7). */
const pixels = new Set(['VP8 ', 'VP8L', 'ANMF'])

/** What a chunk may be called; no room that was never written to is (RFC 9649, 2.3). */
const chunkName = /^[ -~]{4}$/

/**
 * At the end of some pixels so many bytes of zeros are what was never written. The lossy format
 * itself ends with some where a picture is of one colour below: with 6 KB for 8000 by 8000 pixels,
 * which makes 26 KB for the largest that there can be.
 */
const tooManyZeros = 64 * 1024

/** Whether a WebP has all the chunks that its RIFF header tells of (RFC 9649, 2.3 and 2.4). */
export async function isWholeWebp(file: SequentialReader): Promise<boolean> {
  const riff = await file.take(12)
  if (riff === undefined) return false
  let hasPixels = false
  // The size counts from behind itself, so `WEBP` is in it.
  for (let left = riff.readUInt32LE(4) - 4; left >= 8;) {
    const chunk = await file.take(8)
    const name = chunk?.toString('latin1', 0, 4) ?? ''
    if (chunk === undefined || !chunkName.test(name)) return false
    const length = chunk.readUInt32LE(4)
    // Chunks begin at even positions; the last one's filling is sometimes left out.
    const padded = Math.min(length + (length % 2), left - 8)
    if (length > left - 8) return false
    let zeros = 0
    const isThere = await file.skip(padded, (piece) => {
      const last = piece.findLastIndex((byte) => byte !== 0)
      zeros = last === -1 ? zeros + piece.length : piece.length - 1 - last
    })
    if (!isThere || (pixels.has(name) && zeros >= tooManyZeros)) return false
    hasPixels ||= pixels.has(name)
    left -= 8 + padded
  }
  return hasPixels
}
