import { bmpRowLength, encodeBmp, writeBmp } from './bmp-writer.ts'
import { emptyPixels, type Pixels } from '../pixels/pixels.ts'
import { unfilteredRows, writePng } from './png-writer.ts'
import { ditherPixels, type Dither } from '../palette/dither.ts'
import type { OutputType } from '../request.ts'
import { packNumbers } from './pack-numbers.ts'
import { palettes, type Palette, type PaletteName } from '../palette/palettes.ts'

type Bytes = Uint8Array<ArrayBuffer>

/** Colours of a panel are numbered with so many bits. */
const colourBits = 4

/** Encodes pixels in nothing but the colours of a palette: a BMP where that is asked for, else a PNG. */
export async function encodeInPalette(
  pixels: Pixels,
  type: OutputType,
  { name, dither }: { name: PaletteName; dither: Dither },
): Promise<Bytes> {
  const palette = palettes[name]
  const numbers = await ditherPixels(pixels, palette, dither)
  return type === 'bmp'
    ? encodeBitmap(pixels, numbers, palette)
    : encodePng(pixels, numbers, palette)
}

/** Greys are written as such: small decoders know no palette. */
async function encodePng(
  { width, height }: Pixels,
  numbers: Bytes,
  { pure, greyBits }: Palette,
): Promise<Bytes> {
  const bitDepth = greyBits ?? colourBits
  const rows = unfilteredRows(packNumbers(numbers, width, bitDepth), height)
  if (greyBits !== undefined) return writePng({ width, height, bitDepth, colourType: 'grey', rows })
  const palette = Uint8Array.from(pure.flat())
  return writePng({ width, height, bitDepth, colourType: 'indexed', palette, rows })
}

/** Black and white take a bit, all others three bytes. */
function encodeBitmap(
  { width, height }: Pixels,
  numbers: Bytes,
  { pure, greyBits }: Palette,
): Bytes {
  if (greyBits !== 1) return encodeBmp(paint(width, height, numbers, pure))
  const palette = Uint8Array.from(pure.flatMap(([red, green, blue]) => [blue, green, red, 0]))
  const rowLength = bmpRowLength(width, 1)
  const rows = packNumbers(numbers, width, 1, rowLength)
  return writeBmp({ width, height, bitsPerPixel: 1, palette, rows: upsideDown(rows, rowLength) })
}

function upsideDown(rows: Bytes, length: number): Bytes {
  const turned = new Uint8Array(rows.length)
  for (let at = 0; at < rows.length; at += length) {
    turned.set(rows.subarray(at, at + length), rows.length - at - length)
  }
  return turned
}

function paint(width: number, height: number, numbers: Bytes, colours: Palette['pure']): Pixels {
  const pixels = emptyPixels(width, height)
  for (let at = 0; at < numbers.length; at += 1) {
    pixels.data.set(colours[numbers[at] ?? 0] ?? [], 4 * at)
  }
  return pixels
}
