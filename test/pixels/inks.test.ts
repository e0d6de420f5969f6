import { describe, expect, test } from 'bun:test'
import { inkJpeg } from '../support/inks.ts'
import { isClose } from '../support/pixels.ts'
import { jpegWithProfile, profileOf } from '../support/profiles.ts'
import { rendered } from '../support/rendering.ts'
import { decoded } from '../support/transparent.ts'

describe.each([true, false])('a JPEG of four inks (as YCCK: %p)', (isYcck) => {
  const plain = inkJpeg(
    [
      [0, 0, 0, 0],
      [255, 0, 0, 0],
      [0, 0, 0, 255],
    ],
    { isYcck },
  )

  test('is shown in the colours of its inks, whatever its profile says', async () => {
    for (const file of [plain, jpegWithProfile(plain, profileOf('CMYKLab ', {}))]) {
      for (const type of ['jpg', 'png', 'webp'] as const) {
        const result = Buffer.from(await rendered(file, { type, quality: 95 }))
        expect(result.includes('CMYK', 0, 'latin1')).toBeFalse()
        const { colourAt } = await decoded(result)
        expect(isClose(colourAt(4, 4), [255, 255, 255])).toBeTrue()
        expect(isClose(colourAt(8 + 4, 4), [0, 255, 255])).toBeTrue()
        expect(isClose(colourAt(2 * 8 + 4, 4), [0, 0, 0])).toBeTrue()
      }
    }
  })

  test('is scaled', async () => {
    const { width, height } = await decoded(await rendered(plain, { width: 12 }))
    expect([width, height]).toEqual([12, 4])
  })
})
