import { expect, test } from 'bun:test'
import { orientedJpeg } from '../support/jpegs.ts'
import { insertAt, orientationTiff } from '../support/orientation.ts'
import { chunk, quadrantsOf } from '../support/pixels.ts'
import { rendered } from '../support/rendering.ts'
import { decoded } from '../support/transparent.ts'

const headerEnd = 8 + 25

/** Red, green / blue, white and 120 × 80 once it is held as its EXIF data says. */
async function orientedPng(orientation: number): Promise<Buffer> {
  const stored = new Bun.Image(await orientedJpeg(orientation), { autoOrient: false })
  const png = Buffer.from(await stored.png().bytes())
  return insertAt(png, headerEnd, chunk('eXIf', orientationTiff({ orientation })))
}

test.each([1, 2, 3, 4, 5, 6, 7, 8])(
  'a PNG of orientation %d comes out upright',
  async (orientation) => {
    const file = await orientedPng(orientation)
    const boxes = [
      { width: 60 },
      { width: 60, type: 'webp' },
      { width: 90, height: 60, fit: 'cover' },
      { width: 200, height: 200, fit: 'cover', type: 'png' },
    ] as const
    for (const box of boxes) {
      const made = await rendered(file, box)
      expect(await quadrantsOf(made)).toEqual(['red', 'green', 'blue', 'white'])
    }
    const { width, height } = await decoded(await rendered(file))
    expect([width, height]).toEqual([120, 80])
  },
)
