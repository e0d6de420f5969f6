/** Gives how much light a value from 0 to 1 stands for, from 0 to 1. */
type ToneCurve = (value: number) => number

/** The amounts of X, Y and Z, relative to D50, that the whole of a colour gives. */
type Xyz = readonly [x: number, y: number, z: number]

/** What a profile says of each channel: red, green and blue, or grey three times. */
type ProfileChannel = { curve: ToneCurve; colorant: Xyz }
export type ProfileChannels = readonly [ProfileChannel, ProfileChannel, ProfileChannel]

const headerLength = 128
const tagLength = 12
/** More tags than any profile has. */
const maxTags = 100

const d50: Xyz = [0.9642, 1, 0.8249]

/**
 * Reads an ICC profile of curves and colorants, or of grey (ICC.1:2022, 8.3 and 8.4; tag types in
 * 10): those of phones, cameras and screens.
 * @returns `undefined` for one of other colours or of tables alone, and for what is damaged.
 */
export function readProfile(profile: Buffer): ProfileChannels | undefined {
  try {
    return channelsOf(profile.toString('latin1', 16, 24), tagsOf(profile))
  } catch (error) {
    // What lies outside of the profile can't be read.
    if (error instanceof RangeError) return undefined
    throw error
  }
}

/** Whether an ICC profile is one of greys (7.2.6). */
export const isOfGreys = (profile: Buffer) => profile.toString('latin1', 16, 20) === 'GRAY'

type Tags = ReadonlyMap<string, Buffer>

/** Lists the content of each tag by its signature (7.3). */
function tagsOf(profile: Buffer): Tags {
  const count = Math.min(maxTags, profile.readUInt32BE(headerLength))
  const tags = new Map<string, Buffer>()
  for (let index = 0; index < count; index += 1) {
    const at = headerLength + 4 + tagLength * index
    const start = profile.readUInt32BE(at + 4)
    const content = profile.subarray(start, start + profile.readUInt32BE(at + 8))
    tags.set(profile.toString('latin1', at, at + 4), content)
  }
  return tags
}

/** @param spaces the signatures of the profile's colours and of what they lead to (7.2.6 and 7.2.7). */
function channelsOf(spaces: string, tags: Tags): ProfileChannels | undefined {
  if (spaces.startsWith('GRAY')) {
    const given = readCurve(tags.get('kTRC'))
    const leadsToLab = spaces.endsWith('Lab ')
    const curve = given && leadsToLab ? (value: number) => lightOfLightness(given(value)) : given
    const none = curve && { curve, colorant: [0, 0, 0] as const }
    return curve && none && [{ curve, colorant: d50 }, none, none]
  }
  if (!spaces.startsWith('RGB ')) return undefined
  const channel = (name: string) => {
    const curve = readCurve(tags.get(`${name}TRC`))
    const colorant = readXyz(tags.get(`${name}XYZ`))
    return curve && colorant && { curve, colorant }
  }
  const [red, green, blue] = [channel('r'), channel('g'), channel('b')]
  return red && green && blue && [red, green, blue]
}

/** Gives the light of a CIE lightness, both from 0 to 1 (CIE 15:2004, 8.2.1). */
const lightOfLightness: ToneCurve = (value) =>
  value > 0.08 ? ((value + 0.16) / 1.16) ** 3 : value / 9.033

/** `XYZType` (10.31). */
function readXyz(content: Buffer | undefined): Xyz | undefined {
  if (content?.toString('latin1', 0, 4) !== 'XYZ ') return undefined
  return [fixed(content, 8), fixed(content, 12), fixed(content, 16)]
}

/** A number of 32 bits, 16 of them behind the point (4.6). */
const fixed = (buffer: Buffer, at: number) => buffer.readInt32BE(at) / 0x10000

/** @throws RangeError where the curve is cut off. */
function readCurve(content: Buffer | undefined): ToneCurve | undefined {
  const type = content?.toString('latin1', 0, 4)
  if (content === undefined) return undefined
  if (type === 'curv') return sampledCurve(content)
  return type === 'para' ? parametricCurve(content) : undefined
}

/** `curveType`: nothing is the identity, one number is a gamma, several are samples (10.6). */
function sampledCurve(content: Buffer): ToneCurve | undefined {
  const count = content.readUInt32BE(8)
  if (count === 0) return (value) => value
  if (count === 1) {
    const gamma = content.readUInt16BE(12) / 256
    return (value) => value ** gamma
  }
  if (content.length < 12 + 2 * count) return undefined
  const sampleAt = (index: number) => content.readUInt16BE(12 + 2 * index) / 0xffff
  return (value) => {
    const place = value * (count - 1)
    const index = Math.min(count - 2, Math.floor(place))
    return sampleAt(index) + (sampleAt(index + 1) - sampleAt(index)) * (place - index)
  }
}

/** `parametricCurveType` (10.18, table 68). */
function parametricCurve(content: Buffer): ToneCurve | undefined {
  const kind = content.readUInt16BE(8)
  const length = [1, 3, 4, 5, 7][kind]
  if (length === undefined) return undefined
  const numbers = Array.from({ length }, (_, index) => fixed(content, 12 + 4 * index))
  const [gamma = 1, a = 1, b = 0, c = 0, from = 0, e = 0, f = 0] = numbers
  const power = (value: number) => Math.max(0, a * value + b) ** gamma
  if (kind <= 2) return (value) => (value >= -b / a ? power(value) : 0) + c
  return (value) => (value >= from ? power(value) + e : c * value + f)
}
