import { segment } from './orientation.ts'
import { fixed, profileOf, tag } from './profiles.ts'

/** Cyan, magenta, yellow and black, 0 to 255 each. */
export type Ink = readonly [cyan: number, magenta: number, yellow: number, black: number]

interface Options {
  /** Whether it is coded as brightness and differences from it, as most programs do. */
  isYcck: boolean
}

/**
 * Writes a JPEG of four inks as Adobe's programs do, which store 255 less each: a square of 8 × 8
 * pixels for each colour, side by side (ITU-T T.81; Adobe, TN 5116).
 */
export function inkJpeg(colours: readonly Ink[], { isYcck }: Options): Buffer {
  const components = [1, 2, 3, 4]
  const quantization = Buffer.concat([Buffer.of(0), Buffer.alloc(64, 8)])
  // Each of twelve lengths of a difference has a code of four bits; the rest of a block has none.
  const brightness = Buffer.of(
    0,
    ...lengthsOfCodes({ 4: 12 }),
    ...Array.from({ length: 12 }).keys(),
  )
  const rest = Buffer.of(0x10, ...lengthsOfCodes({ 1: 1 }), 0)
  const frame = [8, 0, 8, 0, 8 * colours.length, 4, ...components.flatMap((id) => [id, 0x11, 0])]
  const scan = [4, ...components.flatMap((id) => [id, 0]), 0, 63, 0]
  return Buffer.concat([
    Buffer.of(0xff, 0xd8),
    segment(0xee, Buffer.from(`Adobe\0\x64\0\0\0\0${isYcck ? '\x02' : '\0'}`, 'latin1')),
    segment(0xdb, quantization),
    segment(0xc0, Buffer.from(frame)),
    segment(0xc4, brightness),
    segment(0xc4, rest),
    segment(0xda, Buffer.from(scan)),
    codesOf(colours.map((colour) => storedAs(colour, isYcck))),
    Buffer.of(0xff, 0xd9),
  ])
}

const lengthsOfCodes = (counts: Record<number, number>) =>
  Array.from({ length: 16 }, (_, index) => counts[index + 1] ?? 0)

function storedAs(colour: Ink, isYcck: boolean): number[] {
  if (!isYcck) return colour.map((ink) => 255 - ink)
  // Cyan, magenta and yellow stand in for red, green and blue.
  const [r, g, b, k] = colour
  const y = 0.299 * r + 0.587 * g + 0.114 * b
  return [y, 128 + (b - y) / 1.772, 128 + (r - y) / 1.402, 255 - k].map(Math.round)
}

function codesOf(blocks: readonly number[][]): Buffer {
  const before = [128, 128, 128, 128]
  const bits = blocks.flatMap((values) =>
    values.map((value, component) => {
      const difference = value - (before[component] ?? 0)
      before[component] = value
      const length = difference === 0 ? 0 : Math.floor(Math.log2(Math.abs(difference))) + 1
      const number = difference < 0 ? difference + 2 ** length - 1 : difference
      const digits = length === 0 ? '' : number.toString(2).padStart(length, '0')
      return `${length.toString(2).padStart(4, '0')}${digits}0`
    }),
  )
  const bytes = bits.join('').match(/.{1,8}/g) ?? []
  return Buffer.from(
    bytes.flatMap((byte) => {
      const value = Number.parseInt(byte.padEnd(8, '1'), 2)
      return value === 0xff ? [0xff, 0] : [value]
    }),
  )
}

/**
 * What is seen of each combination of full inks, black changing fastest: L, a and b. Each ink adds
 * its own, so all ways to interpolate give the same.
 */
const seen = Array.from({ length: 16 }, (_, index): [number, number, number] => {
  const [c = 0, m = 0, y = 0, k = 0] = [8, 4, 2, 1].map((bit) => ((index & bit) === 0 ? 0 : 1))
  return [100 - 25 * c - 30 * m - 7 * y - 36 * k, 50 * m - 25 * c, 55 * y - 30 * c - 5 * m]
})

const curve = (entries: number, bytes: 1 | 2) => {
  const buffer = Buffer.alloc(entries * bytes)
  const most = 256 ** bytes - 1
  for (let at = 0; at < entries; at += 1) {
    buffer.writeUIntBE(Math.round((at * most) / (entries - 1)), at * bytes, bytes)
  }
  return buffer
}

const repeat = (count: number, buffer: Buffer) =>
  Buffer.concat(Array.from({ length: count }, () => buffer))

/** `lut8Type` or `lut16Type` of a grid with two points a side (ICC.1:2022, 10.10 and 10.11). */
function oldTable(type: 'mft1' | 'mft2', points: readonly (readonly number[])[]): Buffer {
  const bytes = type === 'mft1' ? 1 : 2
  const inputs = Math.log2(points.length)
  const entries = type === 'mft1' ? 256 : 2
  const unit = fixed(1, 0, 0, 0, 1, 0, 0, 0, 1)
  const counts = type === 'mft1' ? Buffer.alloc(0) : Buffer.of(0, entries, 0, entries)
  const grid = Buffer.alloc(3 * points.length * bytes)
  // The 16 bits of Lab are the older ones: 0xFF00 stands for 100.
  const [ofL, ofAb] = bytes === 1 ? [2.55, 1] : [652.8, 256]
  points.forEach(([l = 0, a = 0, b = 0], index) => {
    const values = [l * ofL, (a + 128) * ofAb, (b + 128) * ofAb]
    values.forEach((value, out) =>
      grid.writeUIntBE(Math.round(value), (3 * index + out) * bytes, bytes),
    )
  })
  const curves = (count: number) => repeat(count, curve(entries, bytes))
  return tag(type, Buffer.of(inputs, 3, 2, 0), unit, counts, curves(inputs), grid, curves(3))
}

/** `lutAToBType` to XYZ: curves, and a matrix (10.12). */
function matrixTable(curveTag: Buffer, matrix: readonly number[]): Buffer {
  const curves = repeat(3, curveTag)
  const straight = repeat(3, tag('curv', Buffer.alloc(4)))
  const offsets = Buffer.alloc(20)
  const matrixAt = 32 + straight.length
  offsets.writeUInt32BE(32, 0)
  offsets.writeUInt32BE(matrixAt, 4)
  offsets.writeUInt32BE(matrixAt + 48, 8)
  return tag('mAB ', Buffer.of(3, 3, 0, 0), offsets, straight, fixed(...matrix), curves)
}

/** A profile of inks. */
export const inkProfile = (type: 'mft1' | 'mft2') =>
  profileOf('CMYKLab ', { A2B0: oldTable(type, seen) })

/** A profile of red, green and blue in which each is one ink less than all. */
export const tableProfile = (type: 'mft1' | 'mft2') =>
  profileOf('RGB Lab ', {
    A2B0: oldTable(type, seen.filter((_, index) => index % 2 === 0).toReversed()),
  })

/** The same as a profile of curves and colorants, these in its columns. */
export const matrixProfile = (curveTag: Buffer, matrix: readonly number[]) =>
  profileOf('RGB XYZ ', {
    // XYZ is written in halves, as it were: 1 is 0x8000.
    A2B0: matrixTable(curveTag, [...matrix.map((value) => (value * 32_768) / 65_535), 0, 0, 0]),
  })
