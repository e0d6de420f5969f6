import { expect, test } from 'bun:test'
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

test.each([true, false])(
  'of an animated WebP the first frame is shown in its place on the canvas (lossless: %p)',
  async (lossless) => {
    const file = await twoFrames(await still(plain(30, 20, green), lossless))
    const picture = await decoded(await rendered(file, { type: 'png' }))
    expect([picture.width, picture.height]).toEqual([60, 40])
    const { colourAt } = await decoded(await rendered(file))
    expect(isClose(colourAt(25, 16), green)).toBeTrue()
    const around = [5, 45].map((x) => colourAt(x, 16)).concat([2, 31].map((y) => colourAt(25, y)))
    for (const colour of around) expect(isClose(colour, white)).toBeTrue()
  },
)

test('of an animated WebP the first frame is shown with its own transparency', async () => {
  const half = paintPixels(30, 20, (x) => (x < 15 ? [30, 200, 30, 255] : [0, 0, 0, 0]))
  const { colourAt } = await decoded(await rendered(await twoFrames(await still(half))))
  expect(isClose(colourAt(15, 16), green)).toBeTrue()
  expect(isClose(colourAt(35, 16), white)).toBeTrue()
})

test('of an animated WebP the first frame is shown scaled like any other', async () => {
  const size = { left: 0, top: 0, width: 120, height: 80 }
  const file = animatedWebp(120, 80, [{ ...size, still: await still(quadrants(120, 80)) }])
  const { width, height, colourAt } = await decoded(await rendered(file, { width: 30 }))
  expect([width, height]).toEqual([30, 20])
  expect(isClose(colourAt(3, 3), red)).toBeTrue()
  expect(isClose(colourAt(25, 3), green)).toBeTrue()
})

test.each([
  { left: 0, top: 0 },
  { left: 10, top: 6 },
  { left: 30, top: 20 },
])('the first frame of a GIF lies on its screen at %j', async (place) => {
  const file = gifWithFrameAt(place)
  const whole = await decoded(await rendered(file))
  expect([whole.width, whole.height]).toEqual([60, 40])
  for (const x of [3, 25, 57]) {
    for (const y of [3, 16, 37]) {
      const isAcross = x >= place.left && x < place.left + 30
      const isInside = isAcross && y >= place.top && y < place.top + 20
      expect(isClose(whole.colourAt(x, y), isInside ? red : white)).toBeTrue()
    }
  }
  const half = await decoded(await rendered(file, { width: 30 }))
  expect([half.width, half.height]).toEqual([30, 20])
})

test.each(['webp', 'gif'] as const)(
  'a damaged %s is refused or shown, at once, wherever it ends and whatever a byte of it is',
  async (type) => {
    const webp = await twoFrames(await still(plain(30, 20, green)))
    const whole = type === 'webp' ? webp : gifWithFrameAt({ left: 10, top: 6 })
    for (let at = 12; at < whole.length; at += 1) {
      const damaged = [0, 1, 255].map((value) => Buffer.from(whole).fill(value, at, at + 1))
      for (const file of [whole.subarray(0, at), ...damaged]) {
        const code = await codeOf(rendered(file, { width: 20, height: 20 }))
        expect(code).toBeOneOf([undefined, 'INVALID_REQUEST'])
      }
    }
  },
)
