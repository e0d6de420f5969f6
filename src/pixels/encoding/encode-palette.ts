import type { Bytes } from '../../lib/bytes.ts'
import type { Size } from '../../formats/format.ts'
import { invalidRequest } from '../../errors.ts'
import type { Interruption } from '../../lib/waiting/waiter.ts'
import { ditherPixels } from '../palette/dither.ts'
import { measuredPalette, palettes, type Palette } from '../palette/palettes.ts'
import { bmpRowLength, writeBmp } from '../pixels/bmp.ts'
import { emptyPixels, forEachRow, type Pixels } from '../pixels/pixels.ts'
import type { OutputType, PaletteRequest } from '../request.ts'
import { writePng } from './png-writer.ts'

/** Colours of a panel are numbered with so many bits. */
const colourBits = 4

/** How many pixels wide the squares of a pattern may be. */
const grains = [1, 2, 3, 4, 5, 6, 7, 8, 10, 12, 14, 16, 20, 24, 28, 32]

/** A pattern of squares of so many pixels; those at the far edges may be smaller. */
interface Pattern extends Size {
  grain: number
  /** The number of each square's colour in a palette, row by row. */
  numbers: Uint8Array
}

/**
 * Encodes pixels in nothing but the colours of a palette: a BMP where that is asked for, else a PNG.
 * Where it takes more bytes than it may, the pattern is made of larger squares, which compress
 * better.
 * @throws INVALID_REQUEST when the largest are not enough; the signal's reason once it aborts.
 */
export async function encodeInPalette(
  pixels: Pixels,
  type: OutputType,
  { name, dither, panel, maxBytes }: PaletteRequest,
  interruption?: Interruption,
): Promise<Bytes> {
  const palette = panel === undefined ? palettes[name] : measuredPalette(name, panel)
  const { width, height } = pixels
  const encodeAt = async (grain: number) => {
    await interruption?.giveWay?.()
    const squares = grain === 1 ? pixels : await averageSquares(pixels, grain, interruption)
    const numbers = await ditherPixels(squares, palette, dither, interruption)
    const pattern = { width, height, grain, numbers }
    return type === 'bmp' ? encodeBitmap(pattern, palette) : encodePng(pattern, palette)
  }
  return maxBytes === undefined ? encodeAt(1) : encodeWithin(maxBytes, encodeAt)
}

/**
 * Finds the finest pattern that takes no more bytes than it may, by six encodings at most. The first
 * is that of the largest squares, which costs little and says whether there is any.
 * @param encodeAt encodes the pattern of squares of so many pixels.
 * @throws INVALID_REQUEST when there is none.
 */
export async function encodeWithin(
  maxBytes: number,
  encodeAt: (grain: number) => Promise<Bytes>,
): Promise<Bytes> {
  let [finest, coarsest] = [0, grains.length - 1]
  let best = await encodeAt(grains[coarsest] ?? 1)
  if (best.length > maxBytes) throw tooFewBytes()
  for (let at = finest; finest < coarsest; at = (finest + coarsest) >> 1) {
    const bytes = await encodeAt(grains[at] ?? 1)
    if (bytes.length > maxBytes) {
      finest = at + 1
      continue
    }
    coarsest = at
    best = bytes
  }
  return best
}

const tooFewBytes = () =>
  invalidRequest('The picture can not be made of so few bytes. Ask for more, or for another size.')

/** Makes one pixel of each square of so many pixels. */
async function averageSquares(
  pixels: Pixels,
  side: number,
  interruption?: Interruption,
): Promise<Pixels> {
  const { width, height, data } = pixels
  const small = emptyPixels(Math.ceil(width / side), Math.ceil(height / side))
  const average = (x: number, y: number) => {
    const [right, bottom] = [Math.min(width, (x + 1) * side), Math.min(height, (y + 1) * side)]
    let [red, green, blue] = [0, 0, 0]
    for (let row = y * side; row < bottom; row += 1) {
      for (let at = 4 * (row * width + x * side); at < 4 * (row * width + right); at += 4) {
        red += data[at] ?? 0
        green += data[at + 1] ?? 0
        blue += data[at + 2] ?? 0
      }
    }
    const count = (right - x * side) * (bottom - y * side)
    const means = [red, green, blue].map((sum) => Math.round(sum / count))
    small.data.set(means, 4 * (y * small.width + x))
  }
  const averageRow = (y: number) => {
    for (let x = 0; x < small.width; x += 1) average(x, y)
  }
  await forEachRow(small, averageRow, interruption)
  return small
}

/** Greys are written as such: small decoders know no palette. */
async function encodePng(pattern: Pattern, { pure, greyBits }: Palette): Promise<Bytes> {
  const { width, height } = pattern
  const bitDepth = greyBits ?? colourBits
  // A byte before each row says that it is not filtered (PNG, third edition, 9.2).
  const rows = await packRows(pattern, bitDepth, 1, 1 + Math.ceil((width * bitDepth) / 8))
  if (greyBits !== undefined) return writePng({ width, height, bitDepth, colourType: 'grey', rows })
  const palette = Uint8Array.from(pure.flat())
  return writePng({ width, height, bitDepth, colourType: 'indexed', palette, rows })
}

/** Black and white take a bit, all others three bytes. */
async function encodeBitmap(pattern: Pattern, { pure, greyBits }: Palette): Promise<Bytes> {
  const { width, height } = pattern
  const colours = pure.map(([red, green, blue]) => [blue, green, red])
  if (greyBits === 1) {
    const rows = await packRows(pattern, 1, 0, bmpRowLength(width, 1))
    const palette = Uint8Array.from(colours.flatMap((colour) => [...colour, 0]))
    return writeBmp({ width, height, bitsPerPixel: 1, palette, rows })
  }
  const rows = await fillRows(pattern, bmpRowLength(width, 24), (row, x, number) => {
    row.set(colours[number] ?? [], 3 * x)
  })
  return writeBmp({ width, height, bitsPerPixel: 24, rows })
}

/**
 * Packs numbers of 1, 2 or 4 bits, the leftmost in the highest bits, as PNG (7.2) and BMP have it.
 * @param start where they begin in each row, in bytes.
 */
const packRows = (pattern: Pattern, bits: 1 | 2 | 4, start: number, rowLength: number) =>
  fillRows(pattern, rowLength, (row, x, number) => {
    const at = start + ((bits * x) >> 3)
    row[at] = (row[at] ?? 0) | (number << (8 - bits - ((bits * x) & 7)))
  })

/** Writes rows of so many bytes, each pixel by the number of its square's colour. */
async function fillRows(
  { width, height, grain, numbers }: Pattern,
  rowLength: number,
  put: (row: Bytes, x: number, number: number) => void,
): Promise<Bytes> {
  const rows = new Uint8Array(height * rowLength)
  const squares = Math.ceil(width / grain)
  await forEachRow({ height }, (y) => {
    const start = y * rowLength
    if (y % grain !== 0) {
      rows.copyWithin(start, start - rowLength, start)
      return
    }
    const row = rows.subarray(start, start + rowLength)
    const first = (y / grain) * squares
    for (let x = 0; x < width; x += 1) put(row, x, numbers[first + Math.floor(x / grain)] ?? 0)
  })
  return rows
}
