/** Gives the light, from 0 to 1, that an sRGB value from 0 to 1 stands for (IEC 61966-2-1). */
export const lightOf = (value: number) =>
  value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4

/** Gives the sRGB value from 0 to 1 that stands for so much light. */
export const valueOf = (light: number) =>
  light <= 0.0031308 ? 12.92 * light : 1.055 * light ** (1 / 2.4) - 0.055

/** How much each of red, green and blue adds to the luminance of their light. */
export const luminanceWeights = [0.2126, 0.7152, 0.0722] as const

/** From XYZ relative to D50 to the light of sRGB's red, green and blue (IEC 61966-2-1, Bradford). */
export const fromXyz = [
  [3.1338561, -1.6168667, -0.4906146],
  [-0.9787684, 1.9161415, 0.033454],
  [0.0719453, -0.2289914, 1.4052427],
] as const

/** Steps between dark and light, fine enough for the darkest colours. */
export const steps = 4095

/** Gives sRGB's byte for each step of light. */
export const encodedLight = () =>
  Uint8Array.from({ length: steps + 1 }, (_, step) => Math.round(255 * valueOf(step / steps)))
