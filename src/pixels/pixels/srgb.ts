import type { ProfileChannels } from './icc-profile.ts'
import { forEachPixel, type Pixels } from './pixels.ts'

/** The most that two pictures may differ, of 255, to be one for the eye. */
const leastVisible = 2

/** sRGB's red, green and blue in XYZ relative to D50 (IEC 61966-2-1, Bradford). */
const srgbColorants = [
  [0.4361, 0.2225, 0.0139],
  [0.3851, 0.7169, 0.0971],
  [0.1431, 0.0606, 0.7142],
] as const

/** From XYZ relative to D50 to the light of sRGB's red, green and blue. */
const fromXyz = [
  [3.1338561, -1.6168667, -0.4906146],
  [-0.9787684, 1.9161415, 0.033454],
  [0.0719453, -0.2289914, 1.4052427],
] as const

/** Steps between dark and light, fine enough for the darkest colours. */
const steps = 4095

/** Gammas within so much of sRGB's are meant to be sRGB. */
const gammaTolerance = 0.01

/** How much each of red, green and blue adds to the luminance of their light. */
const [ofRed, ofGreen, ofBlue] = [0.2126, 0.7152, 0.0722]

/** The luminance of the light at a place: of its red, its green and its blue. */
export const luminanceOf = (light: ArrayLike<number>, at = 0) =>
  ofRed * (light[at] ?? 0) + ofGreen * (light[at + 1] ?? 0) + ofBlue * (light[at + 2] ?? 0)

/** Gives the light, from 0 to 1, that an sRGB value from 0 to 1 stands for (IEC 61966-2-1). */
export const lightOf = (value: number) =>
  value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4

/** Gives the sRGB value from 0 to 1 that stands for so much light. */
export const valueOf = (light: number) =>
  light <= 0.0031308 ? 12.92 * light : 1.055 * light ** (1 / 2.4) - 0.055

/** Makes the profile of a PNG that gives its gamma alone (PNG, third edition, 11.3.2.2). */
export function profileOfGamma(gamma: number | undefined): ProfileChannels | undefined {
  if (gamma === undefined || Math.abs(gamma - 1 / 2.2) < gammaTolerance) return undefined
  const curve = (value: number) => value ** (1 / gamma)
  const [red, green, blue] = srgbColorants
  return [
    { curve, colorant: red },
    { curve, colorant: green },
    { curve, colorant: blue },
  ]
}

/** Whether nothing of a picture has a colour. */
export async function isGrey(pixels: Pixels): Promise<boolean> {
  const { data } = pixels
  let difference = 0
  await forEachPixel(pixels, (at) => {
    const green = data[at + 1] ?? 0
    difference |= ((data[at] ?? 0) ^ green) | ((data[at + 2] ?? 0) ^ green)
  })
  return difference === 0
}

/** Converts red, green and blue to sRGB, in place, from the profile that they go by. */
export async function convertToSrgb(pixels: Pixels, channels: ProfileChannels): Promise<void> {
  const convert = converterFor(channels)
  if (isSrgb(convert)) return
  await forEachPixel(pixels, (at) => convert(pixels.data, at))
}

/** Converts the three bytes at a place of a buffer. */
type Converter = (data: Uint8Array, at: number) => void

/** Whether a profile is that of sRGB, whoever made it. */
function isSrgb(convert: Converter): boolean {
  const levels = [0, 64, 128, 192, 255]
  const colours = levels.flatMap((red) =>
    levels.flatMap((green) => levels.map((blue) => [red, green, blue])),
  )
  return colours.every((colour) => {
    const converted = Uint8Array.from(colour)
    convert(converted, 0)
    return converted.every((value, index) => Math.abs(value - (colour[index] ?? 0)) <= leastVisible)
  })
}

function converterFor(channels: ProfileChannels): Converter {
  const [red, green, blue] = channels
  const [redLight, greenLight, blueLight] = [lightTable(red), lightTable(green), lightTable(blue)]
  const matrix = fromXyz.map((row) =>
    channels.map(
      ({ colorant }) =>
        steps * row.reduce((sum, weight, index) => sum + weight * (colorant[index] ?? 0), 0),
    ),
  )
  const [rr = 0, rg = 0, rb = 0, gr = 0, gg = 0, gb = 0, br = 0, bg = 0, bb = 0] = matrix.flat()
  const bytes = Uint8Array.from({ length: steps + 1 }, (_, step) =>
    Math.round(255 * valueOf(step / steps)),
  )
  const encode = (light: number) =>
    bytes[light <= 0 ? 0 : light >= steps ? steps : Math.round(light)] ?? 0
  return (data, at) => {
    const red = redLight[data[at] ?? 0] ?? 0
    const green = greenLight[data[at + 1] ?? 0] ?? 0
    const blue = blueLight[data[at + 2] ?? 0] ?? 0
    data[at] = encode(rr * red + rg * green + rb * blue)
    data[at + 1] = encode(gr * red + gg * green + gb * blue)
    data[at + 2] = encode(br * red + bg * green + bb * blue)
  }
}

/** The light of each value that a byte may have. */
const lightTable = ({ curve }: ProfileChannels[number]) =>
  Float32Array.from({ length: 256 }, (_, value) => curve(value / 255))
