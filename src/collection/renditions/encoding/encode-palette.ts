import { ditherPixels, type Dither } from '../palette/dither.ts'
import { measuredPalette, palettes, type Palette } from '../palette/palettes.ts'
import { bmpRowLength, encodeBmp, writeBmp } from '../pixels/bmp.ts'
import { emptyPixels, type Pixels } from '../pixels/pixels.ts'
import type { OutputType, PaletteRequest } from '../request.ts'
import { unfilteredRows, writePng } from './png-writer.ts'

type Bytes = Uint8Array<ArrayBuffer>

/** Colours of a panel are numbered with so many bits. */
const colourBits = 4

/** How many pixels the squares of the coarsest pattern are wide. */
const coarsestGrain = 32

/** The number of each pixel's colour in a palette, row by row. */
interface NumberedPixels {
  width: number
  height: number
  numbers: Uint8Array
}

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
  const { width, height } = pixels
  for (let grain = 1; ; grain += 1) {
    const numbers = await ditherSquares(pixels, palette, dither, grain)
    const numbered = { width, height, numbers }
    const bytes =
      type === 'bmp' ? encodeBitmap(numbered, palette) : await encodePng(numbered, palette)
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

/** Makes one pixel of each square of so many pixels; the squares at the far edges may be smaller. */
function averageSquares({ width, height, data }: Pixels, side: number): Pixels {
  const small = emptyPixels(Math.ceil(width / side), Math.ceil(height / side))
  for (let y = 0; y < small.height; y += 1) {
    for (let x = 0; x < small.width; x += 1) {
      const [right, bottom] = [Math.min(width, (x + 1) * side), Math.min(height, (y + 1) * side)]
      const sums = [0, 0, 0, 0]
      for (let row = y * side; row < bottom; row += 1) {
        for (let at = 4 * (row * width + x * side); at < 4 * (row * width + right); at += 1) {
          sums[at % 4] = (sums[at % 4] ?? 0) + (data[at] ?? 0)
        }
      }
      const count = (right - x * side) * (bottom - y * side)
      const means = sums.map((sum) => Math.round(sum / count))
      small.data.set(means, 4 * (y * small.width + x))
    }
  }
  return small
}

/** Greys are written as such: small decoders know no palette. */
async function encodePng(pixels: NumberedPixels, { pure, greyBits }: Palette): Promise<Bytes> {
  const { width, height } = pixels
  const bitDepth = greyBits ?? colourBits
  const packed = packNumbers(pixels, bitDepth, Math.ceil((width * bitDepth) / 8))
  const rows = unfilteredRows(packed, height)
  if (greyBits !== undefined) return writePng({ width, height, bitDepth, colourType: 'grey', rows })
  const palette = Uint8Array.from(pure.flat())
  return writePng({ width, height, bitDepth, colourType: 'indexed', palette, rows })
}

/** Black and white take a bit, all others three bytes. */
function encodeBitmap(pixels: NumberedPixels, { pure, greyBits }: Palette): Bytes {
  if (greyBits !== 1) return encodeBmp(paint(pixels, pure))
  const { width, height } = pixels
  const palette = Uint8Array.from(pure.flatMap(([red, green, blue]) => [blue, green, red, 0]))
  const rows = packNumbers(pixels, 1, bmpRowLength(width, 1))
  return writeBmp({ width, height, bitsPerPixel: 1, palette, rows })
}

/**
 * Packs numbers of 1, 2 or 4 bits into rows of whole bytes, the leftmost in the highest bits, as PNG
 * (third edition, 7.2) and BMP have it.
 */
function packNumbers(
  { width, height, numbers }: NumberedPixels,
  bits: 1 | 2 | 4,
  rowLength: number,
): Bytes {
  const perByte = 8 / bits
  const rows = new Uint8Array(height * rowLength)
  for (let y = 0, from = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1, from += 1) {
      const at = y * rowLength + Math.floor(x / perByte)
      const shift = 8 - bits * (1 + (x % perByte))
      rows[at] = (rows[at] ?? 0) | ((numbers[from] ?? 0) << shift)
    }
  }
  return rows
}

function paint({ width, height, numbers }: NumberedPixels, colours: Palette['pure']): Pixels {
  const pixels = emptyPixels(width, height)
  for (let at = 0; at < numbers.length; at += 1) {
    pixels.data.set(colours[numbers[at] ?? 0] ?? [], 4 * at)
  }
  return pixels
}
