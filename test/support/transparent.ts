import { pngOf, readPng, type Colour } from './pixels.ts'

export type Pixel = readonly [red: number, green: number, blue: number, alpha: number]
export type PixelAt = (x: number, y: number) => Pixel

export function paintPixels(width: number, height: number, pixelAt: PixelAt): Buffer {
  const rows = Buffer.alloc(height * (1 + 4 * width))
  for (let y = 0, at = 0; y < height; y += 1) {
    at += 1
    for (let x = 0; x < width; x += 1, at += 4) rows.set(pixelAt(x, y), at)
  }
  return pngOf(width, height, [8, 6], rows)
}

/** What a picture looks like in front of a background, if every pixel counts by its alpha. */
const seenOn = ([red, green, blue, alpha]: Pixel, background: Colour): Colour => {
  const mix = (value: number, behind: number) => (value * alpha + behind * (255 - alpha)) / 255
  return [mix(red, background[0]), mix(green, background[1]), mix(blue, background[2])]
}

/** Gives the mean of what is seen within a box of pixels. */
export function meanSeen(
  pixelAt: PixelAt,
  background: Colour,
  { left, top, side }: { left: number; top: number; side: number },
): Colour {
  const sums: [number, number, number] = [0, 0, 0]
  for (let y = top; y < top + side; y += 1) {
    for (let x = left; x < left + side; x += 1) {
      seenOn(pixelAt(x, y), background).forEach((value, channel) => {
        sums[channel] = (sums[channel] ?? 0) + value / side ** 2
      })
    }
  }
  return sums
}

/** Decodes any picture, losslessly. */
export const decoded = async (picture: Uint8Array) =>
  readPng(await new Bun.Image(picture).png().bytes())
