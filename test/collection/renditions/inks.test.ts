import { describe, expect, test } from 'bun:test'
import { inkJpeg, inkProfile, type Ink } from '../../support/inks.ts'
import { isClose, type Colour } from '../../support/pixels.ts'
import { jpegWithProfile } from '../../support/profiles.ts'
import { rendered } from '../../support/rendering.ts'
import { decoded } from '../../support/transparent.ts'

/** Inks, and what Little CMS 2.14 makes of them by the profile. */
const inSrgb: readonly (readonly [Ink, Colour])[] = [
  [
    [0, 0, 0, 0],
    [255, 255, 255],
  ],
  [
    [255, 0, 0, 0],
    [83, 199, 239],
  ],
  [
    [0, 255, 0, 0],
    [251, 133, 183],
  ],
  [
    [0, 0, 255, 0],
    [255, 233, 126],
  ],
  [
    [0, 0, 0, 255],
    [155, 155, 155],
  ],
  [
    [40, 90, 120, 20],
    [231, 187, 161],
  ],
  [
    [80, 70, 60, 60],
    [194, 178, 178],
  ],
  [
    [20, 30, 10, 180],
    [175, 165, 169],
  ],
  [
    [80, 20, 60, 100],
    [176, 184, 176],
  ],
]
const inks = inSrgb.map(([ink]) => ink)

describe.each([true, false])('a JPEG of four inks (as YCCK: %p)', (isYcck) => {
  const plain = inkJpeg(inks, { isYcck })

  test.each(['mft1', 'mft2'] as const)('comes out by their profile (%s)', async (type) => {
    const file = jpegWithProfile(plain, inkProfile(type))
    for (const format of ['png', 'jpg', 'webp'] as const) {
      const { colourAt } = await decoded(await rendered(file, { type: format, quality: 95 }))
      inSrgb.forEach(([, colour], index) => {
        colourAt(8 * index + 4, 4).forEach((value, channel) => {
          expect(Math.abs(value - (colour[channel] ?? 0))).toBeLessThanOrEqual(9)
        })
      })
    }
  })

  test('is shown without a profile, or with one that says nothing', async () => {
    for (const file of [plain, jpegWithProfile(plain, Buffer.alloc(300))]) {
      const { colourAt } = await decoded(await rendered(file, { type: 'png' }))
      expect(isClose(colourAt(4, 4), [255, 255, 255])).toBeTrue()
      expect(isClose(colourAt(8 + 4, 4), [0, 255, 255])).toBeTrue()
      expect(isClose(colourAt(4 * 8 + 4, 4), [0, 0, 0])).toBeTrue()
    }
  })

  test('keeps its size and is scaled, with a profile', async () => {
    const file = jpegWithProfile(plain, inkProfile('mft1'))
    const { width, height } = await decoded(await rendered(file, { width: 36 }))
    expect([width, height]).toEqual([36, 4])
  })
})
