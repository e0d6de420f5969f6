import type { ByteReader } from '../byte-reader.ts'
import { exifWith } from '../exif/exif-edit.ts'
import { findThumbnail, readExif } from '../exif/exif.ts'
import { exifSegmentOf, findExif } from './jpeg-exif.ts'

const start = Buffer.of(0xff, 0xd8)

/**
 * Reads the thumbnail in the EXIF data of a JPEG, and gives it the orientation of the picture, as
 * its own data have none (EXIF 2.32, 4.5.5).
 */
export async function readThumbnail(reader: ByteReader): Promise<Buffer<ArrayBuffer> | undefined> {
  const { exif } = await findExif(reader)
  const found = exif && findThumbnail(exif.data)
  if (exif === undefined || found?.subarray(0, 2).equals(start) !== true) return undefined
  const segment = exifSegmentOf(exifWith(readExif(exif.data).orientation))
  return Buffer.concat([start, segment, found.subarray(2)])
}
