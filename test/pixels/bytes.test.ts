import { expect, test } from 'bun:test'
import * as fc from 'fast-check'
import { encodeWithin } from '../../src/pixels/encoding/encode-palette.ts'
import { paletteNames } from '../../src/pixels/palette/palettes.ts'
import { forEachRow } from '../../src/pixels/pixels/pixels.ts'
import { codeOf } from '../support/collection.ts'
import { noise } from '../support/pixels.ts'
import { rendered } from '../support/rendering.ts'

test('a picture of at most so many bytes has the finest pattern that is small enough, found by six encodings at most', async () => {
  const sizes = fc.array(fc.nat(1000), { minLength: 33, maxLength: 33 })
  await fc.assert(
    fc.asyncProperty(sizes, fc.integer({ min: 1, max: 1000 }), async (unsorted, most) => {
      const sizeOf = unsorted.toSorted((a, b) => b - a)
      const tried = new Map<number, Uint8Array<ArrayBuffer>>()
      const encodeAt = async (grain: number) => {
        const bytes = new Uint8Array(sizeOf[grain] ?? 0)
        tried.set(grain, bytes)
        return bytes
      }
      const made = await encodeWithin(most, encodeAt).catch(() => undefined)
      expect(tried.size).toBeLessThanOrEqual(6)
      const fitting = [...tried].filter(([, bytes]) => bytes.length <= most)
      const tooLarge = [...tried].filter(([, bytes]) => bytes.length > most)
      const finest = Math.min(...fitting.map(([grain]) => grain))
      expect(made).toBe(tried.get(finest))
      if (made === undefined) expect([...tried.keys()]).toEqual([32])
      // Nothing between it and the next finer one was left out, but where steps are wide.
      const finer = Math.max(0, ...tooLarge.map(([grain]) => grain))
      if (made !== undefined) expect(finest - finer).toBeLessThanOrEqual(finest > 8 ? 4 : 1)
    }),
  )
})

const sides = { width: 400, height: 300, fit: 'cover' } as const
const ways = paletteNames.flatMap((name) =>
  (['png', 'bmp'] as const).map((type) => ({ name, type })),
)

test.each(ways)(
  'a picture of at most so many bytes keeps the bound or is refused: $name as $type',
  async ({ name, type }) => {
    const source = noise(400, 300)
    for (const maxBytes of [100, 1000, 5000, 20_000, 99_999]) {
      const palette = { name, dither: 'floyd-steinberg', maxBytes } as const
      const making = rendered(source, { ...sides, type, palette })
      const code = await codeOf(making)
      if (code === undefined) expect((await making).length).toBeLessThanOrEqual(maxBytes)
      else expect(code).toBe('INVALID_REQUEST')
      if (type === 'png' && maxBytes >= 5000) expect(code).toBeUndefined()
      if (maxBytes === 100) expect(code).toBeDefined()
    }
  },
)

const busy = () => {
  for (const end = performance.now() + 2; performance.now() < end;);
}

test('work on pixels gives way to others again and again', async () => {
  let turns = 0
  const others = setInterval(() => (turns += 1), 0)
  await forEachRow({ height: 50 }, busy)
  clearInterval(others)
  expect(turns).toBeGreaterThan(2)
})

test('work on pixels ends soon after nobody waits for it any more', async () => {
  const controller = new AbortController()
  let rows = 0
  const work = () => {
    busy()
    rows += 1
    if (rows === 10) controller.abort()
  }
  await expect(forEachRow({ height: 500 }, work, controller)).rejects.toThrow('aborted')
  expect(rows).toBeLessThan(50)
})
