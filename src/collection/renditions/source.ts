import type { ImageType } from '../../formats/header.ts'
import { isFrameHeader, startOfScan } from '../../formats/jpeg-markers.ts'

/** What has to be known of a picture before it is decoded. */
export interface Source {
  type: ImageType
  /** In pixels, as displayed. */
  width: number
  height: number
  /** The size of the file in bytes. */
  size: number
  /** Bytes that the decoder holds for each pixel of the whole picture, whatever comes out of it. */
  heldPerPixel: number
}

const windowLength = 64 * 1024

/** Of a JPEG that can't be made out: three coefficients for each pixel, two bytes each. */
const mostPerPixel = 6

/**
 * Reads a picture's header.
 * @throws what `Bun.Image` does for too many pixels and for what is no picture.
 */
export async function inspect(file: Blob, type: ImageType, maxPixels: number): Promise<Source> {
  const { width, height } = await new Bun.Image(file, { maxPixels }).metadata()
  return { type, width, height, size: file.size, heldPerPixel: await heldPerPixel(file, type) }
}

async function heldPerPixel(file: Blob, type: ImageType): Promise<number> {
  if (type === 'jpg') return coefficientsPerPixel(file)
  if (type !== 'webp') return 4
  // A lossless WebP is decoded into a buffer of its own first (RFC 9649, 2.5 and 2.6).
  const start = Buffer.from(await file.slice(0, windowLength).arrayBuffer())
  return start.includes('VP8 ', 12, 'latin1') ? 4 : 8
}

/**
 * A JPEG of one scan is decoded row by row. One of several, as all progressive ones are, is held
 * as a whole before the first row comes out (ITU-T T.81, B.2.2 and B.2.3).
 */
async function coefficientsPerPixel(file: Blob): Promise<number> {
  let start = 0
  let window = await windowAt(file, 0)
  let frame = { components: 0, perPixel: mostPerPixel, progressive: true }
  for (let offset = 2; offset + 4 <= file.size;) {
    if (offset + 32 > start + window.byteLength && start !== offset) {
      start = offset
      window = await windowAt(file, start)
    }
    const at = offset - start
    if (at + 4 > window.byteLength || window.getUint8(at) !== 0xff) return mostPerPixel
    const marker = window.getUint8(at + 1)
    const length = window.getUint16(at + 2)
    if (isFrameHeader(marker)) {
      if (at + 2 + length > window.byteLength) return mostPerPixel
      frame = readFrame(window, at + 4, marker)
    }
    if (marker === startOfScan) {
      const isWhole = at + 4 < window.byteLength && window.getUint8(at + 4) === frame.components
      return frame.progressive || !isWhole ? frame.perPixel : 0
    }
    offset += marker === 0xff ? 1 : 2 + length
  }
  return mostPerPixel
}

function readFrame(view: DataView, at: number, marker: number) {
  const components = view.getUint8(at + 5)
  const samplings = Array.from({ length: components }, (_, index) => {
    const both = view.getUint8(at + 7 + 3 * index)
    return { across: both >> 4, down: both & 15 }
  })
  const blocks = samplings.reduce((sum, { across, down }) => sum + across * down, 0)
  const most = (side: 'across' | 'down') => Math.max(1, ...samplings.map((each) => each[side]))
  const perPixel = (2 * blocks) / (most('across') * most('down'))
  return { components, perPixel, progressive: marker !== 0xc0 && marker !== 0xc1 }
}

const windowAt = async (file: Blob, start: number) =>
  new DataView(await file.slice(start, start + windowLength).arrayBuffer())
