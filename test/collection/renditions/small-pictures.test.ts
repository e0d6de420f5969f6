import { expect, test } from 'bun:test'
import { paint, red, blue } from '../../support/pixels.ts'
import { rendered } from '../../support/rendering.ts'
import { decoded } from '../../support/transparent.ts'

const checkers = (side: number) => paint(side, side, (x, y) => ((x + y) % 2 === 0 ? red : blue))

test('a small WebP has each of its pixels in its own colour', async () => {
  const { colourAt } = await decoded(await rendered(checkers(8), { type: 'webp' }))
  expect([colourAt(0, 0), colourAt(1, 0), colourAt(7, 0)]).toEqual([red, blue, blue])
})

test('a large WebP is lossy, whatever its colours', async () => {
  const bytes = Buffer.from(await rendered(checkers(100), { type: 'webp' }))
  expect(bytes.includes('VP8L')).toBeFalse()
})
