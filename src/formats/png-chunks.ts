/** What a picture's pixels are made of (PNG, third edition, 11.2 and 11.3.1). */
const pixelChunks = new Set(['IHDR', 'PLTE', 'tRNS', 'IDAT', 'IEND'])

const signatureLength = 8

/** Length, type and checksum. */
const overhead = 12

/**
 * Removes all chunks of a PNG that its pixels don't need. A decoder unpacks text and profiles, which
 * may become a thousand times as long.
 * @param png is overwritten.
 * @returns the beginning of it.
 */
export function removeSideChunks(png: Uint8Array<ArrayBuffer>): Uint8Array<ArrayBuffer> {
  const view = Buffer.from(png.buffer, png.byteOffset, png.byteLength)
  let end = signatureLength
  for (let at = signatureLength; at + overhead <= png.length;) {
    const next = at + overhead + view.readUInt32BE(at)
    if (pixelChunks.has(view.toString('latin1', at + 4, at + 8))) {
      png.copyWithin(end, at, next)
      end += Math.min(next, png.length) - at
    }
    at = next
  }
  return png.subarray(0, end)
}
