import { convertByTable } from './colour-table.ts'
import type { ColourProfile, ProfileChannels } from './icc-profile.ts'
import type { Pixels } from './pixels.ts'
import { encodedLight, fromXyz, steps } from './srgb.ts'

/** The most that two pictures may differ, of 255, to be one for the eye. */
const leastVisible = 2

/** sRGB's red, green and blue relative to D50 (IEC 61966-2-1, Bradford). */
const srgbColorants = [
  [0.4361, 0.2225, 0.0139],
  [0.3851, 0.7169, 0.0971],
  [0.1431, 0.0606, 0.7142],
] as const

/** Gammas within so much of sRGB's are meant to be sRGB. */
const gammaTolerance = 0.01

/** Makes the profile of a PNG that gives its gamma alone (PNG, third edition, 11.3.2.2). */
export function profileOfGamma(gamma: number | undefined): ColourProfile | undefined {
  if (gamma === undefined || Math.abs(gamma - 1 / 2.2) < gammaTolerance) return undefined
  const curve = (value: number) => value ** (1 / gamma)
  const [red, green, blue] = srgbColorants
  const channels = [
    { curve, colorant: red },
    { curve, colorant: green },
    { curve, colorant: blue },
  ] as const
  return { channels }
}

/** Converts red, green and blue to sRGB, in place, from the profile that they go by. */
export async function convertToSrgb(pixels: Pixels, profile: ColourProfile): Promise<void> {
  if ('table' in profile) {
    if (profile.table.grid.length === 3) await convertByTable(pixels, profile.table)
  } else if (!isSrgb(profile.channels)) {
    const { data } = pixels
    const convert = converterFor(profile.channels)
    for (let at = 0; at < data.length; at += 4) convert(data, at)
  }
}

/** Whether a profile is that of sRGB, whoever made it. */
function isSrgb(channels: ProfileChannels): boolean {
  const convert = converterFor(channels)
  const levels = [0, 64, 128, 192, 255]
  return levels.every((red) =>
    levels.every((green) =>
      levels.every((blue) => {
        const converted = Uint8Array.of(red, green, blue)
        convert(converted, 0)
        return [red, green, blue].every(
          (value, index) => Math.abs(value - (converted[index] ?? 0)) <= leastVisible,
        )
      }),
    ),
  )
}

/** Makes what converts the three bytes at a place of a buffer. */
function converterFor(channels: ProfileChannels): (data: Uint8Array, at: number) => void {
  const light = channels.map(({ curve }) =>
    Float32Array.from({ length: 256 }, (_, value) => curve(value / 255)),
  )
  const [redLight = new Float32Array(), greenLight = redLight, blueLight = redLight] = light
  const matrix = fromXyz.map((row) =>
    channels.map(
      ({ colorant }) =>
        steps * row.reduce((sum, weight, index) => sum + weight * (colorant[index] ?? 0), 0),
    ),
  )
  const [rr = 0, rg = 0, rb = 0, gr = 0, gg = 0, gb = 0, br = 0, bg = 0, bb = 0] = matrix.flat()
  const encoded = encodedLight()
  const encode = (value: number) =>
    encoded[value <= 0 ? 0 : value >= steps ? steps : Math.round(value)] ?? 0
  return (data, at) => {
    const red = redLight[data[at] ?? 0] ?? 0
    const green = greenLight[data[at + 1] ?? 0] ?? 0
    const blue = blueLight[data[at + 2] ?? 0] ?? 0
    data[at] = encode(rr * red + rg * green + rb * blue)
    data[at + 1] = encode(gr * red + gg * green + gb * blue)
    data[at + 2] = encode(br * red + bg * green + bb * blue)
  }
}
