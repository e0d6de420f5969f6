import { d50 } from './icc-profile.ts'
import type { ColourTable } from './icc-table.ts'
import type { Pixels } from './pixels.ts'
import { encodedLight, fromXyz, steps } from './srgb.ts'

/** Requests are answered after so many pixels. */
const pixelsAtOnce = 50_000

/**
 * Converts pixels to sRGB by a table.
 * @param device the bytes that the table takes of each pixel, four or three of four: those of the
 * pixels themselves, unless told.
 */
export async function convertByTable(
  { data }: Pixels,
  table: ColourTable,
  device: Uint8Array = data,
): Promise<void> {
  const look = lookUpIn(table)
  const toXyz = table.space === 'Lab' ? labToXyz : undefined
  const encoded = encodedLight()
  const colour = new Float64Array(3)
  for (let at = 0, count = 1; at < data.length; at += 4, count += 1) {
    look(device, at, colour)
    toXyz?.(colour)
    const [x = 0, y = 0, z = 0] = colour
    for (let channel = 0; channel < 3; channel += 1) {
      const [ofX, ofY, ofZ] = fromXyz[channel] ?? fromXyz[0]
      const step = steps * (ofX * x + ofY * y + ofZ * z)
      data[at + channel] = encoded[step <= 0 ? 0 : step >= steps ? steps : Math.round(step)] ?? 0
    }
    if (count % pixelsAtOnce === 0) await Bun.sleep(0)
  }
}

/** Makes what finds a colour in a table, between the points around it (ICC.1:2022, 10.12). */
function lookUpIn({ before, grid, points, between, matrix, after, space, scale }: ColourTable) {
  const inputs = grid.length
  const places = grid.map((side, input) =>
    Float64Array.from({ length: 256 }, (_, value) => {
      const place = before[input]?.(value / 255) ?? value / 255
      return Math.max(0, Math.min(1, place)) * (side - 1)
    }),
  )
  const strides = grid.map(
    (_, input) => 3 * grid.slice(input + 1).reduce((all, side) => all * side, 1),
  )
  const shares = new Float64Array(inputs)
  const found = new Float64Array(3)
  const shift = space === 'Lab' ? [0, 128, 128] : [0, 0, 0]

  return (device: Uint8Array, from: number, colour: Float64Array): void => {
    let start = 0
    for (let input = 0; input < inputs; input += 1) {
      const place = places[input]?.[device[from + input] ?? 0] ?? 0
      const low = Math.min((grid[input] ?? 2) - 2, Math.floor(place))
      shares[input] = place - low
      start += low * (strides[input] ?? 0)
    }
    found.fill(0)
    for (let corner = 0; corner < 1 << inputs; corner += 1) {
      let weight = 1
      let at = start
      for (let input = 0; input < inputs; input += 1) {
        const isHigh = ((corner >> input) & 1) === 1
        const share = shares[input] ?? 0
        weight *= isHigh ? share : 1 - share
        if (isHigh) at += strides[input] ?? 0
      }
      if (weight === 0) continue
      for (let out = 0; out < 3; out += 1) {
        found[out] = (found[out] ?? 0) + weight * (points[at + out] ?? 0)
      }
    }
    for (let out = 0; out < 3; out += 1)
      found[out] = between[out]?.(found[out] ?? 0) ?? found[out] ?? 0
    for (let out = 0; out < 3; out += 1) {
      let value = matrix[9 + out] ?? 0
      for (let index = 0; index < 3; index += 1) {
        value += (matrix[3 * out + index] ?? 0) * (found[index] ?? 0)
      }
      const last = after[out]?.(value) ?? value
      colour[out] = (scale[out] ?? 0) * last - (shift[out] ?? 0)
    }
  }
}

/** CIE Lab relative to D50 (ICC.1:2022, annex A). */
function labToXyz(colour: Float64Array): void {
  const [lightness = 0, a = 0, b = 0] = colour
  const middle = (lightness + 16) / 116
  const roots = [middle + a / 500, middle, middle - b / 200]
  roots.forEach((root, index) => {
    const value = root > 6 / 29 ? root ** 3 : 3 * (6 / 29) ** 2 * (root - 4 / 29)
    colour[index] = value * (d50[index] ?? 0)
  })
}
