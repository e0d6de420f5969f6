import type { ByteReader } from '../byte-reader.ts'
import { maxExifLength, readExif } from '../exif/exif.ts'
import type { PictureFacts } from '../format.ts'
import { librarySize } from '../library-size.ts'
import { maxXmpLength } from '../xmp/xmp-text.ts'

export const signature = '\x89PNG\r\n\x1a\n'

/** More chunks than any encoder writes, those of the pixels included. */
const maxChunks = 10_000

/** What a chunk of XMP data begins with: its keyword, uncompressed, in no language (11.3.3.4). */
const xmpStart = 'XML:com.adobe.xmp\0\0\0\0\0'

/** Where the fields of `IHDR` lie that say how colours are stored (PNG, third edition, 11.2.1). */
const depthAt = 24
export const colourTypeAt = 25
/** Of compression, filters and interlacing. */
const methodsAt = 26
const headerEnd = 29
/** Apple's variant puts a chunk of 16 bytes before all that. */
const startLength = headerEnd + 16

/** The colour types, and the bits that a sample of each may have. */
const depths: Record<number, readonly number[]> = {
  0: [1, 2, 4, 8, 16],
  2: [8, 16],
  3: [1, 2, 4, 8],
  4: [8, 16],
  6: [8, 16],
}
export const indexed = 3

/** What `gAMA` holds for a gamma of 1 (11.3.2.2). */
const gammaUnit = 100_000

/** The chunks that overrule a gamma (4.3). */
const colourSpaces = new Set(['iCCP', 'sRGB', 'cICP'])

/** Reads the header of a PNG: all up to its pixels, and XMP data, which many programs put behind them. */
export async function readFacts(reader: ByteReader): Promise<PictureFacts | undefined> {
  const start = Buffer.from(reader.view.subarray(0, startLength))
  const size = await librarySize(start)
  if (size === undefined || start.length < headerEnd) return undefined
  const facts = { ...size, orientation: 1, taken: 0, heldPerPixel: 4 }
  if (start.toString('latin1', 12, 16) === 'CgBI') {
    return { ...facts, obstacle: "Apple's variant of PNG (CgBI)" }
  }
  const [depth, colourType] = [start.readUInt8(depthAt), start.readUInt8(colourTypeAt)]
  // There is one method of compression and one of filters, and a picture is interlaced or not.
  const hasMethods = start.readUInt16BE(methodsAt) === 0 && start.readUInt8(methodsAt + 2) <= 1
  if (!hasMethods || depths[colourType]?.includes(depth) !== true) return undefined
  const { exif, xmp, paletteLength, gamma } = await readChunks(reader)
  const hasPalette = isPalette(paletteLength, colourType, depth)
  const { orientation, taken, description } = readExif(exif)
  return {
    ...facts,
    orientation,
    taken,
    description,
    xmp,
    gamma: gamma ? gamma / gammaUnit : undefined,
    obstacle: hasPalette ? undefined : 'its palette is missing or damaged',
  }
}

/** A palette has three bytes for each colour, and no more colours than indices (11.2.2). */
function isPalette(length: number | undefined, colourType: number, depth: number): boolean {
  if (length === undefined) return colourType !== indexed
  const most = colourType === indexed ? 2 ** depth : 256
  return length > 0 && length % 3 === 0 && length <= 3 * most
}

/** Walks over the chunks (5.3). Of those behind the first pixels, XMP data alone counts. */
async function readChunks(reader: ByteReader) {
  let exif: Buffer | undefined
  let xmp: Buffer | undefined
  let paletteLength: number | undefined
  let gamma: number | undefined
  let hasColourSpace = false
  await reader.skip(signature.length)
  let isBehind = false
  for (let count = 0; count < maxChunks; count += 1) {
    const head = await reader.take(8)
    const type = head?.toString('latin1', 4)
    if (head === undefined || type === 'IEND') break
    const length = head.readUInt32BE(0)
    isBehind ||= type === 'IDAT'
    if (isBehind && xmp !== undefined) break
    if (type === 'iTXt' && length > xmpStart.length && length <= maxXmpLength) {
      const content = await takeIntact(reader, head)
      if (content?.toString('latin1', 0, xmpStart.length) === xmpStart) {
        xmp ??= content.subarray(xmpStart.length)
      }
    } else if (type === 'eXIf' && !isBehind && length <= maxExifLength) {
      const content = await takeIntact(reader, head)
      exif ??= content
    } else if (type === 'gAMA' && !isBehind && length === 4) {
      const content = await reader.take(length + 4)
      gamma ??= content?.readUInt32BE()
    } else {
      if (!isBehind && type === 'PLTE') paletteLength ??= length
      hasColourSpace ||= !isBehind && colourSpaces.has(type ?? '')
      if (!(await reader.skip(length + 4))) break
    }
  }
  return { exif, xmp, paletteLength, gamma: hasColourSpace ? undefined : gamma }
}

/** Takes the content of a chunk; `undefined` where its checksum is another. */
async function takeIntact(reader: ByteReader, head: Buffer): Promise<Buffer | undefined> {
  const [content, sum] = [await reader.take(head.readUInt32BE()), await reader.take(4)]
  if (content === undefined || sum === undefined) return undefined
  const expected = Bun.hash.crc32(content, Bun.hash.crc32(head.subarray(4)))
  return sum.readUInt32BE() === expected ? content : undefined
}
