import { entryLength, fieldTypes, TiffReader } from './tiff-reader.ts'
import { tags } from './exif.ts'

/** EXIF data with nothing but an orientation. */
export function exifWith(orientation: number): Buffer {
  const data = Buffer.from('4d4d002a00000008000101120003000000010000000000000000', 'hex')
  data.writeUInt16BE(orientation, 18)
  return data
}

/**
 * Copies EXIF data with another orientation, that of the thumbnail included, where it has one. All
 * else stays where it is, as offsets lead to it: a directory that gets an entry is copied to the end.
 * @returns `undefined` where there is no first directory.
 */
export function withOrientation(data: Buffer, orientation: number): Buffer | undefined {
  const tiff = new TiffReader(data)
  const first = tiff.firstDirectory
  const count = tiff.uint16(first)
  const end = first + 2 + count * entryLength
  if (first === 0 || count === 0 || end > data.length) return undefined
  const edited = Buffer.from(data)
  const bytesOf = (value: number, size: 2 | 4) => {
    const bytes = Buffer.alloc(size)
    if (tiff.isBigEndian) bytes.writeUIntBE(value, 0, size)
    else bytes.writeUIntLE(value, 0, size)
    return bytes
  }
  const start = [bytesOf(tags.orientation, 2), bytesOf(fieldTypes.short, 2), bytesOf(1, 4)]
  const entry = [...start, bytesOf(orientation, 2), bytesOf(0, 2)]
  const ofThumbnail = tiff.find(tiff.directoryAfter(first), tags.orientation)
  const own = tiff.find(first, tags.orientation)
  for (const found of [ofThumbnail, own]) {
    if (found !== undefined) edited.set(Buffer.concat(entry), found.valueAt - 8)
  }
  if (own !== undefined) return edited
  // Entries are in the order of their tags (TIFF 6.0, section 2), directories at even offsets.
  const starts = Array.from({ length: count }, (_, index) => first + 2 + index * entryLength)
  const next = starts.find((at) => tiff.uint16(at) > tags.orientation) ?? end
  const filling = Buffer.alloc(data.length % 2)
  edited.set(bytesOf(data.length + filling.length, 4), 4)
  return Buffer.concat([
    edited,
    filling,
    bytesOf(count + 1, 2),
    edited.subarray(first + 2, next),
    ...entry,
    edited.subarray(next, end),
    bytesOf(tiff.directoryAfter(first), 4),
  ])
}
