import type { ByteReader } from '../byte-reader.ts'
import type { Format } from '../format.ts'
import { readPrimaryImage } from './heif-items.ts'
import { readBoxHeader } from './iso-boxes.ts'

/** The `meta` box of a photo takes some kilobytes; one that claims more is damaged or an attack. */
const maxMetaLength = 1024 ** 2

/** Some brands say how the images are coded; `mif1` and `msf1` leave that to the brands behind them. */
const heicBrands = /heic|heix|hevc|hevx|heim|heis/
const avifBrands = /avif|avis/
const anyBrand = /mif1|msf1/

/** Lists the brands of a file, the main one first (ISO/IEC 14496-12, 4.3). */
const brandsOf = (start: string) =>
  start.startsWith('ftyp', 4) ? `${start.slice(8, 12)} ${start.slice(16)}` : ''

/** Photos of iPhones since 2017 (ISO/IEC 23008-12). */
export const heic: Format<'heic'> = {
  ...heifFormat('heic', 'HEIC', ['heic', 'heif']),
  hasSignature: (start) => {
    const brands = brandsOf(start)
    return heicBrands.test(brands) || (anyBrand.test(brands) && !avifBrands.test(brands))
  },
}

/** AV1 Image File Format, 1.1. */
export const avif: Format<'avif'> = {
  ...heifFormat('avif', 'AVIF', ['avif']),
  hasSignature: (start) => {
    const brands = brandsOf(start)
    return avifBrands.test(brands) && !heicBrands.test(brands)
  },
}

function heifFormat<Type extends string>(type: Type, name: string, extensions: readonly string[]) {
  return {
    type,
    name,
    mediaType: `image/${type}`,
    extensions,
    otherExtensions: [],
    readFacts,
    isWhole,
    maxPixels: 200e6,
    shrinksWhileDecoding: false,
    // Decoded to JPEG, which has none.
    hasTransparency: false,
    rendersAs: 'jpg' as const,
  }
}

async function readFacts(reader: ByteReader) {
  const meta = await takeMeta(reader)
  const image = meta && readPrimaryImage(meta)
  // A decoder turns and mirrors the image by itself.
  return (
    image && { width: image.width, height: image.height, orientation: 1, taken: 0, heldPerPixel: 4 }
  )
}

async function takeMeta(reader: ByteReader): Promise<Buffer | undefined> {
  for await (const { type, length } of topLevelBoxes(reader)) {
    if (type === 'meta') return length <= maxMetaLength ? reader.take(length) : undefined
    if (!(await reader.skip(length))) return undefined
  }
  return undefined
}

/** Whether every box of the file is there to its end, `meta` and the image data among them. */
async function isWhole(reader: ByteReader): Promise<boolean> {
  const found = new Set<string>()
  for await (const { type, length } of topLevelBoxes(reader)) {
    found.add(type)
    // A length of 0 in the header means that the box goes on to the end of the file.
    if (length !== Number.POSITIVE_INFINITY && !(await reader.skip(length))) return false
    if (length === Number.POSITIVE_INFINITY) break
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
    const { type, start, end } = readBoxHeader(
      Buffer.concat([head, more]),
      0,
      Number.POSITIVE_INFINITY,
    )
    if (end < start) return
    yield { type, length: end - start }
  }
}
