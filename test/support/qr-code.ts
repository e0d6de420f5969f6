import jsQR from 'jsqr'
import type { Picture } from './pixels.ts'

/**
 * Reads the QR code that fills a picture, if it is one. This reader finds it less surely in a whole screen
 * than those of phones do.
 */
export function readQrCode({ width, height, colourAt }: Picture): string | undefined {
  const pixels = new Uint8ClampedArray(width * height * 4)
  for (let at = 0; at < width * height; at += 1) {
    const [, green] = colourAt(at % width, Math.floor(at / width))
    pixels.fill(green, at * 4, at * 4 + 4)
  }
  return width * height === 0 ? undefined : jsQR(pixels, width, height)?.data
}
