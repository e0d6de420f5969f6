import { bmpRowLength, encodeBmp, writeBmp } from './bmp-writer.ts'
import { averageSquares } from '../pixels/average-squares.ts'
import { emptyPixels, type Pixels } from '../pixels/pixels.ts'
import { unfilteredRows, writePng } from './png-writer.ts'
import { ditherPixels, type Dither } from '../palette/dither.ts'
import type { OutputType, PaletteRequest } from '../request.ts'
import { packNumbers } from './pack-numbers.ts'
import { measuredPalette, palettes, type Palette } from '../palette/palettes.ts'

type Bytes = Uint8Array<ArrayBuffer>

/** Colours of a panel are numbered with so many bits. */
const colourBits = 4

/** How many pixels the squares of the coarsest pattern are wide. */
const coarsestGrain = 32

/**
 * Encodes pixels in nothing but the colours of a palette: a BMP where that is asked for, else a PNG.
 * Where it takes more bytes than it may, the pattern is made of larger and larger squares, which
 * compress better.
 */
export async function encodeInPalette(
  pixels: Pixels,
  type: OutputType,
  { name, dither, panel, maxBytes = Number.POSITIVE_INFINITY }: PaletteRequest,
): Promise<Bytes> {
  const palette = panel === undefined ? palettes[name] : measuredPalette(name, panel)
  for (let grain = 1; ; grain += 1) {
    const numbers = await ditherSquares(pixels, palette, dither, grain)
    const bytes = await encodeNumbers(pixels, numbers, palette, type)
    if (bytes.length <= maxBytes || grain === coarsestGrain) return bytes
  }
}

/** Dithers squares of pixels as if each were one pixel. */
async function ditherSquares(
  pixels: Pixels,
  palette: Palette,
  dither: Dither,
  grain: number,
): Promise<Bytes> {
  if (grain === 1) return ditherPixels(pixels, palette, dither)
  const small = averageSquares(pixels, grain)
  const numbers = await ditherPixels(small, palette, dither)
  const { width, height } = pixels
  const all = new Uint8Array(width * height)
  for (let y = 0; y < height; y += 1) {
    const from = Math.floor(y / grain) * small.width
    for (let x = 0; x < width; x += 1) {
      all[y * width + x] = numbers[from + Math.floor(x / grain)] ?? 0
    }
  }
  return all
}

function encodeNumbers(
  pixels: Pixels,
  numbers: Bytes,
  palette: Palette,
  type: OutputType,
): Bytes | Promise<Bytes> {
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
