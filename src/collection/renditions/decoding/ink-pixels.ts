import type { Inks } from '../../../formats/format.ts'
import { convertByTable } from '../pixels/colour-table.ts'
import { readProfile } from '../pixels/icc-profile.ts'
import type { Pixels } from '../pixels/pixels.ts'
import type { DecoderInput } from './decoder-input.ts'

/** How much of the blue and the red difference is in red, green and blue (JFIF 1.02). */
const differences = [
  [0, 1.402],
  [-0.344136, -0.714136],
  [1.772, 0],
] as const

/** How Adobe's segment says that inks are coded. */
const [plain, ycck] = [0, 2]

/** The channels in which what is clamped is rarest come first. */
const channels = [0, 2, 1] as const

/**
 * Converts a picture of four inks to sRGB by its profile. The decoder gives three values for each
 * pixel: cyan, magenta and yellow, each multiplied by black. So the file is decoded once more with
 * its inks taken to be coded the other way: the four inks follow from both results.
 * @param pixels what it gave at first, which is overwritten.
 * @param decode decodes a file as it did at first.
 */
export async function convertInks(
  pixels: Pixels,
  input: DecoderInput,
  { profile, isYcck, codingAt }: Inks,
  decode: (input: DecoderInput) => Promise<Pixels>,
): Promise<void> {
  const colours = readProfile(profile)
  if (colours === undefined || !('table' in colours) || colours.table.grid.length !== 4) return
  const bytes = input instanceof Blob ? await input.bytes() : new Uint8Array(input)
  bytes[codingAt] = isYcck ? plain : ycck
  const other = await decode(bytes)
  if (isYcck) separate(other.data, pixels.data, pixels.data, other.data)
  else separate(pixels.data, other.data, pixels.data, other.data)
  await convertByTable(pixels, colours.table, other.data)
}

/**
 * Works out the inks of each pixel. With Y, Cb, Cr and K for the four values of the file, which are
 * 255 less each ink, the decoder gives Y K, Cb K and Cr K where it takes them as they are. Where it
 * takes them for YCCK, it gives (255 - R) K with R made of Y, Cb and Cr, and so on. In a sum of both
 * Y, Cb and Cr cancel out, and K is left.
 * @param asPlain what the decoder gives of a file that it takes for plain.
 * @param asYcck what it gives of one that it takes for YCCK.
 * @param right which of them is what the file is.
 * @param inks gets cyan, magenta, yellow and black.
 */
function separate(
  asPlain: Uint8Array,
  asYcck: Uint8Array,
  right: Uint8Array,
  inks: Uint8Array,
): void {
  for (let at = 0; at < right.length; at += 4) {
    const black = blackOf(asPlain, asYcck, at)
    for (let ink = 0; ink < 3; ink += 1) {
      const value = black < 1 ? 255 : (255 * (right[at + ink] ?? 0)) / black
      inks[at + ink] = 255 - Math.min(255, Math.round(value))
    }
    inks[at + 3] = 255 - Math.min(255, Math.round(black))
  }
}

/** Finds what black leaves of a pixel, by a channel that is not clamped; by two where there are. */
function blackOf(asPlain: Uint8Array, asYcck: Uint8Array, at: number): number {
  const [y = 0, cb = 0, cr = 0] = [asPlain[at], asPlain[at + 1], asPlain[at + 2]]
  let first: number | undefined
  let most = Math.max(y, cb, cr)
  for (const channel of channels) {
    const [ofCb, ofCr] = differences[channel]
    const value = asYcck[at + channel] ?? 0
    const black = (value + y + ofCb * cb + ofCr * cr) / (1 + ((ofCb + ofCr) * 128) / 255)
    most = Math.max(most, value)
    // What is clamped from below is 0; what is clamped from above leaves black alone.
    if (value === 0 || value >= black - 1) continue
    if (first !== undefined) return (first + black) / 2
    if (channel === 1) return black
    first = black
  }
  return first ?? most
}
