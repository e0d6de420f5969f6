import { fixed, readCurve, type ToneCurve } from './icc-curves.ts'
import { readTable, type ColourTable } from './icc-table.ts'

/** The amounts of X, Y and Z, relative to D50, that the whole of a colour gives. */
export type Xyz = readonly [x: number, y: number, z: number]

/** What a profile says of each channel: red, green and blue, or grey three times. */
export type ProfileChannel = { curve: ToneCurve; colorant: Xyz }
export type ProfileChannels = readonly [ProfileChannel, ProfileChannel, ProfileChannel]

const headerLength = 128
const tagLength = 12
/** More tags than any profile has. */
const maxTags = 100

export const d50: Xyz = [0.9642, 1, 0.8249]

/** What a profile says of colours: channel by channel, or by a table. */
export type ColourProfile = { channels: ProfileChannels } | { table: ColourTable }

/** The table of each of these intents (9.2.1): the first that there is counts, as in Chromium. */
const tableTags = ['A2B0', 'A2B1']

/**
 * Reads an ICC profile (ICC.1:2022, 8.3 and 8.4; tag types in 10).
 * @returns `undefined` for one of other colours than grey, RGB and CMYK, and for what is damaged.
 */
export function readProfile(profile: Buffer): ColourProfile | undefined {
  try {
    return colourProfileOf(profile)
  } catch (error) {
    // What lies outside of the profile can't be read.
    if (error instanceof RangeError) return undefined
    throw error
  }
}

function colourProfileOf(profile: Buffer): ColourProfile | undefined {
  const [colours, connection] = [
    profile.toString('latin1', 16, 20),
    profile.toString('latin1', 20, 24),
  ]
  const tag = tagsOf(profile)
  const content = tableTags.map(tag).find((each) => each !== undefined)
  const inputs = { 'RGB ': 3, CMYK: 4 }[colours]
  const table = content && readTable(content, connection)
  if (table !== undefined && table.grid.length === inputs) return { table }
  const channels = channelsOf(colours, tag)
  return channels && { channels }
}

type TagReader = (name: string) => Buffer | undefined

/** Curves and colorants, or grey. */
function channelsOf(colours: string, tag: TagReader): ProfileChannels | undefined {
  if (colours === 'GRAY') {
    const curve = readCurve(tag('kTRC'))
    const whole = curve && { curve, colorant: d50 }
    const none = curve && { curve, colorant: [0, 0, 0] as const }
    return whole && none && [whole, none, none]
  }
  if (colours !== 'RGB ') return undefined
  const [red, green, blue] = ['r', 'g', 'b'].map((name) => {
    const curve = readCurve(tag(`${name}TRC`))
    const colorant = readXyz(tag(`${name}XYZ`))
    return curve && colorant && { curve, colorant }
  })
  return red && green && blue && [red, green, blue]
}

/** Finds a tag's content by its signature (7.3). */
function tagsOf(profile: Buffer): TagReader {
  const count = Math.min(maxTags, profile.readUInt32BE(headerLength))
  const tags = new Map<string, Buffer>()
  for (let index = 0; index < count; index += 1) {
    const at = headerLength + 4 + tagLength * index
    const start = profile.readUInt32BE(at + 4)
    const content = profile.subarray(start, start + profile.readUInt32BE(at + 8))
    tags.set(profile.toString('latin1', at, at + 4), content)
  }
  return (name) => tags.get(name)
}

/** `XYZType` (10.31). */
function readXyz(content: Buffer | undefined): Xyz | undefined {
  if (content?.toString('latin1', 0, 4) !== 'XYZ ') return undefined
  return [fixed(content, 8), fixed(content, 12), fixed(content, 16)]
}
