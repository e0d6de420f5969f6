import { describe, expect, test } from 'bun:test'
import { hasIntactCodes } from '../../src/formats/jpeg/codes/jpeg-data.ts'
import { jpeg } from '../support/pictures.ts'
import { noise, paint, quadrants } from '../support/pixels.ts'

const photo = await Bun.file(`${import.meta.dir}/../photos/landscape.jpg`).bytes()

/** Six blocks in grey, each in a restart interval of its own, as `cjpeg -restart 1B` writes them. */
const restarting = Buffer.from(
  '/9j/4AAQSkZJRgABAQAAAQABAAD/2wBDAA0JCgsKCA0LCgsODg0PEyAVExISEyccHhcgLikxMC4pLSwzOko+MzZGNywtQFdBRkxOUlNSMj5aYVpQYEpRUk//wAALCAAQABgBAREA/8QAGAAAAgMAAAAAAAAAAAAAAAAAAQQFBgf/xAAcEAEAAAcBAAAAAAAAAAAAAAAABQdDRYGDwcL/3QAEAAH/2gAIAQEAAD8Ahn//0E4dUx1//9Ev/9KoP//TblnctXt//9TRX//Z',
  'base64',
)

const encode = async (source: Uint8Array, width: number, quality: number, progressive: boolean) =>
  Buffer.from(await new Bun.Image(source).resize(width).jpeg({ quality, progressive }).bytes())

const sources = {
  photo,
  noise: noise(100, 90),
  quadrants: quadrants(64, 64),
  dot: paint(1, 1, () => [9, 9, 9]),
}

describe.each(Object.entries(sources))('a JPEG of the %s', (_, source) => {
  test.each([true, false])(
    'is intact at any size and quality, progressive: %s',
    async (progressive) => {
      for (const width of [1, 7, 8, 9, 16, 17, 63, 200]) {
        for (const quality of [1, 50, 80, 100]) {
          const bytes = await encode(source, width, quality, progressive)
          expect({ width, quality, isIntact: await hasIntactCodes(bytes) }).toMatchObject({
            isIntact: true,
          })
        }
      }
    },
  )
})

/** Where the coded data of the first scan begin. */
function dataOf(bytes: Buffer): number {
  const scan = bytes.indexOf(Buffer.of(0xff, 0xda))
  return scan + 2 + bytes.readUInt16BE(scan + 2)
}

/** The share of places at which it is found when a sector of a disk reads as something else. */
async function shareFound(progressive: boolean, damage: (bytes: Buffer, at: number) => void) {
  const bytes = await encode(photo, 1200, 85, progressive)
  const start = dataOf(bytes)
  const places = Array.from({ length: 100 }, (_, index) =>
    Math.floor(start + ((index + 0.5) / 100) * (bytes.length - start - 600)),
  )
  let found = 0
  for (const at of places) {
    const damaged = Buffer.from(bytes)
    damage(damaged, at)
    if (!(await hasIntactCodes(damaged))) found += 1
  }
  return found / places.length
}

describe.each([true, false])('damage in the data of a photo, progressive: %s', (progressive) => {
  test('is found where a sector reads as zeros', async () => {
    const share = await shareFound(progressive, (bytes, at) => bytes.fill(0, at, at + 512))
    // Some scans of a progressive one consist of bits of which each makes sense.
    expect(share).toBeGreaterThan(progressive ? 0.75 : 0.9)
  })

  test('is found where a sector is that of another file', async () => {
    const share = await shareFound(progressive, (bytes, at) => {
      for (let index = 0; index < 512; index += 1) bytes[at + index] = (index * 73 + at) % 255
    })
    expect(share).toBeGreaterThan(0.9)
  })

  test('is found where a sector is missing', async () => {
    const bytes = await encode(photo, 1200, 85, progressive)
    const at = dataOf(bytes) + 5000
    const cut = Buffer.concat([bytes.subarray(0, at), bytes.subarray(at + 512)])
    expect(await hasIntactCodes(cut)).toBeFalse()
  })
})

describe('restart intervals', () => {
  const marker = (number: number) => restarting.indexOf(Buffer.of(0xff, 0xd0 + number))

  test('are intact in their order', async () => {
    expect(await hasIntactCodes(restarting)).toBeTrue()
  })

  test('are damaged in another order, or with one missing', async () => {
    const swapped = Buffer.from(restarting)
    swapped[marker(1) + 1] = 0xd2
    expect(await hasIntactCodes(swapped)).toBeFalse()
    const [from, to] = [marker(1), marker(2)]
    const without = Buffer.concat([restarting.subarray(0, from), restarting.subarray(to)])
    expect(await hasIntactCodes(without)).toBeFalse()
  })
})

test.each([
  ['nothing but a header', jpeg({ width: 30, height: 20 })],
  ['nothing', Buffer.alloc(0)],
])('%s can not be checked, and counts as intact', async (_, bytes) => {
  expect(await hasIntactCodes(bytes)).toBeTrue()
})

test('filling before a marker is no damage', async () => {
  const bytes = await encode(photo, 200, 80, false)
  for (const filling of [
    [0xff, 0xff, 0xff],
    [0, 0, 0, 0],
  ]) {
    const filled = Buffer.concat([bytes.subarray(0, -2), Buffer.from(filling), bytes.subarray(-2)])
    expect(await hasIntactCodes(filled)).toBeTrue()
  }
})

test('never hangs and never throws, whatever a byte is', async () => {
  for (const progressive of [true, false]) {
    const bytes = await encode(quadrants(24, 16), 24, 60, progressive)
    for (let at = 0; at < bytes.length; at += 1) {
      for (const value of [0, 1, 0x7f, 0xd9, 0xff]) {
        const damaged = Buffer.from(bytes)
        damaged[at] = value
        expect(await hasIntactCodes(damaged)).toBeBoolean()
      }
      expect(await hasIntactCodes(bytes.subarray(0, at))).toBeBoolean()
    }
  }
})
