import { lazy } from '../../lib/once.ts'
import { chunksOf, signature } from './png-chunks.ts'

/** What a picture's pixels are made of (PNG, third edition, 11.2 and 11.3.1). */
const pixelChunks = new Set(['IHDR', 'PLTE', 'tRNS', 'IDAT', 'IEND'])

/** The profiles of printers, the largest, take 2 MB. */
const maxProfile = 4 * 1024 ** 2

/**
 * Removes all chunks of a PNG that its pixels and their colours don't need. A decoder unpacks text
 * and profiles, which may become a thousand times as long.
 * @param png is overwritten.
 * @returns the beginning of it.
 */
export function removeSideChunks(png: Uint8Array<ArrayBuffer>): Uint8Array<ArrayBuffer> {
  let end = signature.length
  let hasProfile = false
  for (const { type, content, bytes } of chunksOf(png)) {
    // Of several profiles none after the first counts, nor is worth unpacking.
    const isFirstProfile: boolean = type === 'iCCP' && !hasProfile
    hasProfile ||= isFirstProfile
    if (pixelChunks.has(type) || (isFirstProfile && isProfile(content))) {
      png.set(bytes, end)
      end += bytes.length
    }
  }
  return png.subarray(0, end)
}

/** Loaded where it is needed: with the streams that it brings, it makes a start longer. */
const zlib = lazy(() => process.getBuiltinModule('node:zlib'))

/** Whether a chunk holds a colour profile of some size: its name, a zero, a zero, and it (11.3.2.3). */
function isProfile(content: Buffer): boolean {
  try {
    const compressed = content.subarray(content.indexOf(0) + 2)
    return zlib().inflateSync(compressed, { maxOutputLength: maxProfile }).length > 0
  } catch {
    return false
  }
}
