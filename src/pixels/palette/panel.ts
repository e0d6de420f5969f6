import type { Colour, Pixels } from '../pixels/pixels.ts'
import { lightOf, luminanceOf } from '../pixels/srgb.ts'
import { gamutFitter, type Light } from './gamut.ts'
import type { Palette } from './palettes.ts'

/** With two tones only, shadows in their own light are a few white dots without any detail. */
const liftOfTwoTones = 1 / 1.4

/** What a panel can show, in light: eyes mix the light of its pixels. */
export class Panel {
  readonly colours: readonly Light[]
  /** `undefined` for panels that show greys only. */
  readonly #fit: ReturnType<typeof gamutFitter> | undefined
  /** The light that the panel shows for each value of red, green and blue. */
  readonly #stretched: readonly [Float32Array, Float32Array, Float32Array]
  /** The power that the light of greys is raised to, below 1 to lighten shadows. */
  readonly #lift: number

  constructor({ shown, greyBits }: Palette) {
    this.#lift = greyBits === 1 ? liftOfTwoTones : 1
    this.colours = shown.map(toLight)
    const darkest = this.colours.reduce((one, other) =>
      luminanceOf(other) < luminanceOf(one) ? other : one,
    )
    // The colour whose weakest channel is the strongest: yellow may be lighter than white.
    const white = this.colours.reduce((one, other) =>
      Math.min(...other) > Math.min(...one) ? other : one,
    )
    this.#fit = greyBits === undefined ? gamutFitter(this.colours, darkest, white) : undefined
    const stretch = (channel: 0 | 1 | 2) =>
      Float32Array.from(
        { length: 256 },
        (_, value) => darkest[channel] + lightOf(value / 255) * (white[channel] - darkest[channel]),
      )
    this.#stretched = [stretch(0), stretch(1), stretch(2)]
  }

  /** Reads a row as light that the panel shows: from its black to its white, in its gamut. */
  readRow({ width, data }: Pixels, y: number, row: Float32Array): void {
    const [red, green, blue] = this.#stretched
    const fit = this.#fit
    for (let x = 0, from = 4 * width * y, at = 0; x < width; x += 1, from += 4, at += 3) {
      row[at] = red[data[from] ?? 0] ?? 0
      row[at + 1] = green[data[from + 1] ?? 0] ?? 0
      row[at + 2] = blue[data[from + 2] ?? 0] ?? 0
      if (fit === undefined) row.fill(luminanceOf(row, at) ** this.#lift, at, at + 3)
      else fit(row, at)
    }
  }
}

const toLight = ([red, green, blue]: Colour): Light => [
  lightOf(red / 255),
  lightOf(green / 255),
  lightOf(blue / 255),
]
