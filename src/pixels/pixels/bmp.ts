import type { Size } from '../../formats/format.ts'
import { forEachRow, type Pixels } from './pixels.ts'

const fileHeaderLength = 14

/** `BITMAPINFOHEADER`, which the oldest decoders know. */
const plainHeaderLength = 40
/** `BITMAPV4HEADER`, which has a mask for each of red, green, blue and alpha. */
const maskedHeaderLength = 108
const masks = [0xff, 0xff00, 0xff0000, 0xff000000]
const [bitFields, sRgb] = [3, 0x73524742]

interface BmpImage extends Size {
  bitsPerPixel: 1 | 24 | 32
  /** Blue, green, red and a zero of each colour, behind one another; none unless given. */
  palette?: Uint8Array
  /** From the top down, each of `bmpRowLength` bytes. */
  rows: Uint8Array
}

/** How many bytes a row takes. */
export const bmpRowLength = (width: number, bitsPerPixel: number) =>
  4 * Math.ceil((width * bitsPerPixel) / 32)

/**
 * Writes a BMP from the bottom row up, since some decoders know no other order; one of 32 bits,
 * which is for `Bun.Image`, from the top row down.
 */
export function writeBmp(image: BmpImage): Buffer<ArrayBuffer> {
  const { width, height, bitsPerPixel, palette = new Uint8Array(0), rows } = image
  const isMasked = bitsPerPixel === 32
  const headerLength = isMasked ? maskedHeaderLength : plainHeaderLength
  const paletteStart = fileHeaderLength + headerLength
  const rowsStart = paletteStart + palette.length
  const file = Buffer.alloc(rowsStart + rows.length)
  file.write('BM', 'latin1')
  file.writeUInt32LE(file.length, 2)
  file.writeUInt32LE(rowsStart, 10)
  file.writeUInt32LE(headerLength, 14)
  file.writeInt32LE(width, 18)
  file.writeInt32LE(isMasked ? -height : height, 22)
  file.writeUInt16LE(1, 26)
  file.writeUInt16LE(bitsPerPixel, 28)
  file.writeUInt32LE(rows.length, 34)
  file.writeUInt32LE(palette.length / 4, 46)
  if (isMasked) {
    file.writeUInt32LE(bitFields, 30)
    masks.forEach((mask, index) => file.writeUInt32LE(mask, 54 + 4 * index))
    file.writeUInt32LE(sRgb, 70)
  }
  file.set(palette, paletteStart)
  const rowLength = bmpRowLength(width, bitsPerPixel)
  for (let y = 0; y < height; y += 1) {
    const row = rows.subarray(y * rowLength, (y + 1) * rowLength)
    file.set(row, rowsStart + (isMasked ? y : height - 1 - y) * rowLength)
  }
  return file
}

/** Packs pixels as they are, with their alpha, for `Bun.Image` to read. */
export const packBmp = ({ width, height, data }: Pixels) =>
  writeBmp({ width, height, bitsPerPixel: 32, rows: data })

/** Encodes pixels as a BMP of 24 bits. Their alpha is dropped. */
export async function encodeBmp(pixels: Pixels): Promise<Buffer<ArrayBuffer>> {
  const { width, height, data } = pixels
  const length = bmpRowLength(width, 24)
  const rows = new Uint8Array(height * length)
  await forEachRow(pixels, (y) => {
    for (let x = 0, from = 4 * width * y, at = y * length; x < width; x += 1, from += 4, at += 3) {
      rows[at] = data[from + 2] ?? 0
      rows[at + 1] = data[from + 1] ?? 0
      rows[at + 2] = data[from] ?? 0
    }
  })
  return writeBmp({ width, height, bitsPerPixel: 24, rows })
}
