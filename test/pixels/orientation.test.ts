import { expect, test } from 'bun:test'
import { orientedJpeg } from '../support/jpegs.ts'
import { insertAt, orientationTiff } from '../support/orientation.ts'
import { chunk, quadrantsOf } from '../support/pixels.ts'
import { rendered } from '../support/rendering.ts'
import { decoded } from '../support/transparent.ts'

const headerEnd = 8 + 25

/** Red, green / blue, white and 120 × 80 once it is held as its EXIF data says. */
async function orientedPng(jpeg: Uint8Array, orientation: number): Promise<Buffer> {
  const png = Buffer.from(await new Bun.Image(jpeg, { autoOrient: false }).png().bytes())
  return insertAt(png, headerEnd, chunk('eXIf', orientationTiff({ orientation })))
}

test.each([1, 2, 3, 4, 5, 6, 7, 8])(
  'a JPEG and a PNG of orientation %d come out upright',
  async (orientation) => {
    const jpeg = await orientedJpeg(orientation)
    const boxes = [
      [{ width: 60 }, 60, 40],
      [{ width: 60, type: 'webp' }, 60, 40],
      [{ width: 90, height: 60, fit: 'cover' }, 90, 60],
      [{ width: 200, height: 200, fit: 'cover', type: 'png' }, 200, 200],
      [{ width: 900, type: 'png' }, 120, 80],
      [{}, 120, 80],
    ] as const
    for (const file of [jpeg, await orientedPng(jpeg, orientation)]) {
      for (const [box, width, height] of boxes) {
        const made = await rendered(file, box)
        expect(await quadrantsOf(made)).toEqual(['red', 'green', 'blue', 'white'])
        expect(await decoded(made)).toMatchObject({ width, height })
      }
    }
  },
)
