import { unpackProfile } from '../../formats/png/png.ts'
import type { Pixels } from './pixels.ts'

const signatureLength = 8
const bytesPerPixel = 4
const rgba = 6

/** In bytes: more than any profile needs. Those of printers take 2 MB. */
const maxProfileLength = 8 * 1024 ** 2

/**
 * Takes the pixels and the ICC profile out of a PNG as `Bun.Image` writes it at compression level 0:
 * RGBA, rows without a filter, deflate blocks without compression (PNG, third edition, 9 and 10;
 * RFC 1951, 3.2.4). The pixels are moved together within the PNG's own bytes, so no second buffer is needed.
 * @throws RangeError for any other PNG.
 */
export function unpackPng(png: Uint8Array) {
  if (!(png.buffer instanceof ArrayBuffer)) throw new RangeError('not in memory of its own')
  const file = Buffer.from(png.buffer, png.byteOffset, png.byteLength)
  const width = file.readUInt32BE(16)
  const height = file.readUInt32BE(20)
  if (file[24] !== 8 || file[25] !== rgba) throw new RangeError('not a PNG of 8-bit RGBA')
  let profile: Buffer | undefined
  let length = 0
  for (let at = signatureLength; at < file.length;) {
    const start = at + 8
    const end = start + file.readUInt32BE(at)
    const name = file.toString('latin1', at + 4, start)
    at = end + 4
    if (name === 'iCCP') profile = unpackProfile(file.subarray(start, end), maxProfileLength)
    if (name === 'IDAT') {
      // This overwrites only chunks that have been read.
      file.copyWithin(length, start, end)
      length += end - start
    }
  }
  const rows = joinBlocks(file.subarray(0, length))
  const pixels: Pixels = { width, height, data: joinRows(rows, width, height) }
  return { pixels, profile }
}

/** Moves the content of stored blocks together; the first follows the two bytes of zlib's header. */
function joinBlocks(stream: Buffer<ArrayBuffer>): Buffer<ArrayBuffer> {
  let length = 0
  for (let at = 2, isLast = false; !isLast;) {
    const head = stream.readUInt8(at)
    if (head > 1) throw new RangeError('not a PNG without compression')
    isLast = head === 1
    const start = at + 5
    at = start + stream.readUInt16LE(at + 1)
    stream.copyWithin(length, start, at)
    length += at - start
  }
  return stream.subarray(0, length)
}

/** Moves rows together, without the byte before each that names its filter. */
function joinRows(rows: Buffer<ArrayBuffer>, width: number, height: number) {
  const length = bytesPerPixel * width
  if (rows.length !== height * (length + 1)) throw new RangeError('not a PNG of one pass')
  for (let y = 0; y < height; y += 1) {
    const start = y * (length + 1)
    if (rows[start] !== 0) throw new RangeError('not a PNG without filters')
    rows.copyWithin(y * length, start + 1, start + 1 + length)
  }
  return new Uint8Array(rows.buffer, rows.byteOffset, height * length)
}
