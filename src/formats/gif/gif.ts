import { ByteReader, type ByteSource } from '../byte-reader.ts'
import type { FirstFrame, Format, Obstacle, PictureFacts } from '../format.ts'

/** GIF (GIF89a specification). */
export const gif: Format<'gif'> = {
  type: 'gif',
  name: 'GIF',
  mediaType: 'image/gif',
  extensions: ['gif'],
  hasSignature: (start) => start.startsWith('GIF87a') || start.startsWith('GIF89a'),
  readFacts,
  isWhole,
  firstFrame: firstGifFrame,
  maxPixels: 50e6,
  hasTransparency: true,
  rendersAs: 'png',
}

/** What blocks begin with (GIF89a, 20, 23 to 27). */
const imageDescriptor = 0x2c
const extension = 0x21
const trailer = 0x3b
/** Some encoders write one terminator too many. */
const nothing = 0x00

/** Whether the flags say that a colour table follows (18 c, 20 c). */
const hasColours = (flags: number) => (flags & 0x80) !== 0

/** Skips the colour table, three bytes for each colour, if the flags say that there is one. */
const skipColours = (file: ByteReader, flags: number) =>
  file.skip(hasColours(flags) ? 3 * 2 ** ((flags & 7) + 1) : 0)

/**
 * Skips sub-blocks of at most 255 bytes, each behind its length, up to an empty one (15).
 * @returns false where the file ends before, or there are more than `most`.
 */
async function skipData(file: ByteReader, most = Number.POSITIVE_INFINITY): Promise<boolean> {
  for (let count = 0; count <= most; count += 1) {
    const length = (await file.take(1))?.readUInt8()
    if (length === 0) return true
    if (length === undefined || !(await file.skip(length))) return false
  }
  return false
}

/**
 * Skips extensions, and gives what the block begins with that comes behind them.
 * @returns `undefined` where the file ends before, or there are more than `most`.
 */
async function nextBlock(
  file: ByteReader,
  most = Number.POSITIVE_INFINITY,
): Promise<number | undefined> {
  for (let count = 0; count < most; count += 1) {
    const block = (await file.take(1))?.readUInt8()
    if (block === nothing) continue
    if (block !== extension) return block
    if (!(await file.skip(1)) || !(await skipData(file, most))) return undefined
  }
  return undefined
}

const screenLength = 13
const descriptorLength = 9

/** Comments and metadata before the first frame are far smaller. */
const maxBlocks = 4096

/** Codes of pixels have at most 12 bits, that of the end among them (GIF89a, appendix F). */
const maxCodeLength = 11

/**
 * Reads a GIF up to the pixels of its first frame (GIF89a, 18 and 20).
 * @returns the screen, widened to hold a first frame that reaches beyond it, as browsers do, and
 * where that frame lies on it, if there is one; `undefined` where the file ends before the screen is
 * known.
 */
async function readGifStart(reader: ByteReader) {
  const screen = await reader.take(screenLength)
  if (screen === undefined) return undefined
  const canvas = { width: screen.readUInt16LE(6), height: screen.readUInt16LE(8) }
  const flags = screen.readUInt8(10)
  const hasImage =
    (await skipColours(reader, flags)) && (await nextBlock(reader, maxBlocks)) === imageDescriptor
  const descriptor = hasImage ? await reader.take(descriptorLength) : undefined
  if (descriptor === undefined) return { canvas }
  const [left, top] = [descriptor.readUInt16LE(0), descriptor.readUInt16LE(2)]
  const [width, height] = [descriptor.readUInt16LE(4), descriptor.readUInt16LE(6)]
  const ownFlags = descriptor.readUInt8(8)
  const codes = (await skipColours(reader, ownFlags)) ? await reader.take(1) : undefined
  const isDamaged = width * height === 0 || (codes?.readUInt8() ?? 0) > maxCodeLength
  const isColoured = hasColours(flags) || hasColours(ownFlags)
  const ofColours = isColoured ? undefined : 'its palette is missing or damaged'
  const obstacle: Obstacle | undefined = isDamaged ? 'its data is damaged' : ofColours
  return {
    canvas: {
      width: Math.max(canvas.width, left + width),
      height: Math.max(canvas.height, top + height),
    },
    frame: { left, top, width, height },
    obstacle,
  }
}

/**
 * Finds where the first frame of a GIF lies on its screen: decoders give the frame alone.
 * @returns `undefined` where no frame can be found.
 */
async function firstGifFrame(source: ByteSource): Promise<FirstFrame | undefined> {
  const start = await readGifStart(new ByteReader(source))
  return start?.frame && { ...start.frame, canvas: start.canvas }
}

async function readFacts(reader: ByteReader): Promise<PictureFacts | undefined> {
  const start = await readGifStart(reader)
  if (start === undefined) return undefined
  const { canvas, obstacle } = start
  return { ...canvas, orientation: 1, taken: 0, heldPerPixel: 4, obstacle }
}

/** Whether a GIF goes on, block by block, to its trailer (27 and appendix B). */
async function isWhole(file: ByteReader): Promise<boolean> {
  const screen = await file.take(screenLength)
  if (screen === undefined || !(await skipColours(file, screen.readUInt8(10)))) return false
  for (let images = 0; ; images += 1) {
    const block = await nextBlock(file)
    if (block === trailer) return images > 0
    if (block !== imageDescriptor || !(await skipImage(file))) return false
  }
}

/** What the descriptor says, the colours, how codes begin (22), and the codes. */
async function skipImage(file: ByteReader): Promise<boolean> {
  const descriptor = await file.take(descriptorLength)
  return (
    descriptor !== undefined &&
    (await skipColours(file, descriptor.readUInt8(8))) &&
    (await file.skip(1)) &&
    skipData(file)
  )
}
