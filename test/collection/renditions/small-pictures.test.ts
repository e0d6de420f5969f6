import { describe, expect, test } from 'bun:test'
import * as fc from 'fast-check'
import { encodeSmallJpeg } from '../../../src/collection/renditions/encoding/small-jpeg.ts'
import { jpegSampling } from '../../support/jpegs.ts'
import { blue, difference, paint, readPng, red, type Colour } from '../../support/pixels.ts'
import { rendered } from '../../support/rendering.ts'
import { decoded } from '../../support/transparent.ts'

const checkers = (side: number) => paint(side, side, (x, y) => ((x + y) % 2 === 0 ? red : blue))

describe.each(['jpg', 'webp'] as const)('a %s', (type) => {
  test('of a small picture has each of its pixels in its own colour', async () => {
    const made = await decoded(await rendered(checkers(8), { type, quality: 100 }))
    expect(difference(made, readPng(checkers(8)))).toBeLessThan(2)
  })

  test('of a small JPEG has each of its pixels in its own colour', async () => {
    const jpeg = await rendered(checkers(8), { type: 'jpg', quality: 100 })
    const made = await decoded(await rendered(jpeg, { type, quality: 100 }))
    expect(difference(made, readPng(checkers(8)))).toBeLessThan(3)
  })

  test('of a large picture is encoded as photos are', async () => {
    const bytes = Buffer.from(await rendered(checkers(100), { type }))
    if (type === 'jpg') expect(jpegSampling(bytes)).toBe('22 11 11')
    else expect(bytes.includes('VP8L')).toBeFalse()
  })
})

describe('a small JPEG', () => {
  const picture = fc
    .record({ width: fc.integer({ min: 1, max: 40 }), height: fc.integer({ min: 1, max: 40 }) })
    .chain(({ width, height }) => {
      const colour = fc.tuple(fc.nat(255), fc.nat(255), fc.nat(255))
      const length = width * height
      return fc.record({
        width: fc.constant(width),
        height: fc.constant(height),
        colours: fc.array<Colour>(colour, { minLength: length, maxLength: length }),
      })
    })

  test('is what it was made of, the closer the higher its quality', async () => {
    await fc.assert(
      fc.asyncProperty(picture, async ({ width, height, colours }) => {
        const data = Uint8Array.from(colours.flatMap((colour) => [...colour, 255]))
        const colourAt = (x: number, y: number) => colours[y * width + x] ?? red
        const differences: number[] = []
        for (const quality of [100, 80, 1]) {
          const jpeg = encodeSmallJpeg({ width, height, data }, quality)
          const made = readPng(await new Bun.Image(jpeg).png().bytes())
          expect([made.width, made.height]).toEqual([width, height])
          differences.push(difference(made, { width, height, colourAt }))
        }
        const [best = 255, usual = 255, worst = 255] = differences
        expect(best).toBeLessThan(3)
        expect(usual).toBeLessThan(8)
        expect(worst).toBeLessThan(30)
      }),
      { numRuns: 40 },
    )
  })

  test('takes less with less quality', () => {
    const data = new Uint8Array(4 * 1600).map((_, at) => (at * 7919) % 251)
    const lengths = [100, 80, 50, 1].map(
      (quality) => encodeSmallJpeg({ width: 40, height: 40, data }, quality).length,
    )
    expect(lengths).toEqual(lengths.toSorted((one, other) => other - one))
  })
})
