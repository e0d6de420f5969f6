import type { ByteSource } from '../../formats/byte-reader.ts'
import { pictureFormats, type ImageType } from '../../formats/picture-formats.ts'

/** What has to be known of a picture before it is decoded. */
export interface Source {
  /** In pixels, as displayed. */
  width: number
  height: number
  /** The size of the file in bytes. */
  size: number
  /** Bytes that the decoder holds for each pixel of the whole picture, whatever comes out of it. */
  heldPerPixel: number
  /** Whether the decoder can leave out pixels on the way, so that it never holds all of them. */
  shrinksWhileDecoding: boolean
  /** The most pixels that are decoded at once. */
  maxPixels: number
}

/** A picture's file, opened for the decoder and for a look at its header. */
export interface SourceFile extends ByteSource {
  body: Blob
}

/**
 * Reads a picture's header.
 * @throws what `Bun.Image` does for too many pixels and for what is no picture.
 */
export async function inspect(file: SourceFile, type: ImageType): Promise<Source> {
  const { maxPixels, shrinksWhileDecoding } = pictureFormats.get(type)
  const { width, height } = await new Bun.Image(file.body, { maxPixels }).metadata()
  const header = await pictureFormats.readHeader(file)
  const heldPerPixel = typeof header === 'string' ? mostPerPixel : header.heldPerPixel
  return { width, height, size: file.size, heldPerPixel, shrinksWhileDecoding, maxPixels }
}

/** What any decoder may hold of a pixel; for a picture that only the decoder makes out. */
const mostPerPixel = 8
