import { deflateSync } from 'node:zlib'
import { latin } from './bytes.ts'
import { insertAt, segment } from './orientation.ts'
import { chunk } from './pixels.ts'

function fixed(...values: number[]): Buffer {
  const buffer = Buffer.alloc(4 * values.length)
  values.forEach((value, index) => buffer.writeInt32BE(Math.round(value * 0x10000), 4 * index))
  return buffer
}

export const tag = (type: string, ...content: Uint8Array[]) =>
  Buffer.concat([latin(type), Buffer.alloc(4), ...content])

/** `parametricCurveType` 3 with the curve that sRGB and Display P3 share (ICC.1:2022, 10.18). */
const srgbCurve = tag(
  'para',
  Buffer.of(0, 3, 0, 0),
  fixed(2.4, 1 / 1.055, 0.055 / 1.055, 1 / 12.92, 0.04045),
)
/** `curveType` of one number, a gamma (10.6). */
const gammaCurve = (gamma: number) =>
  tag('curv', Buffer.of(0, 0, 0, 1, Math.floor(gamma), Math.round((gamma % 1) * 256)))

type Colorant = readonly [number, number, number]

interface ProfileOptions {
  red: Colorant
  green: Colorant
  blue: Colorant
  curve: Buffer
  /** Bytes that mean nothing, to make the profile larger. */
  more?: number
  others?: Record<string, Buffer>
}

/** An ICC profile of curves and colorants, relative to D50. */
function profile({ red, green, blue, curve, more = 0, others = {} }: ProfileOptions): Buffer {
  return profileOf('RGB XYZ ', {
    rXYZ: tag('XYZ ', fixed(...red)),
    gXYZ: tag('XYZ ', fixed(...green)),
    bXYZ: tag('XYZ ', fixed(...blue)),
    rTRC: curve,
    gTRC: curve,
    bTRC: curve,
    more: Buffer.alloc(more, 'more'),
    ...others,
  })
}

/** An ICC profile of some tags, with the signatures of its colours and of what they lead to. */
export function profileOf(spaces: string, tags: Record<string, Buffer>): Buffer {
  const names = Object.keys(tags)
  const table = Buffer.alloc(4 + 12 * names.length)
  table.writeUInt32BE(names.length)
  let at = 128 + table.length
  names.forEach((name, index) => {
    const length = tags[name]?.length ?? 0
    table.write(name, 4 + 12 * index, 'latin1')
    table.writeUInt32BE(at, 8 + 12 * index)
    table.writeUInt32BE(length, 12 + 12 * index)
    at += length
  })
  const header = Buffer.alloc(128)
  header.writeUInt32BE(at)
  header.write('\x04', 8, 'latin1')
  header.write(`${spaces.startsWith('CMYK') ? 'prtr' : 'mntr'}${spaces}`, 12, 'latin1')
  header.write('acsp', 36, 'latin1')
  return Buffer.concat([header, table, ...Object.values(tags)])
}

export const displayP3 = (more = 0, others: Record<string, Buffer> = {}) =>
  profile({
    red: [0.5151, 0.2412, -0.0011],
    green: [0.292, 0.6922, 0.0419],
    blue: [0.1571, 0.0666, 0.7841],
    curve: srgbCurve,
    more,
    others,
  })

export const adobeRgb = (more = 0) =>
  profile({
    red: [0.6097, 0.3111, 0.0195],
    green: [0.2053, 0.6257, 0.0609],
    blue: [0.1492, 0.0632, 0.7446],
    curve: gammaCurve(2.19921875),
    more,
  })

export const srgb = (more = 0) =>
  profile({
    red: [0.4361, 0.2225, 0.0139],
    green: [0.3851, 0.7169, 0.0971],
    blue: [0.1431, 0.0606, 0.7142],
    curve: srgbCurve,
    more,
  })

/** Puts a profile into a JPEG (ICC.1:2022, B.4). */
export function jpegWithProfile(jpeg: Uint8Array, icc: Buffer): Buffer {
  const most = 60_000
  const count = Math.ceil(icc.length / most)
  const segments = Array.from({ length: count }, (_, index) => {
    const content = icc.subarray(index * most, (index + 1) * most)
    const head = Buffer.concat([latin('ICC_PROFILE\0'), Buffer.of(index + 1, count)])
    return segment(0xe2, Buffer.concat([head, content]))
  })
  return insertAt(jpeg, 2, ...segments)
}

/** Puts a profile into a PNG, behind its header (PNG, third edition, 11.3.2.3). */
export const pngWithProfile = (png: Buffer, icc: Buffer) =>
  insertAt(png, 33, chunk('iCCP', Buffer.concat([latin('profile\0\0'), deflateSync(icc)])))
