import { ByteReader } from '../../../formats/byte-reader.ts'
import { pictureFormats, type ImageType } from '../../../formats/picture-formats.ts'
import type { Source, SourceFile } from './source.ts'
import { UnscalableError } from './unscalable.ts'

/** Programs write some ten scans, of which each makes the decoder go over all of the picture. */
const usualScans = 16
const maxScans = 256

/** How many pixels may be decoded in more scans than usual, all together: half a second's work. */
const maxScannedPixels = 500e6

const windowLength = 256 * 1024

/** A picture file, or what is left of it. */
export type DecoderInput = Blob | Uint8Array<ArrayBuffer>

/**
 * Gives what a decoder may be handed of a picture. What a few kilobytes can make it do beyond
 * decoding the pixels is removed, or refused.
 * @throws UnscalableError when decoding would take too long.
 */
export async function decoderInput(
  file: SourceFile,
  source: Source,
  type: ImageType,
): Promise<DecoderInput> {
  const format = pictureFormats.get(type)
  // The decoder holds the whole picture only where it may have to go over it again.
  if (format.countScans !== undefined && source.heldPerPixel > 0) {
    const reader = new ByteReader(file, { windowLength, leaps: true })
    if (!isFeasible(await format.countScans(reader), source)) {
      throw new UnscalableError('too many scans')
    }
  }
  return format.removeSideData?.(await source.body.bytes()) ?? source.body
}

const isFeasible = (scans: number, { width, height }: Source) =>
  scans <= usualScans || (scans <= maxScans && scans * width * height <= maxScannedPixels)
