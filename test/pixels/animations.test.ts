import { describe, expect, test } from 'bun:test'
import { animatedWebp, gifWithFrameAt } from '../support/animations.ts'
import { blue, green, isClose, paint, quadrants, red, type Colour } from '../support/pixels.ts'
import { rendered } from '../support/rendering.ts'
import { codeOf } from '../support/collection.ts'
import { decoded, paintPixels } from '../support/transparent.ts'

const white: Colour = [255, 255, 255]
const still = (picture: Uint8Array, lossless = false) =>
  new Bun.Image(picture).webp(lossless ? { lossless } : { quality: 90 }).bytes()
const plain = (width: number, height: number, colour: Colour) => paint(width, height, () => colour)

/** A canvas of 60 × 40: a green frame of 30 × 20 at 10, 6, then a blue one all over. */
async function twoFrames(first: Uint8Array): Promise<Buffer> {
  return animatedWebp(60, 40, [
    { left: 10, top: 6, width: 30, height: 20, still: first },
    { left: 0, top: 0, width: 60, height: 40, still: await still(plain(60, 40, blue)) },
  ])
}

describe('of an animated WebP the first frame is shown', () => {
  test.each([true, false])('in its place on the canvas (lossless: %p)', async (lossless) => {
    const file = await twoFrames(await still(plain(30, 20, green), lossless))
    const picture = await decoded(await rendered(file, { type: 'png' }))
    expect([picture.width, picture.height]).toEqual([60, 40])
    const { colourAt } = await decoded(await rendered(file))
    expect(isClose(colourAt(25, 16), green)).toBeTrue()
    for (const [x, y] of [
      [5, 16],
      [45, 16],
      [25, 2],
      [25, 31],
    ] as const) {
      expect(isClose(colourAt(x, y), white)).toBeTrue()
    }
  })

  test('with its own transparency', async () => {
    const half = paintPixels(30, 20, (x) => (x < 15 ? [30, 200, 30, 255] : [0, 0, 0, 0]))
    const { colourAt } = await decoded(await rendered(await twoFrames(await still(half))))
    expect(isClose(colourAt(15, 16), green)).toBeTrue()
    expect(isClose(colourAt(35, 16), white)).toBeTrue()
  })

  test('scaled like any other', async () => {
    const first = {
      left: 0,
      top: 0,
      width: 120,
      height: 80,
      still: await still(quadrants(120, 80)),
    }
    const { width, height, colourAt } = await decoded(
      await rendered(animatedWebp(120, 80, [first]), { width: 30 }),
    )
    expect([width, height]).toEqual([30, 20])
    expect(isClose(colourAt(3, 3), red)).toBeTrue()
    expect(isClose(colourAt(25, 3), green)).toBeTrue()
  })
})

test.each([
  { left: 0, top: 0 },
  { left: 10, top: 6 },
  { left: 30, top: 20 },
])('the first frame of a GIF lies on its screen at %j', async (place) => {
  const file = gifWithFrameAt(place)
  const whole = await decoded(await rendered(file))
  expect([whole.width, whole.height]).toEqual([60, 40])
  for (const [x, y] of [
    [3, 3],
    [25, 16],
    [57, 37],
    [57, 3],
  ] as const) {
    const isInside = x >= place.left && x < place.left + 30 && y >= place.top && y < place.top + 20
    expect(isClose(whole.colourAt(x, y), isInside ? red : white)).toBeTrue()
  }
  const half = await decoded(await rendered(file, { width: 30 }))
  expect([half.width, half.height]).toEqual([30, 20])
})

describe('a damaged animation is refused or shown, at once', async () => {
  const webp = await twoFrames(await still(plain(30, 20, green)))
  const files = { webp, gif: gifWithFrameAt({ left: 10, top: 6 }) }

  test.each(['webp', 'gif'] as const)('a %s that ends at any byte', async (type) => {
    const file = files[type]
    for (let length = 12; length < file.length; length += 1) {
      expect(await answer(file.subarray(0, length))).toBeOneOf(['picture', 'INVALID_REQUEST'])
    }
  })

  test.each([0, 1, webp.length, 2 ** 31 - 1, 2 ** 32 - 1])(
    'a WebP with a chunk that claims %d bytes',
    async (length) => {
      for (let at = 0; at + 8 <= webp.length; at += 1) {
        if (!/^[A-Z][A-Z\d]{2}[A-Z\d ]$/.test(webp.toString('latin1', at, at + 4))) continue
        const file = Buffer.from(webp)
        file.writeUInt32LE(length, at + 4)
        expect(await answer(file)).toBeOneOf(['picture', 'INVALID_REQUEST'])
      }
    },
  )

  test.each([0, 1, 255])('a GIF with any byte turned into %d', async (value) => {
    for (let at = 6; at < 60; at += 1) {
      const file = Buffer.from(files.gif)
      file[at] = value
      expect(await answer(file)).toBeOneOf(['picture', 'INVALID_REQUEST'])
    }
  })
})

const answer = async (file: Uint8Array) =>
  (await codeOf(rendered(file, { width: 20, height: 20 }))) ?? 'picture'
