import { promisify } from 'node:util'
import { deflate } from 'node:zlib'
import { pngChunk, signature } from '../../../formats/png/png-chunks.ts'

const compress = promisify(deflate)

/** What the samples of a PNG stand for (PNG, third edition, 11.2.1). */
export const colourTypes = { grey: 0, rgb: 2, indexed: 3, rgba: 6 } as const

export interface PngImage {
  width: number
  height: number
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
export async function writePng(image: PngImage): Promise<Uint8Array<ArrayBuffer>> {
  const { width, height, bitDepth, colourType, palette, rows } = image
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width)
  header.writeUInt32BE(height, 4)
  header.set([bitDepth, colourTypes[colourType]], 8)
  const data = await compress(rows)
  const chunks = [
    pngChunk('IHDR', header),
    pngChunk('IDAT', data),
    pngChunk('IEND', Buffer.alloc(0)),
  ]
  if (palette !== undefined) chunks.splice(1, 0, pngChunk('PLTE', palette))
  return new Uint8Array(Buffer.concat([Buffer.from(signature, 'latin1'), ...chunks]))
}

/** Puts the byte before each row that says that it is not filtered (9.2). */
export function unfilteredRows(rows: Uint8Array, height: number): Uint8Array<ArrayBuffer> {
  const length = rows.length / height
  const marked = new Uint8Array(height * (length + 1))
  for (let y = 0; y < height; y += 1) {
    marked.set(rows.subarray(y * length, (y + 1) * length), y * (length + 1) + 1)
  }
  return marked
}
