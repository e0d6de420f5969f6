import type { Pixels } from './pixels.ts'

const fileHeaderLength = 14
/** `BITMAPV4HEADER`. */
const infoHeaderLength = 108
const headerLength = fileHeaderLength + infoHeaderLength
const bitsPerPixel = 32
const bitFields = 3
const sRgb = 0x73524742

/**
 * Packs pixels into a BMP for `Bun.Image` to read: one with a mask for each of red, green, blue and
 * alpha holds them as they are, from the top row down.
 */
export function packBitmap({ width, height, data }: Pixels): Buffer<ArrayBuffer> {
  const file = Buffer.alloc(headerLength + data.length)
  file.write('BM', 'latin1')
  file.writeUInt32LE(file.length, 2)
  file.writeUInt32LE(headerLength, 10)
  file.writeUInt32LE(infoHeaderLength, 14)
  file.writeInt32LE(width, 18)
  file.writeInt32LE(-height, 22)
  file.writeUInt16LE(1, 26)
  file.writeUInt16LE(bitsPerPixel, 28)
  file.writeUInt32LE(bitFields, 30)
  const masks = [0xff, 0xff00, 0xff0000, 0xff000000]
  masks.forEach((mask, index) => file.writeUInt32LE(mask, 54 + 4 * index))
  file.writeUInt32LE(sRgb, 70)
  file.set(data, headerLength)
  return file
}
