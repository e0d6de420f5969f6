import type { Pixels } from '../pixels/pixels.ts'

const fileHeaderLength = 14
/** `BITMAPINFOHEADER`, which the oldest decoders know. */
const infoHeaderLength = 40
const headersLength = fileHeaderLength + infoHeaderLength

interface BmpImage {
  width: number
  height: number
  bitsPerPixel: 1 | 24
  /** Blue, green, red and a zero of each colour, behind one another. */
  palette: Uint8Array
  /** The lowest row first, each of so many bytes that four divides them. */
  rows: Uint8Array
}

/** How many bytes a row takes. */
export const bmpRowLength = (width: number, bitsPerPixel: number) =>
  4 * Math.ceil((width * bitsPerPixel) / 32)

/** Writes a BMP from the bottom row up: decoders that know no other order are still in use. */
export function writeBmp(image: BmpImage): Uint8Array<ArrayBuffer> {
  const { width, height, bitsPerPixel, palette, rows } = image
  const dataStart = headersLength + palette.length
  const file = Buffer.alloc(dataStart + rows.length)
  file.write('BM', 'latin1')
  file.writeUInt32LE(file.length, 2)
  file.writeUInt32LE(dataStart, 10)
  file.writeUInt32LE(infoHeaderLength, 14)
  file.writeInt32LE(width, 18)
  file.writeInt32LE(height, 22)
  file.writeUInt16LE(1, 26)
  file.writeUInt16LE(bitsPerPixel, 28)
  file.writeUInt32LE(rows.length, 34)
  file.writeUInt32LE(palette.length / 4, 46)
  file.set(palette, headersLength)
  file.set(rows, dataStart)
  return file
}

/** Encodes pixels as a BMP of 24 bits. Their alpha is dropped. */
export function encodeBmp({ width, height, data }: Pixels): Uint8Array<ArrayBuffer> {
  const length = bmpRowLength(width, 24)
  const rows = new Uint8Array(height * length)
  for (let y = 0, from = 0; y < height; y += 1) {
    const start = (height - 1 - y) * length
    for (let x = 0; x < width; x += 1, from += 4) {
      const at = start + 3 * x
      rows[at] = data[from + 2] ?? 0
      rows[at + 1] = data[from + 1] ?? 0
      rows[at + 2] = data[from] ?? 0
    }
  }
  return writeBmp({ width, height, bitsPerPixel: 24, palette: new Uint8Array(0), rows })
}
