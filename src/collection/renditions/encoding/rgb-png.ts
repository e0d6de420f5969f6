import type { Pixels } from '../pixels/pixels.ts'
import { writePng } from './png-writer.ts'

const paeth = 4

/** Requests are answered after so many pixels. */
const pixelsAtOnce = 100_000

/**
 * Encodes pixels as a PNG of 8 bits without alpha, which `Bun.Image` does not write: a third of its
 * work and of a small decoder's memory would go into what nothing uses. Each row is filtered by what
 * is to the left of and above it, which suits photos (PNG, third edition, 9.4).
 */
export async function encodeRgbPng(pixels: Pixels): Promise<Uint8Array<ArrayBuffer>> {
  const { width, height } = pixels
  const length = 1 + 3 * width
  const rows = new Uint8Array(height * length)
  const rowsAtOnce = Math.ceil(pixelsAtOnce / width)
  for (let y = 0; y < height; y += 1) {
    filterRow(pixels, y, rows.subarray(y * length, (y + 1) * length))
    if (y % rowsAtOnce === rowsAtOnce - 1) await Bun.sleep(0)
  }
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
