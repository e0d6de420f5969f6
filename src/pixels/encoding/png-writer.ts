import type { Bytes } from '../../lib/bytes.ts'
import type { Interruption } from '../../lib/waiting/waiter.ts'
import { promisify } from 'node:util'
import { deflate } from 'node:zlib'
import type { Size } from '../../formats/format.ts'
import { signature } from '../../formats/png/png-header.ts'
import { forEachRow, type Pixels } from '../pixels/pixels.ts'

const compress = promisify(deflate)

/** What the samples of a PNG stand for (PNG, third edition, 11.2.1). */
const colourTypes = { grey: 0, rgb: 2, indexed: 3 } as const

/** A filter of rows (9.2). */
const paeth = 4

interface PngImage extends Size {
  bitDepth: 1 | 2 | 4 | 8
  colourType: keyof typeof colourTypes
  /** Of an indexed PNG: red, green and blue of each colour, behind one another. */
  palette?: Uint8Array
  /** Each row behind the byte that names its filter. */
  rows: Uint8Array
}

/**
 * Writes a PNG without interlacing, of no chunks but those that every decoder needs. The rows are
 * compressed away from the JavaScript thread.
 */
export async function writePng(image: PngImage): Promise<Bytes> {
  const { width, height, bitDepth, colourType, palette, rows } = image
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width)
  header.writeUInt32BE(height, 4)
  header.set([bitDepth, colourTypes[colourType]], 8)
  return new Uint8Array(
    Buffer.concat([
      Buffer.from(signature, 'latin1'),
      chunk('IHDR', header),
      ...(palette === undefined ? [] : [chunk('PLTE', palette)]),
      chunk('IDAT', await compress(rows)),
      chunk('IEND', Buffer.alloc(0)),
    ]),
  )
}

/** Length, type, content and checksum (5.3). */
function chunk(type: string, content: Uint8Array): Buffer {
  const bytes = Buffer.alloc(12 + content.length)
  bytes.writeUInt32BE(content.length)
  bytes.write(type, 4, 'latin1')
  bytes.set(content, 8)
  bytes.writeUInt32BE(Bun.hash.crc32(bytes.subarray(4, -4)), bytes.length - 4)
  return bytes
}

/**
 * Encodes pixels as a PNG of 8 bits without alpha, which `Bun.Image` does not write: a third of its
 * work and of a small decoder's memory would go into what nothing uses. Each row is filtered by what
 * is to the left of and above it, which suits photos (9.4).
 */
export async function encodeRgbPng(pixels: Pixels, interruption?: Interruption): Promise<Bytes> {
  const { width, height } = pixels
  const length = 1 + 3 * width
  const rows = new Uint8Array(height * length)
  const filter = (y: number) => filterRow(pixels, y, rows.subarray(y * length, (y + 1) * length))
  await forEachRow(pixels, filter, interruption)
  return writePng({ width, height, bitDepth: 8, colourType: 'rgb', rows })
}

function filterRow({ width, data }: Pixels, y: number, row: Uint8Array): void {
  row[0] = paeth
  const start = 4 * width * y
  const above = start - 4 * width
  for (let x = 0, at = 1; x < width; x += 1) {
    for (let channel = 0; channel < 3; channel += 1, at += 1) {
      const place = 4 * x + channel
      const left = x === 0 ? 0 : (data[start + place - 4] ?? 0)
      const up = y === 0 ? 0 : (data[above + place] ?? 0)
      const corner = x === 0 || y === 0 ? 0 : (data[above + place - 4] ?? 0)
      row[at] = (data[start + place] ?? 0) - predict(left, up, corner)
    }
  }
}

/** The neighbour that is nearest to `left + up - corner` (9.4). */
function predict(left: number, up: number, corner: number): number {
  const toLeft = Math.abs(up - corner)
  const toUp = Math.abs(left - corner)
  const toCorner = Math.abs(left + up - 2 * corner)
  if (toLeft <= toUp && toLeft <= toCorner) return left
  return toUp <= toCorner ? up : corner
}
