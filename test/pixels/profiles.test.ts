import { describe, expect, test } from 'bun:test'
import { convertToSrgb } from '../../src/pixels/pixels/srgb.ts'
import { readProfile } from '../../src/pixels/pixels/icc-profile.ts'
import { insertAt } from '../support/orientation.ts'
import { chunk, paint, type Colour } from '../support/pixels.ts'
import {
  adobeRgb,
  displayP3,
  jpegWithProfile,
  pngWithProfile,
  profileOf,
  srgb,
  tag,
} from '../support/profiles.ts'
import { rendered } from '../support/rendering.ts'
import { decoded } from '../support/transparent.ts'

const colours: Colour[] = [
  [120, 90, 60],
  [40, 130, 90],
  [200, 190, 180],
  [128, 128, 128],
]
const large = 200_000
const plain = (colour: Colour) => paint(60, 40, () => colour)
const colourOf = async (file: Uint8Array) =>
  (await decoded(await rendered(file, { type: 'png' }))).colourAt(10, 10)

/** What Little CMS 2.14 makes of the colours in these profiles. */
const inSrgb = [
  ['Display P3', displayP3, [126, 88, 55, 0, 132, 87, 202, 190, 179, 128, 128, 128]],
  ['Adobe RGB', adobeRgb, [131, 90, 56, 0, 131, 87, 205, 191, 181, 129, 129, 129]],
  ['sRGB', srgb, colours.flat()],
] as const

describe.each(inSrgb)('a picture in %s', (_, profile, expected) => {
  test.each([0, 1, 2, 3])(
    'with a large profile becomes one in sRGB, without a profile (%d)',
    async (index) => {
      const colour = colours[index] ?? [0, 0, 0]
      const jpeg = await new Bun.Image(plain(colour)).jpeg({ quality: 100 }).bytes()
      for (const file of [
        jpegWithProfile(jpeg, profile(large)),
        pngWithProfile(plain(colour), profile(large)),
      ]) {
        const result = await rendered(file, { width: 30 })
        expect(result.length).toBeLessThan(3000)
        const seen = (await decoded(result)).colourAt(10, 10)
        seen.forEach((value, channel) => {
          expect(Math.abs(value - (expected[3 * index + channel] ?? 0))).toBeLessThanOrEqual(3)
        })
      }
    },
  )
})

/** `curveType` of a gamma of 1: values are light itself (ICC.1:2022, 10.6). */
const linear = tag('curv', Buffer.of(0, 0, 0, 1, 1, 0))

test('greys of CIE lightness become those of sRGB', async () => {
  // `curveType` of nothing: the values are the lightness itself.
  const profile = profileOf('GRAYLab ', { kTRC: tag('curv', Buffer.alloc(4)) })
  // What Little CMS 2.14 makes of them.
  for (const [value, expected] of [
    [10, 13],
    [50, 47],
    [128, 119],
    [200, 194],
  ] as const) {
    const seen = await colourOf(pngWithProfile(plain([value, value, value]), profile))
    for (const channel of seen) expect(Math.abs(channel - expected)).toBeLessThanOrEqual(1)
  }
})

test.each(['jpg', 'webp', 'png'] as const)(
  'a grey JPEG with a profile of greys becomes one in sRGB, without a profile, as a %s',
  async (type) => {
    const profile = profileOf('GRAYXYZ ', { kTRC: linear })
    const jpeg = await new Bun.Image(plain([128, 128, 128])).jpeg({ quality: 100 }).bytes()
    const result = await rendered(jpegWithProfile(jpeg, profile), { width: 30, type })
    expect(Buffer.from(result).includes('GRAY', 0, 'latin1')).toBeFalse()
    // The sRGB value of the light 128 / 255 (IEC 61966-2-1).
    for (const value of (await decoded(result)).colourAt(10, 10)) {
      expect(Math.abs(value - 188)).toBeLessThanOrEqual(2)
    }
  },
)

test('a picture in colours stays as it is where its profile is one of greys', async () => {
  const profile = profileOf('GRAYXYZ ', { kTRC: linear })
  expect(await colourOf(pngWithProfile(plain([120, 90, 60]), profile))).toEqual([120, 90, 60])
})

const gammaChunk = (gamma: number) => {
  const content = Buffer.alloc(4)
  content.writeUInt32BE(Math.round(gamma * 100_000))
  return chunk('gAMA', content)
}
const same = [128, 64, 200] as const

test.each([
  // sRGB values of the light 128 / 255 and so on (IEC 61966-2-1).
  ['converted by it', [gammaChunk(1)], [188, 137, 229] as const],
  ['left for the usual one', [gammaChunk(0.45455)], same],
  ['left for an sRGB chunk', [gammaChunk(1), chunk('sRGB', Buffer.of(0))], same],
  ['left for zero', [gammaChunk(0)], same],
  ['left for one that is cut off', [chunk('gAMA', Buffer.of(0, 1))], same],
])('a PNG that gives its gamma is %s', async (_, chunks, expected) => {
  expect(await colourOf(insertAt(plain(same), 33, ...chunks))).toEqual([...expected])
})

test('a table in a profile is taken for sRGB alone, and changes nothing beside curves', async () => {
  const table = { A2B0: tag('mft2', Buffer.alloc(100)) }
  const [alone, beside, without] = [
    profileOf('RGB Lab ', table),
    displayP3(0, table),
    displayP3(),
  ].map((profile) => colourOf(pngWithProfile(plain([120, 90, 60]), profile)))
  expect(await alone).toEqual([120, 90, 60])
  expect(await beside).toEqual((await without) ?? [0, 0, 0])
})

test('a JPEG with a small profile keeps it, and its colours', async () => {
  const [colour = [0, 0, 0] as const] = colours
  const jpeg = await new Bun.Image(plain(colour)).jpeg({ quality: 100 }).bytes()
  const result = Buffer.from(await rendered(jpegWithProfile(jpeg, displayP3()), { width: 30 }))
  expect(result.includes('ICC_PROFILE', 0, 'latin1')).toBeTrue()
})

describe.each([
  ['of a gamma', adobeRgb()],
  ['of parametric curves', displayP3()],
])('a damaged profile %s changes nothing but colours', (_, whole) => {
  /** Converts two pixels by a profile, where that can be read. */
  async function expectAlpha(profile: Buffer): Promise<void> {
    const data = Uint8Array.of(1, 2, 3, 4, 250, 150, 50, 255)
    const channels = readProfile(profile)
    if (channels !== undefined) await convertToSrgb({ width: 2, height: 1, data }, channels)
    expect([data[3], data[7]]).toEqual([4, 255])
  }

  test('wherever it ends', async () => {
    for (let length = 0; length <= whole.length; length += 1) {
      await expectAlpha(whole.subarray(0, length))
    }
  })

  test.each([0, 1, whole.length, 2 ** 31 - 1, 2 ** 32 - 1])(
    'whatever length or place in it is %d',
    async (number) => {
      for (let at = 0; at + 4 <= whole.length; at += 1) {
        const profile = Buffer.from(whole)
        profile.writeUInt32BE(number, at)
        await expectAlpha(profile)
      }
    },
  )
})
