import { turnedSize, type Size } from '../../formats/format.ts'
import { packBmp } from '../pixels/bmp.ts'
import { readProfile } from '../pixels/icc-profile.ts'
import { emptyPixels, orient, place, type Pixels } from '../pixels/pixels.ts'
import { convertToSrgb, profileOfGamma } from '../pixels/srgb.ts'
import {
  isOpaque,
  premultiply,
  removeHiddenColours,
  unpremultiply,
} from '../pixels/transparency.ts'
import { unpackPng, type UnpackedPng } from '../pixels/uncompressed-png.ts'
import type { Source } from './source.ts'

/**
 * Up to so many pixels a transparent picture is scaled from all of its pixels, multiplied by their
 * alpha. Larger ones are scaled as they are and mended at their edges: their edges are far finer
 * than what is left of them, and all pixels of 12 megapixels would take 100 MB more.
 */
export const maxExact = 700e3

/**
 * Scales a picture to pixels as it is displayed: on its canvas, upright, in sRGB.
 * @throws what `Bun.Image` does.
 */
export async function scaledPixels(
  input: Uint8Array<ArrayBuffer>,
  source: Source,
  size: Size,
): Promise<Pixels> {
  const { canvas, decoded, left, top, orientation, gamma } = source
  const onCanvas = turnedSize(size, orientation)
  const across = edges(left, decoded.width, canvas.width, onCanvas.width)
  const down = edges(top, decoded.height, canvas.height, onCanvas.height)
  const frame = { width: across.length, height: down.length }
  const { pixels, profile } = await decodeFrame(input, source, frame)
  const channels = profile === undefined ? profileOfGamma(gamma) : readProfile(profile)
  if (channels !== undefined) await convertToSrgb(pixels, channels)
  if (isSame(frame, onCanvas)) return orient(pixels, orientation)
  const whole = emptyPixels(onCanvas.width, onCanvas.height)
  place(pixels, whole, across.start, down.start)
  return orient(whole, orientation)
}

/** Where something lies along one side of the canvas once that is scaled. */
function edges(start: number, length: number, side: number, scaledSide: number) {
  const scale = scaledSide / side
  const first = Math.min(scaledSide - 1, Math.round(start * scale))
  return { start: first, length: Math.max(1, Math.round((start + length) * scale) - first) }
}

/** Decodes so that nothing that is hidden under transparency shows. */
async function decodeFrame(
  input: Uint8Array<ArrayBuffer>,
  { decoded, format: { maxPixels } }: Source,
  size: Size,
): Promise<UnpackedPng> {
  const decode = (to: Size) =>
    unpack(new Bun.Image(input, { maxPixels, autoOrient: false }), decoded, to)
  const unpacked = await decode(size)
  if (isSame(decoded, size) || (await isOpaque(unpacked.pixels))) return unpacked
  if (decoded.width * decoded.height > maxExact) {
    await removeHiddenColours(unpacked.pixels)
    return unpacked
  }
  const { pixels } = await decode(decoded)
  return { ...unpacked, pixels: await scalePixels(pixels, size) }
}

/** Scales pixels, each by the weight of its alpha. The pixels given are changed on the way. */
export async function scalePixels(pixels: Pixels, size: Size): Promise<Pixels> {
  if (isSame(pixels, size)) return pixels
  await premultiply(pixels)
  const scaled = await unpack(new Bun.Image(packBmp(pixels)), pixels, size)
  await unpremultiply(scaled.pixels)
  return scaled.pixels
}

/** Scales a picture away from the JavaScript thread, and takes the pixels out of what comes. */
async function unpack(picture: Bun.Image, from: Size, to: Size): Promise<UnpackedPng> {
  const scaled = isSame(from, to) ? picture : picture.resize(to.width, to.height)
  return unpackPng(await scaled.png({ compressionLevel: 0 }).buffer())
}

/** Whether two sizes are the same. */
export const isSame = (one: Size, other: Size) =>
  one.width === other.width && one.height === other.height
