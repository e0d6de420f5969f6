import type { Bytes } from '../../lib/bytes.ts'
import { isSame, turnedSize, type Size } from '../../formats/format.ts'
import { maxExact } from '../memory.ts'
import { packBmp } from '../pixels/bmp.ts'
import { isOfGreys, readProfile } from '../pixels/icc-profile.ts'
import { placeOn, type Pixels } from '../pixels/pixels.ts'
import { convertToSrgb, isGrey, profileOfGamma } from '../pixels/srgb.ts'
import {
  isOpaque,
  premultiply,
  removeHiddenColours,
  unpremultiply,
} from '../pixels/transparency.ts'
import { unpackPng } from '../pixels/uncompressed-png.ts'
import type { Source } from './source.ts'

/**
 * Scales a picture to pixels as it is displayed: on its canvas, upright, in sRGB.
 * @throws what `Bun.Image` does.
 */
export async function scaledPixels(input: Bytes, source: Source, size: Size): Promise<Pixels> {
  const { canvas, decoded, left, top, gamma } = source
  const across = edges(left, decoded.width, canvas.width, size.width)
  const down = edges(top, decoded.height, canvas.height, size.height)
  const frame = { width: across.length, height: down.length }
  const { pixels, profile } = await decodeFrame(input, source, frame)
  const channels = profile === undefined ? profileOfGamma(gamma) : readProfile(profile)
  // Browsers, too, leave out the profile of a grey scan that somebody has coloured.
  const isFit = profile === undefined || !isOfGreys(profile) || (await isGrey(pixels))
  if (channels !== undefined && isFit) await convertToSrgb(pixels, channels)
  return placeOn(size, pixels, across.start, down.start)
}

/**
 * Begins to decode a picture as it is displayed. One that has an orientation covers its canvas: only
 * animations don't, and they have none.
 */
export function upright(input: Bytes, { orientation, format }: Source): Bun.Image {
  const picture = new Bun.Image(input, { maxPixels: format.maxPixels, autoOrient: false })
  // `Bun.Image` turns before it mirrors.
  const turns: Record<number, () => Bun.Image> = {
    2: () => picture.flop(),
    3: () => picture.rotate(180),
    4: () => picture.flip(),
    5: () => picture.rotate(90).flop(),
    6: () => picture.rotate(90),
    7: () => picture.rotate(90).flip(),
    8: () => picture.rotate(270),
  }
  return turns[orientation]?.() ?? picture
}

/** Where something lies along one side of the canvas once that is scaled. */
function edges(start: number, length: number, side: number, scaledSide: number) {
  const scale = scaledSide / side
  const first = Math.min(scaledSide - 1, Math.round(start * scale))
  return { start: first, length: Math.max(1, Math.round((start + length) * scale) - first) }
}

/** Decodes so that nothing that is hidden under transparency shows. */
async function decodeFrame(input: Bytes, source: Source, size: Size) {
  const whole = turnedSize(source.decoded, source.orientation)
  const decode = (to: Size) => unpack(upright(input, source), whole, to)
  const unpacked = await decode(size)
  if (isSame(whole, size) || (await isOpaque(unpacked.pixels))) return unpacked
  if (whole.width * whole.height > maxExact) {
    await removeHiddenColours(unpacked.pixels)
    return unpacked
  }
  const { pixels } = await decode(whole)
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
async function unpack(picture: Bun.Image, from: Size, to: Size) {
  const scaled = isSame(from, to) ? picture : picture.resize(to.width, to.height)
  return unpackPng(await scaled.png({ compressionLevel: 0 }).buffer())
}
