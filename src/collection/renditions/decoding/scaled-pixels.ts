import type { DecoderInput } from './decoder-input.ts'
import type { Size } from '../layout.ts'
import { readProfile } from '../pixels/icc-profile.ts'
import { convertToSrgb, profileOfGamma } from '../pixels/colour-profile.ts'
import { convertInks } from './ink-pixels.ts'
import { orient, place } from '../pixels/geometry.ts'
import { emptyPixels, type Pixels } from '../pixels/pixels.ts'
import { readPixels } from './read-pixels.ts'
import type { Source } from './source.ts'

/**
 * Scales a picture to pixels as it is displayed: on its canvas, upright, in sRGB.
 * @throws what `Bun.Image` does.
 */
export async function scaledPixels(
  input: DecoderInput,
  source: Source,
  size: Size,
): Promise<Pixels> {
  const { canvas, decoded, left, top, orientation, gamma, inks, maxPixels } = source
  const isOnItsSide = orientation >= 5
  const onCanvas = isOnItsSide ? { width: size.height, height: size.width } : size
  const across = edges(left, decoded.width, canvas.width, onCanvas.width)
  const down = edges(top, decoded.height, canvas.height, onCanvas.height)
  const frame = { width: across.length, height: down.length }
  const decode = (file: DecoderInput) => readPixels(file, decoded, frame, maxPixels)
  const { pixels, profile } = await decode(input)
  const colours = profile === undefined ? profileOfGamma(gamma) : readProfile(profile)
  if (colours !== undefined) await convertToSrgb(pixels, colours)
  if (inks !== undefined) {
    await convertInks(pixels, input, inks, async (file) => (await decode(file)).pixels)
  }
  const isWhole = frame.width === onCanvas.width && frame.height === onCanvas.height
  if (isWhole) return orient(pixels, orientation)
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
