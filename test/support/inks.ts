import { segment } from './orientation.ts'

/** Cyan, magenta, yellow and black, 0 to 255 each. */
type Ink = readonly [cyan: number, magenta: number, yellow: number, black: number]

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
