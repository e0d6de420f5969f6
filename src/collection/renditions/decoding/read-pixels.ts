import { isOpaque, premultiply, unpremultiply } from '../pixels/alpha.ts'
import { packBitmap } from '../pixels/bitmap.ts'
import { removeHiddenColours } from '../pixels/hidden-colours.ts'
import type { Pixels } from '../pixels/pixels.ts'
import { unpackPng, type UnpackedPng } from '../pixels/uncompressed-png.ts'

interface Size {
  width: number
  height: number
}

/**
 * Up to so many pixels a transparent picture is scaled from all of its pixels, multiplied by their
 * alpha. Larger ones are scaled as they are and mended at their edges: their edges are far finer
 * than what is left of them, and all pixels of 12 megapixels would take 100 MB more.
 */
export const maxExact = 700e3

/**
 * Reads a picture as pixels of a size, scaled so that nothing that is hidden under transparency
 * shows. The bytes of the file are decoded away from the JavaScript thread.
 * @param stored the file's own size, as its decoder gives it.
 * @throws what `Bun.Image` does.
 */
export async function readPixels(
  file: Blob | Uint8Array<ArrayBuffer>,
  stored: Size,
  size: Size,
  maxPixels: number,
): Promise<UnpackedPng> {
  const unpacked = await decode(new Bun.Image(file, { maxPixels, autoOrient: false }), stored, size)
  if (isSame(stored, size) || isOpaque(unpacked.pixels)) return unpacked
  if (stored.width * stored.height > maxExact) {
    removeHiddenColours(unpacked.pixels)
    return unpacked
  }
  const { pixels } = await decode(
    new Bun.Image(file, { maxPixels, autoOrient: false }),
    stored,
    stored,
  )
  return { ...unpacked, pixels: await scalePixels(pixels, size) }
}

/** Scales pixels, each by the weight of its alpha. The pixels given are changed on the way. */
export async function scalePixels(pixels: Pixels, size: Size): Promise<Pixels> {
  if (isSame(pixels, size)) return pixels
  premultiply(pixels)
  const scaled = await decode(new Bun.Image(packBitmap(pixels)), pixels, size)
  unpremultiply(scaled.pixels)
  return scaled.pixels
}

async function decode(picture: Bun.Image, stored: Size, size: Size): Promise<UnpackedPng> {
  const scaled = isSame(stored, size) ? picture : picture.resize(size.width, size.height)
  return unpackPng(await scaled.png({ compressionLevel: 0 }).buffer())
}

const isSame = (one: Size, other: Size) => one.width === other.width && one.height === other.height
