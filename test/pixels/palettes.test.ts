import { describe, expect, test } from 'bun:test'
import { Panel } from '../../src/pixels/palette/panel.ts'
import { paletteNames, palettes, type PaletteName } from '../../src/pixels/palette/palettes.ts'
import { dithers, ditherPixels, type Dither } from '../../src/pixels/palette/dither.ts'
import { unpackPng } from '../../src/pixels/pixels/uncompressed-png.ts'
import { lightOf, valueOf } from '../../src/pixels/pixels/srgb.ts'
import { checkPng, decodeRgb, identify } from '../support/other-decoders.ts'
import { noise, paint, type Colour } from '../support/pixels.ts'
import { lacks } from '../support/programs.ts'
import { rendered } from '../support/rendering.ts'
import { paintPixels } from '../support/transparent.ts'

const photo = await Bun.file('test/photos/landscape.jpg').bytes()
const everyColour = paint(128, 96, (x, y) => [2 * x, 2.6 * y, (x * y) % 256])

/** Every palette with every way to dither. */
const ways = paletteNames.flatMap((name) => dithers.map((dither) => [name, dither] as const))
const odd = { width: 101, height: 67, fit: 'cover' } as const

const inPalette = (file: Uint8Array, name: PaletteName, dither: Dither, type: 'png' | 'bmp') =>
  rendered(file, { ...odd, type, palette: { name, dither } })

describe.skipIf(lacks('imagemagick')).each(['png', 'bmp'] as const)('a %s for a panel', (type) => {
  test.each(ways)('has nothing but the colours of %s (%s)', async (name, dither) => {
    const pictures = [photo, everyColour, noise(120, 80)]
    const files = await Promise.all(pictures.map((each) => inPalette(each, name, dither, type)))
    const kind = `${type === 'png' ? 'PNG' : 'BMP3'} 101 67`
    expect(await identify(files, '%m %w %h')).toEqual(pictures.map(() => kind))
    const decoded = await decodeRgb(files)
    expect(decoded.length).toBe(pictures.length * 3 * 101 * 67)
    const places = Array.from({ length: decoded.length / 3 }, (_, index) => 3 * index)
    const found = new Set(places.map((at) => String([...decoded.subarray(at, at + 3)])))
    expect([...found.difference(new Set(palettes[name].pure.map(String)))]).toEqual([])
  })
})

describe.skipIf(lacks('pngcheck'))('a PNG for a panel is as small decoders want it', () => {
  test.each([
    ['bw', '1-bit grayscale'],
    ['gray4', '2-bit grayscale'],
    ['gray16', '4-bit grayscale'],
    ['spectra6', '4-bit palette'],
    ['acep7', '4-bit palette'],
    [undefined, '24-bit RGB'],
  ] as const)('%s: %s', async (name, kind) => {
    const palette = name && ({ name, dither: 'floyd-steinberg' } as const)
    const file = await rendered(photo, { ...odd, type: 'png', palette })
    expect(await checkPng(file)).toContain(`${kind}, non-interlaced`)
  })
})

test.each([
  ['bw', 1],
  ['gray4', 24],
  ['spectra6', 24],
] as const)('a BMP is one that old decoders take for %s', async (name, bits) => {
  const file = Buffer.from(await inPalette(photo, name, 'floyd-steinberg', 'bmp'))
  expect(file.toString('latin1', 0, 2)).toBe('BM')
  expect(file.readUInt32LE(2)).toBe(file.length)
  // The oldest header with a size of its own, rows from below, no compression.
  expect(file.readUInt32LE(14)).toBe(40)
  expect(file.readInt32LE(22)).toBe(67)
  expect(file.readUInt16LE(28)).toBe(bits)
  expect(file.readUInt32LE(30)).toBe(0)
  if (bits === 1) {
    expect([...file.subarray(54, 62)]).toEqual([0, 0, 0, 0, 255, 255, 255, 0])
    expect(file.readUInt32LE(10)).toBe(62)
  }
})

test('greys, white and black of the panel itself stay as they are, undithered', async () => {
  for (const name of paletteNames) {
    const isGrey = name === 'bw' || name.startsWith('gray')
    const levels = isGrey
      ? palettes[name].pure
      : ([
          [0, 0, 0],
          [255, 255, 255],
        ] as const)
    const file = paint(64, 32, (x) => levels[Math.floor((x / 64) * levels.length)] ?? [0, 0, 0])
    const { pixels } = await pixelsOf(file)
    const numbers = await ditherPixels(pixels, palettes[name], 'floyd-steinberg')
    numbers.forEach((number, at) => {
      expect(number).toBe(Math.floor(((at % 64) / 64) * levels.length))
    })
  }
})

const pixelsOf = async (file: Uint8Array, side?: number) => {
  const image = new Bun.Image(file)
  const scaled = side === undefined ? image : image.resize(side, side)
  return unpackPng(await scaled.png({ compressionLevel: 0 }).bytes())
}

const blockSide = 32

/** What eyes see of each block of 32 × 32: the mean of its light, from 0 to 1. */
function meansOf(
  width: number,
  height: number,
  lightAt: (x: number, y: number) => readonly number[],
) {
  const means: number[][] = []
  for (let top = 0; top + blockSide <= height; top += blockSide) {
    for (let left = 0; left + blockSide <= width; left += blockSide) {
      const sums = [0, 0, 0]
      for (let y = top; y < top + blockSide; y += 1) {
        for (let x = left; x < left + blockSide; x += 1) {
          lightAt(x, y).forEach((value, channel) => (sums[channel] = (sums[channel] ?? 0) + value))
        }
      }
      means.push(sums.map((sum) => sum / blockSide ** 2))
    }
  }
  return means
}

/** Of 1024 dots some thirty are white. */
const nearlyBlack = 0.03

const ramp: (blueLevel: number) => Uint8Array = (blueLevel) =>
  paint(192, 192, (x, y): Colour => [(255 * x) / 191, (255 * y) / 191, blueLevel])

describe.each(paletteNames)('each block of %s has the colour of the picture', (name) => {
  const pictures = { photo, 'every colour': ramp(60), 'every other colour': ramp(200) }
  test.each(Object.entries(pictures))('%s', async (_, file) => {
    const [width, height] = [192, 192]
    const { pixels } = await pixelsOf(file, width)
    const palette = palettes[name]
    const panel = new Panel(palette)
    const rows = Array.from({ length: height }, (__, y) => {
      const row = new Float32Array(3 * width)
      panel.readRow(pixels, y, row)
      return row
    })
    const wanted = meansOf(width, height, (x, y) => [
      ...(rows[y]?.subarray(3 * x, 3 * x + 3) ?? []),
    ])
    const numbers = await ditherPixels(pixels, palette, 'floyd-steinberg')
    const shown = palette.shown.map((colour) => colour.map((value) => lightOf(value / 255)))
    const got = meansOf(width, height, (x, y) => shown[numbers[y * width + x] ?? 0] ?? [])
    got.forEach((mean, block) => {
      mean.forEach((light, channel) => {
        const expected = wanted[block]?.[channel] ?? 0
        expect(255 * Math.abs(light - expected)).toBeLessThanOrEqual(6)
        // As sRGB values: but where it is nearly black, where a dot of white makes several of 255.
        if (expected < nearlyBlack) return
        expect(255 * Math.abs(valueOf(light) - valueOf(expected))).toBeLessThanOrEqual(6)
      })
    })
  })
})

test('what is transparent is in front of the background, in the colours of the panel', async () => {
  const half = paintPixels(64, 64, (x) => (x < 32 ? [0, 0, 0, 255] : [200, 10, 10, 0]))
  const options = { type: 'png', palette: { name: 'bw', dither: 'none' } } as const
  const light = await pixelsOf(await rendered(half, options))
  expect([light.pixels.data[0], light.pixels.data[4 * 40]]).toEqual([0, 255])
  const dark = await pixelsOf(await rendered(half, { ...options, background: '000000' }))
  expect([dark.pixels.data[0], dark.pixels.data[4 * 40]]).toEqual([0, 0])
})
