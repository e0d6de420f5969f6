import { describe, expect, test } from 'bun:test'
import * as fc from 'fast-check'
import { layOut } from '../../src/pixels/layout.ts'
import type { Rendition } from '../../src/pixels/request.ts'
import { blue, green, isClose, paint, quadrants, red, white } from '../support/pixels.ts'
import type { Colour } from '../support/pixels.ts'
import { rendered } from '../support/rendering.ts'
import { decoded, paintPixels } from '../support/transparent.ts'

/** Red above, green in the middle, blue below, a third each. */
const stripes = (width: number, height: number) =>
  paint(width, height, (_, y) => [red, green, blue][Math.floor((3 * y) / height)] ?? blue)

const formats = ['jpg', 'png', 'webp', 'bmp'] as const

describe.each(formats)('a %s of an exact size', (type) => {
  test.each([
    [60, 40, 30, 20],
    [60, 40, 30, 30],
    [60, 40, 90, 90],
    [40, 60, 50, 20],
    [200, 3, 20, 20],
    [1, 1, 33, 7],
  ])('is just that: %d × %d to %d × %d', async (width, height, wide, high) => {
    for (const fit of ['cover', 'pad'] as const) {
      const box = { width: wide, height: high, fit, type }
      const picture = await decoded(await rendered(quadrants(width, height), box))
      expect([picture.width, picture.height]).toEqual([wide, high])
    }
  })

  test.each<[string, Uint8Array, number, [x: number, ys: number[]], Colour[]]>([
    ['its middle across', quadrants(120, 40), 40, [35, [5, 35]], [green, white]],
    // Of 120 rows, 60 are too many: 20 above, 40 below.
    ['its upper part', stripes(60, 120), 60, [30, [10, 40, 50]], [red, green, green]],
    ['the same, enlarged', stripes(30, 60), 120, [60, [20, 60, 110]], [red, green, green]],
  ])('is cut to %s', async (_, file, side, [x, ys], colours) => {
    const box = { width: side, height: side, fit: 'cover', type } as const
    const { colourAt } = await decoded(await rendered(file, box))
    for (const [index, colour] of colours.entries()) {
      expect(isClose(colourAt(x, ys[index] ?? 0), colour)).toBeTrue()
    }
  })

  test.each([
    [undefined, [0, 0, 0]],
    ['dc1e1e', red],
  ] as const)('has bars of the background (%p)', async (background, bars) => {
    const box = { width: 60, height: 60, fit: 'pad', background, type } as const
    const { colourAt } = await decoded(await rendered(quadrants(30, 20), box))
    for (const y of [2, 57]) expect(isClose(colourAt(30, y), bars)).toBeTrue()
    expect(isClose(colourAt(45, 20), green)).toBeTrue()
    expect(isClose(colourAt(45, 40), white)).toBeTrue()
  })
})

test.each([
  ['jpg', 'contain'],
  ['bmp', 'contain'],
  ['jpg', 'cover'],
  ['bmp', 'pad'],
] as const)('behind what is transparent a %s has the background (%s)', async (type, fit) => {
  const half = paintPixels(40, 40, (x) => (x < 20 ? [30, 200, 30, 255] : [0, 0, 0, 0]))
  const box = { width: 40, height: 40, fit, type }
  for (const [background, colour] of [
    [undefined, [255, 255, 255]],
    ['1e1edc', blue],
  ] as const) {
    const { colourAt } = await decoded(await rendered(half, { ...box, background }))
    expect(isClose(colourAt(5, 20), green)).toBeTrue()
    expect(isClose(colourAt(35, 20), colour)).toBeTrue()
  }
})

test('a PNG of a photo has no alpha that nothing uses', async () => {
  const colourTypeOf = (png: Uint8Array) => png[25]
  const opaque = paintPixels(30, 20, (x, y) => [x, y, 9, 255])
  for (const file of [quadrants(30, 20), opaque, await rendered(quadrants(30, 20))]) {
    expect(colourTypeOf(await rendered(file, { type: 'png' }))).toBe(2)
  }
  const transparent = paintPixels(30, 20, (x, y) => [x, y, 9, x])
  expect(colourTypeOf(await rendered(transparent, { type: 'png' }))).toBe(6)
})

test('a PNG is to the pixel what was decoded', async () => {
  const pixel = fc.tuple(fc.nat(255), fc.nat(255), fc.nat(255))
  const side = fc.integer({ min: 1, max: 9 })
  const size = fc.record({ width: side, height: side })
  const example = fc.tuple(size, fc.array(pixel, { minLength: 81, maxLength: 81 }))
  await fc.assert(
    fc.asyncProperty(example, async ([{ width, height }, colours]) => {
      const colourAt = (x: number, y: number): Colour => colours[9 * y + x] ?? [0, 0, 0]
      for (const type of ['png', 'bmp'] as const) {
        const picture = await decoded(await rendered(paint(width, height, colourAt), { type }))
        for (let y = 0; y < height; y += 1) {
          for (let x = 0; x < width; x += 1) expect(picture.colourAt(x, y)).toEqual(colourAt(x, y))
        }
      }
    }),
    { numRuns: 30 },
  )
})

test('whatever the sizes, what is decoded and enlarged is not much larger than it has to be', () => {
  const side = fc.integer({ min: 1, max: 10_000 })
  const fit = fc.constantFrom('contain', 'cover', 'pad')
  fc.assert(
    fc.property(side, side, side, side, fit, (width, height, wide, high, how) => {
      const rest = { background: undefined, type: 'png', quality: 80, palette: undefined } as const
      const box: Rendition = { width: wide, height: high, fit: how, ...rest }
      const { scaled, part, enlarged, left, top, result } = layOut({ width, height }, box)
      expect(scaled.width).toBeLessThanOrEqual(Math.max(width, 1))
      expect(scaled.height).toBeLessThanOrEqual(Math.max(height, 1))
      expect(part.left + part.width).toBeLessThanOrEqual(scaled.width)
      expect(part.top + part.height).toBeLessThanOrEqual(scaled.height)
      if (how !== 'contain') expect(result).toEqual({ width: wide, height: high })
      if (how === 'cover') {
        expect(left).toBeLessThanOrEqual(0)
        expect(top).toBeLessThanOrEqual(0)
        expect(left + enlarged.width).toBeGreaterThanOrEqual(wide)
        expect(top + enlarged.height).toBeGreaterThanOrEqual(high)
      } else {
        expect(left).toBeGreaterThanOrEqual(0)
        expect(left + enlarged.width).toBeLessThanOrEqual(result.width)
        expect(top + enlarged.height).toBeLessThanOrEqual(result.height)
      }
      const scale = Math.max(wide / width, high / height)
      const isEnlarged = enlarged.width > part.width || enlarged.height > part.height
      if (isEnlarged && how === 'cover') {
        expect(enlarged.width).toBeLessThanOrEqual(wide + 2 * scale + 1)
        expect(enlarged.height).toBeLessThanOrEqual(high + 2 * scale + 1)
      }
    }),
    { numRuns: 2000 },
  )
})
