import { ByteReader, type ByteSource } from '../../../formats/byte-reader.ts'
import type { Inks } from '../../../formats/format.ts'
import { pictureFormats, type ImageType } from '../../../formats/picture-formats.ts'

interface Size {
  width: number
  height: number
}

/** What has to be known of a picture before it is decoded. Everything is in pixels. */
export interface Source extends Size {
  /** What the decoder reads: the file, or the first frame cut out of it. */
  body: Blob
  /** The size that the decoder gives, before anything is turned. */
  decoded: Size
  /** What the decoded picture lies on; where it is larger, the rest is transparent. */
  canvas: Size
  left: number
  top: number
  /** 1 to 8, by which the canvas is turned to be displayed (EXIF 2.32, tag 274). */
  orientation: number
  /** The power of light that its values are, where that is not sRGB's and no profile says more. */
  gamma: number | undefined
  /** How it is coded where its colours are those of four inks, and have a profile. */
  inks: Inks | undefined
  /** The size of the file in bytes. */
  size: number
  /** Bytes that the decoder holds for each pixel of the whole picture, whatever comes out of it. */
  heldPerPixel: number
  /** Whether the decoder can leave out pixels on the way, so that it never holds all of them. */
  shrinksWhileDecoding: boolean
  /** Whether pictures of its format may be transparent. */
  hasTransparency: boolean
  /** The most pixels that are decoded at once. */
  maxPixels: number
}

/** A picture's file, opened for the decoder and for a look at its header. */
export interface SourceFile extends ByteSource {
  body: Blob
  /** Whether it is upright, whatever its EXIF data says. */
  isUpright?: boolean
}

const windowLength = 64 * 1024

/** What any decoder may hold of a pixel; for a picture that only the decoder makes out. */
const mostPerPixel = 8

/**
 * Reads a picture's header.
 * @throws what `Bun.Image` does for too many pixels and for what is no picture.
 */
export async function inspect(file: SourceFile, type: ImageType): Promise<Source> {
  const { maxPixels, shrinksWhileDecoding, hasTransparency, firstFrame, readInks } =
    pictureFormats.get(type)
  const frame = await firstFrame?.(file.body)
  const body = frame?.file ?? file.body
  const decoded = await new Bun.Image(body, { maxPixels, autoOrient: false }).metadata()
  const header = await pictureFormats.readHeader(file)
  const {
    heldPerPixel,
    orientation: fromExif,
    gamma,
    hasInks,
  } = typeof header === 'string'
    ? { heldPerPixel: mostPerPixel, orientation: 1, gamma: undefined, hasInks: false }
    : header
  const reader = new ByteReader(file, { windowLength, leaps: true })
  const orientation = file.isUpright === true ? 1 : fromExif
  const canvas = frame?.canvas ?? decoded
  const isOnItsSide = orientation >= 5
  return {
    width: isOnItsSide ? canvas.height : canvas.width,
    height: isOnItsSide ? canvas.width : canvas.height,
    body,
    decoded,
    canvas,
    left: frame?.left ?? 0,
    top: frame?.top ?? 0,
    orientation,
    gamma,
    inks: hasInks === true ? await readInks?.(reader) : undefined,
    size: file.size,
    heldPerPixel,
    shrinksWhileDecoding,
    hasTransparency,
    maxPixels,
  }
}
