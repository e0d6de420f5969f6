import { isSame, type Size } from '../formats/format.ts'
import type { Bytes } from '../lib/bytes.ts'
import { invalidRequest } from '../errors.ts'
import type { Interruption } from '../lib/waiting/waiter.ts'
import type { ImageType } from '../formats/picture-formats.ts'
import { scaledPixels, scalePixels, upright } from './decoding/scaled-pixels.ts'
import { checkScans, inspect, type Source, type SourceFile } from './decoding/source.ts'
import { asUnscalable, UnscalableNowError } from './decoding/unscalable.ts'
import { encode, encodePixels, findProfile, keepsAlpha } from './encoding/encode.ts'
import { layOut, type Layout } from './layout.ts'
import { isEnough, memoryNeeded, type MemoryLeft } from './memory.ts'
import { parseColour, placeOn, type Colour } from './pixels/pixels.ts'
import { composeOnto } from './pixels/transparency.ts'
import type { Rendition } from './request.ts'

/** Runs a decode that takes much memory or time. */
export type RunCostly = <T>(decode: () => Promise<T>) => Promise<T>

/** From so many bytes or pixels on, a decode is a costly one. */
const [costlyBytes, costlyPixels] = [64 * 1024 ** 2, 50e6]

/** The largest colour profile that a rendition carries, in bytes: those of cameras take 4 KB. */
const maxProfile = 16 * 1024

/** The largest pictures that are cut or padded: those of screens of 7680 × 4320. */
const maxExactPixels = 34e6

/** The largest pictures in the colours of a panel: no panel has half of it. */
const maxPalettePixels = 9e6

/** Behind what is transparent, and beside a padded picture, unless a background is asked for. */
const white: Colour = [255, 255, 255]
const black: Colour = [0, 0, 0]

/**
 * Makes a rendition: upright by its EXIF orientation, without any metadata, JPEGs baseline. Of an
 * animation it shows the first frame.
 *
 * Why `Bun.Image`, with work on pixels where it falls short: `sharp` is no more right on photos (of
 * 1,167 JPEGs 96.8 % are within 12 of 255 of Chromium, of those made here 96.9 %), adds 20 MB, needs
 * libstdc++ and a folder that may execute, and takes gigabytes for crafted PNGs. `wasm-vips` hangs on
 * Bun.
 * @param memoryLeft returns how many bytes it may take.
 * @param runCostly runs the decode where it is a costly one.
 * @throws UnscalableNowError when it takes more; INVALID_REQUEST for too large a result;
 * UnscalableError when the picture is too large or too damaged to be decoded, or would take too long;
 * the signal's reason once it aborts, between two steps.
 */
export async function render(
  file: SourceFile,
  sourceType: ImageType,
  rendition: Rendition,
  memoryLeft: MemoryLeft,
  runCostly: RunCostly = (decode) => decode(),
  interruption?: Interruption,
): Promise<Bytes> {
  try {
    if (!isEnough(memoryLeft, file.size)) throw tooLarge()
    const source = await inspect(file, sourceType)
    const layout = layOut(source, rendition)
    checkArea(layout.result, rendition)
    const needed = memoryNeeded(source, layout, rendition)
    if (!isEnough(memoryLeft, needed)) throw tooLarge()
    const decode = async () => {
      await checkScans(file, source)
      const input = source.format.removeSideData?.(source.bytes) ?? source.bytes
      interruption?.signal.throwIfAborted()
      const direct = await renderDirectly(input, source, layout, rendition)
      return direct ?? (await renderPixels(input, source, layout, rendition, interruption))
    }
    const isCostly = needed > costlyBytes || source.width * source.height > costlyPixels
    return await (isCostly ? runCostly(decode) : decode())
  } catch (cause) {
    throw asUnscalable(cause)
  }
}

const tooLarge = () =>
  new UnscalableNowError(
    'This device has too little memory to scale the picture. Ask for the original, or for less.',
  )

/** Bounds what a query can cause: anybody could have a thumbnail blown up to 100 megapixels. */
function checkArea({ width, height }: Size, { fit, palette }: Rendition): void {
  const most = Math.min(
    fit === 'contain' ? Number.POSITIVE_INFINITY : maxExactPixels,
    palette === undefined ? Number.POSITIVE_INFINITY : maxPalettePixels,
  )
  if (width * height <= most) return
  throw invalidRequest(`Ask for at most ${most / 1e6} megapixels in this way.`)
}

/**
 * Scales and encodes in one go, away from the JavaScript thread.
 * @returns `undefined` where more has to be done to the pixels, or where the profile that the result
 * would carry is too large or of other colours.
 */
async function renderDirectly(
  input: Bytes,
  source: Source,
  { scaled }: Layout,
  { fit, palette, type, quality }: Rendition,
): Promise<Bytes | undefined> {
  if (source.format.hasTransparency || fit !== 'contain' || palette !== undefined) return undefined
  if (type === 'png' || type === 'bmp') return undefined
  const picture = upright(input, source)
  const isWhole = isSame(scaled, source)
  const resized = isWhole ? picture : picture.resize(scaled.width, scaled.height)
  const encoded = await encode(resized, type, quality)
  const { length, colours } = findProfile(encoded)
  // What is encoded has red, green and blue: browsers leave out a profile of greys or inks.
  return length <= maxProfile && (length === 0 || colours === 'RGB ') ? encoded : undefined
}

/** Scales to pixels, works on those, and encodes them. */
async function renderPixels(
  input: Bytes,
  source: Source,
  layout: Layout,
  rendition: Rendition,
  interruption: Interruption | undefined,
): Promise<Bytes> {
  interruption?.signal.throwIfAborted()
  const whole = await scaledPixels(input, source, layout.scaled)
  interruption?.signal.throwIfAborted()
  const { part, enlarged, left, top, result } = layout
  const pixels = await scalePixels(placeOn(part, whole, -part.left, -part.top), enlarged)
  const { background } = rendition
  const colour = background === undefined ? undefined : parseColour(background)
  if (!keepsAlpha(rendition)) await composeOnto(pixels, colour ?? white)
  interruption?.signal.throwIfAborted()
  const placed = placeOn(result, pixels, left, top, colour ?? black)
  return encodePixels(placed, rendition, interruption)
}
