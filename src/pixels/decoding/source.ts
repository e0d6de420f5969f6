import { ByteReader, type ByteSource } from '../../formats/byte-reader.ts'
import type { Bytes } from '../../lib/bytes.ts'
import { turnedSize, type Format, type PictureFacts, type Size } from '../../formats/format.ts'
import { pictureFormats, type ImageType } from '../../formats/picture-formats.ts'
import { UnscalableError } from './unscalable.ts'

/** A picture's file, opened for the decoder and for a look at its header. */
export interface SourceFile extends ByteSource {
  body: Blob
  /** How it is turned to be displayed (EXIF 2.32, tag 274), where its own EXIF data doesn't count. */
  orientation?: number
}

type HeaderFacts = Pick<PictureFacts, 'orientation' | 'gamma' | 'heldPerPixel'>

/** What has to be known of a picture before it is decoded. Width and height are as displayed. */
export interface Source extends Size, HeaderFacts {
  format: Format
  /**
   * What is decoded: the file, or the first frame cut out of it. `Bun.Image` would read a file anew for
   * each use, into memory that a collection of garbage knows nothing of.
   */
  bytes: Bytes
  /** The size that the decoder gives, before anything is turned. */
  decoded: Size
  /** What the decoded picture lies on; where it is larger, the rest is transparent. */
  canvas: Size
  left: number
  top: number
  /** The size of the file in bytes. */
  size: number
}

/**
 * Reads a picture and its header.
 * @throws what `Bun.Image` does for too many pixels and for what is no picture; UnscalableError for a
 * header that can't be read.
 */
export async function inspect(file: SourceFile, type: ImageType): Promise<Source> {
  const format = pictureFormats.get(type)
  const frame = await format.firstFrame?.(file)
  const bytes = frame?.file ?? (await file.body.bytes())
  const { maxPixels } = format
  const decoded = await new Bun.Image(bytes, { maxPixels, autoOrient: false }).metadata()
  const header = await pictureFormats.readHeader(file)
  if (typeof header === 'string') throw new UnscalableError('its data is damaged')
  const orientation = file.orientation ?? header.orientation
  const canvas = frame?.canvas ?? decoded
  return {
    ...turnedSize(canvas, orientation),
    format,
    bytes,
    decoded,
    canvas,
    left: frame?.left ?? 0,
    top: frame?.top ?? 0,
    orientation,
    gamma: header.gamma,
    size: file.size,
    heldPerPixel: header.heldPerPixel,
  }
}

/** Programs write some ten scans, of which each makes the decoder go over all of the picture. */
const usualScans = 16
const maxScans = 256

/** How many pixels may be decoded in more scans than usual, all together: half a second's work. */
const maxScannedPixels = 500e6

/**
 * Counts how often a decoder would go over all of a picture.
 * @throws UnscalableError when decoding would take too long.
 */
export async function checkScans(file: ByteSource, source: Source): Promise<void> {
  const { countScans } = source.format
  // The decoder holds the whole picture only where it may have to go over it again.
  if (countScans === undefined || source.heldPerPixel === 0) return
  const scans = await countScans(new ByteReader(file, { windowLength: 256 * 1024 }))
  const isLong = scans > maxScans || scans * source.width * source.height > maxScannedPixels
  if (scans > usualScans && isLong) throw new UnscalableError('too many scans')
}
