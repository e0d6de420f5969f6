import jsQR from 'jsqr'
import type { Picture } from './pixels.ts'

/** A part of a picture: left, top, right, bottom. */
export type Box = readonly [number, number, number, number]

/**
 * Reads the QR code in a part of a picture, if there is one. This reader finds it less surely in a whole
 * screen than those of phones do.
 * @param scale the part is seen in this scale, by the mean of its pixels, as a camera sees it.
 */
export function readQrCode(
  { colourAt }: Picture,
  [left, top, right, bottom]: Box,
  scale = 1,
): string | undefined {
  const [wide, high] = [Math.floor((right - left) * scale), Math.floor((bottom - top) * scale)]
  const sums = new Float64Array(wide * high)
  const counts = new Float64Array(wide * high)
  for (let y = 0; y < Math.floor(high / scale); y += 1) {
    for (let x = 0; x < Math.floor(wide / scale); x += 1) {
      const at = Math.floor(y * scale) * wide + Math.floor(x * scale)
      sums[at] = (sums[at] ?? 0) + colourAt(Math.floor(left) + x, Math.floor(top) + y)[1]
      counts[at] = (counts[at] ?? 0) + 1
    }
  }
  const pixels = new Uint8ClampedArray(wide * high * 4)
  sums.forEach((sum, at) => pixels.fill(sum / (counts[at] ?? 1), at * 4, at * 4 + 4))
  return wide * high === 0 ? undefined : jsQR(pixels, wide, high)?.data
}
