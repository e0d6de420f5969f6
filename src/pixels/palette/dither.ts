import type { Interruption } from '../../lib/waiting/waiter.ts'
import { forEachRow, type Pixels } from '../pixels/pixels.ts'
import type { Palette } from './palettes.ts'
import { Panel } from './panel.ts'

export const dithers = ['floyd-steinberg', 'atkinson', 'none'] as const
export type Dither = (typeof dithers)[number]

/** Where a share of a pixel's error goes: so many pixels on in its row, so many rows below. */
interface Share {
  across: number
  down: 0 | 1 | 2
  of: number
}

const shares: Record<Dither, readonly Share[]> = {
  'floyd-steinberg': [
    { across: 1, down: 0, of: 7 / 16 },
    { across: -1, down: 1, of: 3 / 16 },
    { across: 0, down: 1, of: 5 / 16 },
    { across: 1, down: 1, of: 1 / 16 },
  ],
  atkinson: [
    { across: 1, down: 0, of: 1 / 8 },
    { across: 2, down: 0, of: 1 / 8 },
    { across: -1, down: 1, of: 1 / 8 },
    { across: 0, down: 1, of: 1 / 8 },
    { across: 1, down: 1, of: 1 / 8 },
    { across: 0, down: 2, of: 1 / 8 },
  ],
  none: [],
}

/** Errors go at most so many pixels beyond either end of a row. */
const margin = 2

/**
 * Chooses a colour of a palette for each pixel, row by row, every other from the right. What a pixel
 * lacks in light goes to those around it, so that the light of an area is that of the picture.
 * @returns the number of each pixel's colour, row by row.
 * @throws the signal's reason once it aborts.
 */
export async function ditherPixels(
  pixels: Pixels,
  palette: Palette,
  dither: Dither,
  interruption?: Interruption,
): Promise<Uint8Array<ArrayBuffer>> {
  const { width, height } = pixels
  const panel = new Panel(palette)
  const numbers = new Uint8Array(width * height)
  const row = new Float32Array(3 * width)
  const diffusion = new Diffusion(width, panel, dither)
  const convert = (y: number) => {
    panel.readRow(pixels, y, row)
    if (dither === 'none') perceive(row)
    diffusion.convert(row, numbers.subarray(y * width, (y + 1) * width), y % 2 === 1)
  }
  await forEachRow(pixels, convert, interruption)
  return numbers
}

/** Turns light into what eyes perceive: without diffusion, the colour that looks nearest counts. */
function perceive(light: Float32Array): void {
  for (let at = 0; at < light.length; at += 1) light[at] = Math.cbrt(light[at] ?? 0)
}

/** Converts one row after the other, and holds the errors of those that follow. */
class Diffusion {
  readonly #colours: Float32Array
  readonly #shares: readonly Share[]
  /** Of this row and of the two below it: red, green and blue of each pixel, within margins. */
  #errors: [Float32Array, Float32Array, Float32Array]

  constructor(width: number, panel: Panel, dither: Dither) {
    this.#colours = Float32Array.from(panel.colours.flat())
    if (dither === 'none') perceive(this.#colours)
    this.#shares = shares[dither]
    const noErrors = () => new Float32Array(3 * (width + 2 * margin))
    this.#errors = [noErrors(), noErrors(), noErrors()]
  }

  /** @param row light. */
  convert(row: Float32Array, numbers: Uint8Array, isReversed: boolean): void {
    const [errors] = this.#errors
    for (let step = 0; step < numbers.length; step += 1) {
      const x = isReversed ? numbers.length - 1 - step : step
      const at = 3 * x
      const place = 3 * (x + margin)
      const red = (row[at] ?? 0) + (errors[place] ?? 0)
      const green = (row[at + 1] ?? 0) + (errors[place + 1] ?? 0)
      const blue = (row[at + 2] ?? 0) + (errors[place + 2] ?? 0)
      const number = this.#nearest(red, green, blue)
      numbers[x] = number
      const colour = 3 * number
      const byRed = red - (this.#colours[colour] ?? 0)
      const byGreen = green - (this.#colours[colour + 1] ?? 0)
      const byBlue = blue - (this.#colours[colour + 2] ?? 0)
      this.#spread(place, isReversed ? -1 : 1, byRed, byGreen, byBlue)
    }
    const [done, next, last] = this.#errors
    this.#errors = [next, last, done.fill(0)]
  }

  #nearest(red: number, green: number, blue: number): number {
    const colours = this.#colours
    let nearest = 0
    let least = Number.POSITIVE_INFINITY
    for (let number = 0, at = 0; at < colours.length; number += 1, at += 3) {
      const byRed = red - (colours[at] ?? 0)
      const byGreen = green - (colours[at + 1] ?? 0)
      const byBlue = blue - (colours[at + 2] ?? 0)
      const distance = byRed * byRed + byGreen * byGreen + byBlue * byBlue
      if (distance >= least) continue
      least = distance
      nearest = number
    }
    return nearest
  }

  /** Without an iterator or an array for each pixel: these would double the time. */
  #spread(place: number, direction: 1 | -1, red: number, green: number, blue: number): void {
    for (let index = 0; index < this.#shares.length; index += 1) {
      const share = this.#shares[index]
      if (share === undefined) return
      const errors = this.#errors[share.down]
      const at = place + 3 * direction * share.across
      errors[at] = (errors[at] ?? 0) + share.of * red
      errors[at + 1] = (errors[at + 1] ?? 0) + share.of * green
      errors[at + 2] = (errors[at + 2] ?? 0) + share.of * blue
    }
  }
}
