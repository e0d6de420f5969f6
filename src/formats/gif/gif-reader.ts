import { ByteReader, sourceOfBlob } from '../byte-reader.ts'
import type { FirstFrame } from '../format.ts'

/** What blocks begin with (GIF89a, 20, 23 to 27). */
export const imageDescriptor = 0x2c
const extension = 0x21
export const trailer = 0x3b
/** Some encoders write one terminator too many. */
const nothing = 0x00

/** Whether the flags say that a colour table follows (18 c, 20 c). */
const hasColours = (flags: number) => (flags & 0x80) !== 0

/** Skips the colour table, three bytes for each colour, if the flags say that there is one. */
export const skipColours = (file: ByteReader, flags: number) =>
  file.skip(hasColours(flags) ? 3 * 2 ** ((flags & 7) + 1) : 0)

/**
 * Skips sub-blocks of at most 255 bytes, each behind its length, up to an empty one (15).
 * @returns false where the file ends before, or there are more than `most`.
 */
export async function skipData(
  file: ByteReader,
  most = Number.POSITIVE_INFINITY,
): Promise<boolean> {
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
export async function nextBlock(
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
const maxBefore = 1024 ** 2
const maxBlocks = 4096
const windowLength = 16 * 1024

/** What comes before the pixels of the first frame. */
interface GifStart {
  /** The screen, widened to hold a first frame that reaches beyond it, as browsers do. */
  canvas: { width: number; height: number }
  /** Where the first frame lies on it; `undefined` where none was found. */
  frame: { left: number; top: number; width: number; height: number } | undefined
  /** Whether there are colours for the first frame: its own, or the screen's. */
  hasColours: boolean
  /** Whether the first frame has no pixels, or codes longer than there are. */
  isDamaged: boolean
}

/** Codes of pixels have at most 12 bits, that of the end among them (GIF89a, appendix F). */
const maxCodeLength = 11

/**
 * Reads a GIF up to the pixels of its first frame (GIF89a, 18 and 20).
 * @returns `undefined` where the file ends before the screen is known.
 */
export async function readGifStart(reader: ByteReader): Promise<GifStart | undefined> {
  const screen = await reader.take(screenLength)
  if (screen === undefined) return undefined
  const canvas = { width: screen.readUInt16LE(6), height: screen.readUInt16LE(8) }
  const flags = screen.readUInt8(10)
  const hasImage =
    (await skipColours(reader, flags)) && (await nextBlock(reader, maxBlocks)) === imageDescriptor
  const descriptor = hasImage ? await reader.take(descriptorLength) : undefined
  if (descriptor === undefined) {
    return { canvas, frame: undefined, hasColours: true, isDamaged: false }
  }
  const [left, top] = [descriptor.readUInt16LE(0), descriptor.readUInt16LE(2)]
  const [width, height] = [descriptor.readUInt16LE(4), descriptor.readUInt16LE(6)]
  const ownFlags = descriptor.readUInt8(8)
  const codes = (await skipColours(reader, ownFlags)) ? await reader.take(1) : undefined
  return {
    canvas: {
      width: Math.max(canvas.width, left + width),
      height: Math.max(canvas.height, top + height),
    },
    frame: { left, top, width, height },
    hasColours: hasColours(flags) || hasColours(ownFlags),
    isDamaged: width * height === 0 || (codes?.readUInt8() ?? 0) > maxCodeLength,
  }
}

/**
 * Finds where the first frame of a GIF lies on its screen: decoders give the frame alone.
 * @returns `undefined` where no frame can be found.
 */
export async function firstGifFrame(file: Blob): Promise<FirstFrame | undefined> {
  const reader = new ByteReader(sourceOfBlob(file.slice(0, maxBefore)), {
    windowLength,
    leaps: false,
  })
  const start = await readGifStart(reader)
  return start?.frame && { file, ...start.frame, canvas: start.canvas }
}
