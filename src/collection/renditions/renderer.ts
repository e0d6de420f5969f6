import { AppError } from '../../errors.ts'
import type { ImageType } from '../../formats/picture-formats.ts'
import { decoderInput, type DecoderInput } from './decoder-input.ts'
import { encode, encodePixels } from './encode.ts'
import { layOut, type Layout } from './layout.ts'
import { isEnough, memoryNeeded, type MemoryLeft } from './memory-budget.ts'
import { composeOnto } from './pixels/alpha.ts'
import { profileLength } from './profile-length.ts'
import type { Rendition } from './request.ts'
import { scaledPixels } from './scaled-pixels.ts'
import { inspect, type Source, type SourceFile } from './source.ts'
import { asUnscalable } from './unscalable.ts'

type Bytes = Uint8Array<ArrayBuffer>

/** The largest colour profile that a rendition carries, in bytes: those of cameras take 4 KB. */
const maxProfile = 16 * 1024

const white = [255, 255, 255] as const

/**
 * Makes a rendition: upright by its EXIF orientation, without any metadata, JPEGs baseline. Of an
 * animation it shows the first frame.
 * @param memoryLeft tells how many bytes it may take.
 * @throws INVALID_REQUEST when it takes more; UnscalableError when the picture is too large or too
 * damaged to be decoded, or would take too long.
 */
export async function render(
  file: SourceFile,
  sourceType: ImageType,
  rendition: Rendition,
  memoryLeft: MemoryLeft,
): Promise<Bytes> {
  try {
    if (!isEnough(memoryLeft, file.size)) throw tooLarge()
    const source = await inspect(file, sourceType)
    const layout = layOut(source, rendition)
    if (!isEnough(memoryLeft, memoryNeeded(source, layout.scaled, rendition.type))) throw tooLarge()
    const input = await decoderInput(file, source, sourceType)
    const direct = source.hasTransparency
      ? undefined
      : await renderDirectly(input, source, layout, rendition)
    return direct ?? (await renderPixels(input, source, layout, rendition))
  } catch (cause) {
    throw asUnscalable(cause)
  }
}

const tooLarge = () =>
  new AppError(
    'INVALID_REQUEST',
    'This device has too little memory to scale the picture. Ask for the original, or for less.',
  )

/**
 * Scales and encodes in one go, away from the JavaScript thread.
 * @returns `undefined` where the profile that the result would carry is too large.
 */
async function renderDirectly(
  input: DecoderInput,
  { decoded, orientation, maxPixels }: Source,
  { scaled }: Layout,
  rendition: Rendition,
): Promise<Bytes | undefined> {
  const picture = turn(new Bun.Image(input, { maxPixels, autoOrient: false }), orientation)
  const isOnItsSide = orientation >= 5
  const isWhole =
    scaled.width === (isOnItsSide ? decoded.height : decoded.width) &&
    scaled.height === (isOnItsSide ? decoded.width : decoded.height)
  const encoded = await encode(
    isWhole ? picture : picture.resize(scaled.width, scaled.height),
    rendition,
  )
  return profileLength(encoded) <= maxProfile ? encoded : undefined
}

/** What is done to a picture of each EXIF orientation; `Bun.Image` turns before it mirrors. */
function turn(picture: Bun.Image, orientation: number): Bun.Image {
  const turns: Record<number, (image: Bun.Image) => Bun.Image> = {
    2: (image) => image.flop(),
    3: (image) => image.rotate(180),
    4: (image) => image.flip(),
    5: (image) => image.rotate(90).flop(),
    6: (image) => image.rotate(90),
    7: (image) => image.rotate(90).flip(),
    8: (image) => image.rotate(270),
  }
  return turns[orientation]?.(picture) ?? picture
}

/** Scales to pixels, works on those, and encodes them. */
async function renderPixels(
  input: DecoderInput,
  source: Source,
  layout: Layout,
  rendition: Rendition,
): Promise<Bytes> {
  const pixels = await scaledPixels(input, source, layout.scaled)
  if (rendition.type === 'jpg') composeOnto(pixels, white)
  return encodePixels(pixels, rendition)
}
