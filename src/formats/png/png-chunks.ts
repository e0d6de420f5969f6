import { inflateSync } from 'node:zlib'

/** What a picture's pixels are made of (PNG, third edition, 11.2 and 11.3.1). */
const pixelChunks = new Set(['IHDR', 'PLTE', 'tRNS', 'IDAT', 'IEND'])

const signatureLength = 8

/** Length, type and checksum. */
const overhead = 12

/** The profiles of printers, the largest, take 2 MB. */
const maxProfile = 4 * 1024 ** 2

/**
 * Removes all chunks of a PNG that its pixels and their colours don't need. A decoder unpacks text
 * and profiles, which may become a thousand times as long.
 * @param png is overwritten.
 * @returns the beginning of it.
 */
export function removeSideChunks(png: Uint8Array<ArrayBuffer>): Uint8Array<ArrayBuffer> {
  const view = Buffer.from(png.buffer, png.byteOffset, png.byteLength)
  let end = signatureLength
  let hasProfile = false
  for (let at = signatureLength; at + overhead <= png.length;) {
    const next = at + overhead + view.readUInt32BE(at)
    const type = view.toString('latin1', at + 4, at + 8)
    const content = view.subarray(at + 8, next - 4)
    // Of several profiles none after the first counts, nor is worth unpacking.
    const isFirstProfile: boolean = type === 'iCCP' && !hasProfile
    hasProfile ||= isFirstProfile
    if (pixelChunks.has(type) || (isFirstProfile && isProfile(content))) {
      png.copyWithin(end, at, next)
      end += Math.min(next, png.length) - at
    }
    at = next
  }
  return png.subarray(0, end)
}

/** Whether a chunk holds a colour profile of some size: its name, a zero, a zero, and it (11.3.2.3). */
function isProfile(content: Buffer): boolean {
  try {
    const compressed = content.subarray(content.indexOf(0) + 2)
    return inflateSync(compressed, { maxOutputLength: maxProfile }).length > 0
  } catch {
    return false
  }
}
