import type { Window } from './window.ts'

/** The chunks that hold pixels: lossy, lossless, or a frame of an animation (RFC 9649, 2.5-2.7). */
const pixels = new Set(['VP8 ', 'VP8L', 'ANMF'])

/** Whether a WebP has all the chunks that its RIFF header tells of (RFC 9649, 2.3 and 2.4). */
export async function isWholeWebp(file: Window): Promise<boolean> {
  const riff = await file.take(12)
  if (riff === undefined) return false
  let hasPixels = false
  // The size counts from behind itself, so `WEBP` is in it.
  for (let left = riff.readUInt32LE(4) - 4; left >= 8;) {
    const chunk = await file.take(8)
    if (chunk === undefined) return false
    const length = chunk.readUInt32LE(4)
    // Chunks begin at even positions; the last one's filling is sometimes left out.
    const padded = Math.min(length + (length % 2), left - 8)
    if (length > left - 8 || !(await file.skip(padded))) return false
    hasPixels ||= pixels.has(chunk.toString('latin1', 0, 4))
    left -= 8 + padded
  }
  return hasPixels
}
