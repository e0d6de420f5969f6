import { fieldTypes, TiffReader } from './tiff-reader.ts'
import { tags } from './exif.ts'

const entryLength = 12

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
  const put = (size: 2 | 4, value: number, at: number, into = edited) =>
    tiff.isBigEndian ? into.writeUIntBE(value, at, size) : into.writeUIntLE(value, at, size)
  const putEntry = (at: number, into = edited) => {
    put(2, tags.orientation, at, into)
    put(2, fieldTypes.short, at + 2, into)
    put(4, 1, at + 4, into)
    put(2, orientation, at + 8, into)
    put(2, 0, at + 10, into)
  }
  const ofThumbnail = tiff.find(tiff.directoryAfter(first), tags.orientation)
  if (ofThumbnail !== undefined) putEntry(ofThumbnail.valueAt - 8)
  const own = tiff.find(first, tags.orientation)
  if (own !== undefined) {
    putEntry(own.valueAt - 8)
    return edited
  }
  // Entries are in the order of their tags (TIFF 6.0, section 2), directories at even offsets.
  const starts = Array.from({ length: count }, (_, index) => first + 2 + index * entryLength)
  const next = starts.find((at) => tiff.uint16(at) > tags.orientation) ?? end
  const head = Buffer.alloc(2)
  put(2, count + 1, 0, head)
  const entry = Buffer.alloc(entryLength)
  putEntry(0, entry)
  const following = Buffer.alloc(4)
  put(4, tiff.directoryAfter(first), 0, following)
  const filling = Buffer.alloc(data.length % 2)
  put(4, data.length + filling.length, 4)
  return Buffer.concat([
    edited,
    filling,
    head,
    edited.subarray(first + 2, next),
    entry,
    edited.subarray(next, end),
    following,
  ])
}
