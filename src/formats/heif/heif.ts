import type { ByteReader } from '../byte-reader.ts'
import { readExif } from '../exif/exif.ts'
import type { DecodingPlan, Format } from '../format.ts'
import { planHeifDecoding } from './heif-decoding.ts'
import { maxXmpLength } from '../xmp/xmp-text.ts'
import { readPrimaryImage, type Extent } from './heif-items.ts'
import { readBoxHeader } from './iso-boxes.ts'

/** The `meta` box of a photo takes some kilobytes; what claims more is damaged or an attack. */
const maxMetaLength = 1024 ** 2

/** The most bytes of EXIF data that are read: cameras put a small picture behind what is used. */
const maxExifLength = 64 * 1024

/** Says where in the item the EXIF data begins (ISO/IEC 23008-12, A.2.1). */
const exifOffsetLength = 4

/** Some brands say how the images are coded; `mif1` and `msf1` leave that to the brands behind them. */
const heicBrands = /heic|heix|hevc|hevx|heim|heis/
const avifBrands = /avif|avis/
const anyBrand = /mif1|msf1/

/** Files whose readers leave the orientation in EXIF data alone (ISO/IEC 23000-22, 7.3.10.1). */
const uprightBrands = /miaf|avif|avis/

/**
 * Lists the brands of a file, the main one first (ISO/IEC 14496-12, 4.3); none of files that have a
 * box of another kind in place of `meta`.
 */
const brandsOf = (start: string) =>
  /^....ftyp(?!mif3)/s.test(start) ? `${start.slice(8, 12)} ${start.slice(16)}` : ''

/** What HEIC and AVIF have in common. */
const heif = {
  readFacts,
  isWhole,
  planDecoding,
  maxPixels: 200e6,
  // Decoded to JPEG, which has none.
  hasTransparency: false,
  rendersAs: 'jpg',
} as const

/** Photos of iPhones since 2017 (ISO/IEC 23008-12). */
export const heic: Format<'heic'> = {
  ...heif,
  type: 'heic',
  name: 'HEIC',
  mediaType: 'image/heic',
  extensions: ['heic', 'heif'],
  otherExtensions: ['hif'],
  hasSignature: (start) => {
    const brands = brandsOf(start)
    return heicBrands.test(brands) || (anyBrand.test(brands) && !avifBrands.test(brands))
  },
}

/** AV1 Image File Format, 1.1. */
export const avif: Format<'avif'> = {
  ...heif,
  type: 'avif',
  name: 'AVIF',
  mediaType: 'image/avif',
  extensions: ['avif', 'avifs'],
  hasSignature: (start) => {
    const brands = brandsOf(start)
    return avifBrands.test(brands) && !heicBrands.test(brands)
  },
}

async function readFacts(reader: ByteReader) {
  const meta = await takeMeta(reader)
  if (meta === undefined) return undefined
  const image = readPrimaryImage(meta.content)
  if (image === undefined) return undefined
  const { width, height, isOriented } = image
  const { exif, xmp } = await readMetadata(reader, image.exif, image.xmp)
  // A decoder turns and mirrors the image by its properties. By EXIF data the standard has nobody do
  // so (ISO/IEC 23008-12, annex A), but galleries of phones do with files of camera apps from before
  // MIAF that have no such properties.
  const isUpright = isOriented || uprightBrands.test(meta.brands)
  const orientation = isUpright ? 1 : exif.orientation
  return { width, height, ...exif, orientation, xmp, heldPerPixel: 0 }
}

/** Reads EXIF and XMP data, in the order in which they lie in the file: the reader can't go back. */
async function readMetadata(reader: ByteReader, exif?: Extent, xmp?: Extent) {
  const take = async (extent: Extent | undefined, most: number): Promise<Buffer | undefined> => {
    if (extent === undefined || extent.offset < reader.position) return undefined
    if (!(await reader.skip(extent.offset - reader.position))) return undefined
    return reader.take(Math.min(extent.length, most))
  }
  const isXmpFirst = (xmp?.offset ?? 0) < (exif?.offset ?? 0)
  const before = isXmpFirst ? await take(xmp, maxXmpLength) : undefined
  const item = await take(exif, maxExifLength)
  const isExif = item !== undefined && item.length > exifOffsetLength
  return {
    exif: readExif(isExif ? item.subarray(exifOffsetLength + item.readUInt32BE()) : undefined),
    xmp: before ?? (await take(xmp, maxXmpLength)),
  }
}

async function planDecoding(reader: ByteReader): Promise<DecodingPlan | undefined> {
  const meta = await takeMeta(reader)
  return meta && planHeifDecoding(meta.content, meta.start, meta.brands)
}

/** Takes the content of the `meta` box, with where it begins in the file, and that of `ftyp`. */
async function takeMeta(reader: ByteReader) {
  let brands = ''
  for await (const { type, length } of topLevelBoxes(reader)) {
    const start = reader.position
    if (type === 'ftyp' || type === 'meta') {
      const content = length <= maxMetaLength ? await reader.take(length) : undefined
      if (content === undefined) return undefined
      if (type === 'meta') return { content, start, brands }
      brands = content.toString('latin1')
    } else if (!(await reader.skip(length))) return undefined
  }
  return undefined
}

/** Whether every box of the file is there to its end, `meta` and the image data among them. */
async function isWhole(reader: ByteReader): Promise<boolean> {
  const found = new Set<string>()
  for await (const { type, length } of topLevelBoxes(reader)) {
    found.add(type)
    // A length of 0 in the header means that the box goes on to the end of the file.
    if (length === Number.POSITIVE_INFINITY) break
    if (!(await reader.skip(length))) return false
  }
  return found.has('ftyp') && found.has('meta')
}

/** Yields the boxes of a file; the reader then stands at the content, which the caller has to pass. */
async function* topLevelBoxes(reader: ByteReader) {
  for (;;) {
    const head = await reader.take(8)
    if (head === undefined) return
    const isLong = head.readUInt32BE(0) === 1
    const more = isLong ? await reader.take(8) : Buffer.alloc(0)
    if (more === undefined) return
    const header = Buffer.concat([head, more])
    const { type, start, end } = readBoxHeader(header, 0, Number.POSITIVE_INFINITY)
    if (end < start) return
    yield { type, length: end - start }
  }
}
