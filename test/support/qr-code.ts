import jsQR from 'jsqr'
import type { Picture } from './pixels.ts'

/**
 * Reads the QR code that fills a picture, if it is one. This reader finds it less surely in a whole screen
 * than those of phones do.
 * @param scale the picture is seen in this scale, by the mean of its pixels, as a camera sees it.
 */
export function readQrCode({ width, height, colourAt }: Picture, scale = 1): string | undefined {
  const [wide, high] = [Math.floor(width * scale), Math.floor(height * scale)]
  const sums = new Float64Array(wide * high)
  const counts = new Float64Array(wide * high)
  for (let y = 0; y < Math.floor(high / scale); y += 1) {
    for (let x = 0; x < Math.floor(wide / scale); x += 1) {
      const at = Math.floor(y * scale) * wide + Math.floor(x * scale)
      sums[at] = (sums[at] ?? 0) + colourAt(x, y)[1]
      counts[at] = (counts[at] ?? 0) + 1
    }
  }
  const pixels = new Uint8ClampedArray(wide * high * 4)
  sums.forEach((sum, at) => pixels.fill(sum / (counts[at] ?? 1), at * 4, at * 4 + 4))
  return wide * high === 0 ? undefined : jsQR(pixels, wide, high)?.data
}
