import type { Pixels } from '../pixels/pixels.ts'

const side = 8
const blockLength = side * side

const diagonalOf = (at: number) => Math.floor(at / side) + (at % side)
const alongDiagonal = (at: number) => (diagonalOf(at) % 2 === 0 ? at % side : Math.floor(at / side))

/** The order in which a block is coded (ITU-T T.81, figure A.6). */
const zigzag = Array.from({ length: blockLength }, (_, at) => at).toSorted(
  (one, other) => diagonalOf(one) - diagonalOf(other) || alongDiagonal(one) - alongDiagonal(other),
)

/** Codes of 4 bits for the lengths of differences, of 8 bits for runs of zeros and lengths. */
const differences = Array.from({ length: 12 }, (_, length) => length)
const runs = [0x00, 0xf0].concat(
  Array.from({ length: 160 }, (_, index) => ((index / 10) << 4) | (1 + (index % 10))),
)
const endOfBlock = 0x00
const sixteenZeros = 0xf0

/** Red, green and blue of brightness and differences (JFIF 1.02). */
const weights = [
  [0.299, 0.587, 0.114],
  [-0.168736, -0.331264, 0.5],
  [0.5, -0.418688, -0.081312],
] as const

const cosines = Array.from({ length: blockLength }, (_, at) => {
  const [frequency, place] = [Math.floor(at / side), at % side]
  const scale = frequency === 0 ? Math.SQRT1_2 / 2 : 0.5
  return scale * Math.cos(((2 * place + 1) * frequency * Math.PI) / (2 * side))
})

/**
 * Encodes pixels as a baseline JPEG that has a colour for each of them, which `Bun.Image` does not
 * write: its colours are those of four pixels (ITU-T T.81; JFIF 1.02). The codes are plain rather
 * than short, for pictures of some kilobytes. Alpha is dropped.
 */
export function encodeSmallJpeg(pixels: Pixels, quality: number): Uint8Array<ArrayBuffer> {
  const step = Math.max(1, Math.round((102 - quality) / 4))
  const { width, height } = pixels
  const bits = new BitWriter()
  const before = [0, 0, 0]
  for (let y = 0; y < height; y += side) {
    for (let x = 0; x < width; x += side) {
      weights.forEach((_, component) => {
        const block = transform(samplesOf(pixels, x, y, component), step)
        writeBlock(bits, block, before[component] ?? 0)
        before[component] = block[0] ?? 0
      })
    }
  }
  const ids = [1, 2, 3]
  const size = [height >> 8, height & 0xff, width >> 8, width & 0xff]
  return new Uint8Array(
    Buffer.concat([
      Buffer.of(0xff, 0xd8),
      segment(0xe0, [...Buffer.from('JFIF\0'), 1, 2, 0, 0, 1, 0, 1, 0, 0]),
      segment(0xdb, [0, ...Array.from({ length: blockLength }, () => step)]),
      segment(0xc0, [8, ...size, ids.length, ...ids.flatMap((id) => [id, 0x11, 0])]),
      segment(0xc4, [0x00, ...countsOf(4, differences.length), ...differences]),
      segment(0xc4, [0x10, ...countsOf(8, runs.length), ...runs]),
      segment(0xda, [ids.length, ...ids.flatMap((id) => [id, 0]), 0, blockLength - 1, 0]),
      bits.finish(),
      Buffer.of(0xff, 0xd9),
    ]),
  )
}

function segment(marker: number, content: readonly number[]): Buffer {
  const length = content.length + 2
  return Buffer.from([0xff, marker, length >> 8, length & 0xff, ...content])
}

/** How many codes there are of each length, 1 to 16. */
const countsOf = (length: number, count: number) =>
  Array.from({ length: 16 }, (_, index) => (index + 1 === length ? count : 0))

/** One component of a block; what lies beyond the picture is as its edge. */
function samplesOf({ width, height, data }: Pixels, left: number, top: number, component: number) {
  const [red = 0, green = 0, blue = 0] = weights[component] ?? []
  return Float64Array.from({ length: blockLength }, (_, at) => {
    const x = Math.min(width - 1, left + (at % side))
    const y = Math.min(height - 1, top + Math.floor(at / side))
    const [r = 0, g = 0, b = 0] = data.subarray(4 * (y * width + x))
    return red * r + green * g + blue * b - (component === 0 ? 128 : 0)
  })
}

/** The discrete cosine transform (A.3.3) in steps, in the order in which it is coded. */
function transform(samples: Float64Array, step: number): number[] {
  const rows = new Float64Array(blockLength)
  const all = new Float64Array(blockLength)
  for (let at = 0; at < blockLength; at += 1) {
    const [y, frequency] = [Math.floor(at / side), at % side]
    for (let x = 0; x < side; x += 1) {
      rows[at] =
        (rows[at] ?? 0) + (samples[y * side + x] ?? 0) * (cosines[frequency * side + x] ?? 0)
    }
  }
  for (let at = 0; at < blockLength; at += 1) {
    const [frequency, x] = [Math.floor(at / side), at % side]
    for (let y = 0; y < side; y += 1) {
      all[at] = (all[at] ?? 0) + (rows[y * side + x] ?? 0) * (cosines[frequency * side + y] ?? 0)
    }
  }
  return zigzag.map((at) => Math.round((all[at] ?? 0) / step))
}

/** Codes a block (F.1.2): the difference of its mean, then runs of zeros and what follows them. */
function writeBlock(bits: BitWriter, [mean = 0, ...rest]: readonly number[], before: number): void {
  bits.write(differences.indexOf(lengthOf(mean - before)), 4)
  bits.writeNumber(mean - before)
  const last = rest.findLastIndex((value) => value !== 0)
  let zeros = 0
  for (const value of rest.slice(0, last + 1)) {
    if (value === 0) {
      zeros += 1
      continue
    }
    for (; zeros >= 16; zeros -= 16) bits.write(runs.indexOf(sixteenZeros), 8)
    bits.write(runs.indexOf((zeros << 4) | lengthOf(value)), 8)
    bits.writeNumber(value)
    zeros = 0
  }
  if (last < rest.length - 1) bits.write(runs.indexOf(endOfBlock), 8)
}

/** Bits that a number takes without its sign. */
const lengthOf = (value: number) => 32 - Math.clz32(Math.abs(value))

/** Joins bits, the highest first; a byte 0xFF gets a zero behind it (F.1.2.3). */
class BitWriter {
  readonly #bytes: number[] = []
  #held = 0
  #count = 0

  write(value: number, length: number): void {
    for (let bit = length - 1; bit >= 0; bit -= 1) {
      this.#held = (this.#held << 1) | ((value >> bit) & 1)
      this.#count += 1
      if (this.#count === 8) this.#flush()
    }
  }

  /** Writes a number in as many bits as it takes; a negative one less 1 (F.1.2.1). */
  writeNumber(value: number): void {
    this.write(value < 0 ? value - 1 : value, lengthOf(value))
  }

  /** Fills the last byte with ones. */
  finish(): Buffer {
    while (this.#count > 0) this.write(1, 1)
    return Buffer.from(this.#bytes)
  }

  #flush(): void {
    this.#bytes.push(this.#held)
    if (this.#held === 0xff) this.#bytes.push(0)
    this.#held = 0
    this.#count = 0
  }
}
