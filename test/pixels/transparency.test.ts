import { expect, test } from 'bun:test'
import * as fc from 'fast-check'
import { unpackPng } from '../../src/pixels/pixels/uncompressed-png.ts'
import { difference, type Colour } from '../support/pixels.ts'
import { rendered } from '../support/rendering.ts'
import { decoded, meanSeen, paintPixels, type Pixel, type PixelAt } from '../support/transparent.ts'

const white: Colour = [255, 255, 255]
const level = fc.integer({ min: 0, max: 255 })
const colour = fc.tuple(level, level, level)

/** A disc of one colour. What is around it alternates between two others, and is transparent unless told. */
const disc =
  (side: number, seen: Colour, hidden: readonly [Colour, Colour], opacity = 0): PixelAt =>
  (x, y): Pixel => {
    const isInside = Math.hypot(x - side / 2, y - side / 2) < side * 0.35
    const stripe = Math.floor(x / 3) % 2 === 0 ? hidden[0] : hidden[1]
    return isInside ? [...seen, 255] : [...stripe, opacity]
  }

/** The picture as it should look: each pixel the mean of those that it stands for. */
const expected = (pixelAt: PixelAt, side: number, result: number, background = white) => ({
  width: result,
  height: result,
  colourAt: (x: number, y: number) => {
    const box = side / result
    return meanSeen(pixelAt, background, { left: x * box, top: y * box, side: box })
  },
})

test.each(['jpg', 'png', 'webp'] as const)(
  'what is hidden under transparency does not show in a %s scaled down',
  async (type) => {
    const example = fc.tuple(colour, colour, colour)
    await fc.assert(
      fc.asyncProperty(example, async ([seen, one, other]) => {
        const scaled = async (pixelAt: PixelAt) => {
          const result = await rendered(paintPixels(120, 120, pixelAt), { width: 40, type })
          return decoded(type === 'jpg' ? result : await rendered(result))
        }
        const pixelAt = disc(120, seen, [one, other])
        const looks = await scaled(pixelAt)
        const sameOnWhite = await scaled(disc(120, seen, [white, white], 255))
        expect(difference(looks, sameOnWhite)).toBeLessThan(6)
        // JPEG keeps half of the resolution of colours, which costs up to 6.1 around a green disc.
        expect(difference(looks, expected(pixelAt, 120, 40))).toBeLessThan(6.5)
      }),
      { numRuns: 15 },
    )
  },
)

test.each([
  ['white', white],
  ['green', [0, 255, 0]],
] as const)(
  'what is hidden under transparency does not show in a picture of more than two megapixels, though it is %s',
  async (_, hidden) => {
    const pixelAt = disc(1440, [200, 60, 90], [hidden, hidden])
    const result = await rendered(paintPixels(1440, 1440, pixelAt), { width: 144 })
    const { colourAt } = await decoded(result)
    // Across the disc there is its colour, the background's, and at the edges some of both.
    for (let x = 0; x < 144; x += 1) {
      const [red, green, blue] = colourAt(x, 72)
      expect(red).toBeGreaterThan(200 - 40)
      expect(green).toBeGreaterThan(60 - 30)
      expect(Math.abs(green - blue)).toBeLessThan(30 + 30)
    }
  },
)

test('a shadow that is half transparent stays as dark as it is', async () => {
  const shadow: PixelAt = (x) => (x < 60 ? [0, 0, 0, 128] : [0, 0, 0, 40])
  const picture = await decoded(await rendered(paintPixels(120, 90, shadow), { width: 60 }))
  expect(picture.colourAt(10, 20)[0]).toBeWithin(124, 131)
  expect(picture.colourAt(50, 20)[0]).toBeWithin(212, 219)
})

test.each(['png', 'webp'] as const)('a %s keeps its transparency', async (type) => {
  const pixelAt = disc(60, [10, 20, 200], [white, white])
  const result = await rendered(paintPixels(60, 60, pixelAt), { width: 30, type })
  const png = await new Bun.Image(result).png({ compressionLevel: 0 }).bytes()
  const { width, data } = unpackPng(png).pixels
  const alphas = [1, 15].map((at) => data[4 * (at * width + at) + 3])
  expect(alphas).toEqual([0, 255])
})
