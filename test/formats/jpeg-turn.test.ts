import { describe, expect, test } from 'bun:test'
import * as fc from 'fast-check'
import type { Turn } from '../../src/formats/format.ts'
import { pictureFormats } from '../../src/formats/picture-formats.ts'
import {
  headerOf as readHeader,
  pictureHeader as headerOf,
  sourceOf,
} from '../support/byte-source.ts'
import { shotAt, tags, tiff, withTiff, type ByteOrder } from '../support/exif.ts'
import { orientationTiff } from '../support/orientation.ts'
import { orientedJpeg } from '../support/jpegs.ts'
import { jpeg } from '../support/pictures.ts'
import { quadrantsOf } from '../support/pixels.ts'

const bare = jpeg({ width: 40, height: 30 })

async function turn(bytes: Buffer, by: Turn): Promise<Buffer<ArrayBuffer>> {
  const change = await pictureFormats.planTurn('jpg', sourceOf(bytes), by)
  if (typeof change === 'string') throw new Error(change)
  const rest = bytes.subarray(change.position + change.removed)
  return Buffer.concat([bytes.subarray(0, change.position), change.bytes, rest])
}

/** The colours of the quadrants, as displayed. */
const shown = async (bytes: Buffer<ArrayBuffer>) =>
  quadrantsOf(await new Bun.Image(bytes).png().bytes())

/** The first scan and what follows. */
const pixelsOf = (bytes: Buffer) => bytes.subarray(bytes.indexOf(Buffer.of(0xff, 0xda)))

const orders: ByteOrder[] = ['BE', 'LE']
const shot = (date: string) => ({
  [tags.exifDirectory]: { directory: { [tags.dateTimeOriginal]: date } },
})

describe('a JPEG that is turned', () => {
  test.each([1, 2, 3, 4, 5, 6, 7, 8])(
    'from orientation %p is displayed turned, and has the same pixels',
    async (orientation) => {
      const before = await orientedJpeg(orientation)
      const turned = await turn(before, 90)
      expect(pixelsOf(turned).equals(pixelsOf(before))).toBe(true)
      const [{ width, height }, header] = [await headerOf(before), await headerOf(turned)]
      expect([header.width, header.height]).toEqual([height, width])
      const [a, b, c, d] = await shown(before)
      expect(await shown(turned)).toEqual([c, a, d, b].map(String))
      const back = await turn(turned, 270)
      expect(back.equals(before)).toBe(true)
      const half = await turn(before, 180)
      expect((await turn(turned, 90)).equals(half)).toBe(true)
    },
  )

  test('without EXIF data gets an orientation and nothing else, behind the JFIF header', async () => {
    const turned = await turn(bare, 90)
    expect(await headerOf(turned)).toMatchObject({ orientation: 6, width: 30, height: 40 })
    const added = turned.length - bare.length
    const at = 2 + 18
    const rest = Buffer.concat([turned.subarray(0, at), turned.subarray(at + added)])
    expect(rest.equals(bare)).toBe(true)
  })

  test('with an orientation of a wrong type, or EXIF data that are none, gets right ones', async () => {
    const wrong = withTiff(bare, orientationTiff({ orientation: 6, type: 4 }))
    expect(await headerOf(await turn(wrong, 90))).toMatchObject({ orientation: 6 })
    const turned = await turn(withTiff(bare, Buffer.from('no TIFF')), 270)
    expect(await headerOf(turned)).toMatchObject({ orientation: 8 })
    expect(turned.includes('no TIFF')).toBe(true)
  })

  test('is left alone where its EXIF data have no room', async () => {
    const data = Buffer.concat([shotAt('2024:05:17 18:30:00'), Buffer.alloc(65_450)])
    const change = await pictureFormats.planTurn('jpg', sourceOf(withTiff(bare, data)), 90)
    expect(change).toBe('no_room')
  })

  test('keeps its dates and all else, and comes back to what it was, whatever its EXIF data', async () => {
    const directories = fc.record({
      order: fc.constantFrom(...orders),
      orientation: fc.option(fc.integer({ min: 1, max: 8 })),
      date: fc.option(fc.constantFrom('2024:05:17 18:30:00', '2001:02:03 04:05:06')),
      gap: fc.integer({ min: 0, max: 5 }),
      by: fc.constantFrom<Turn>(90, 180, 270),
    })
    await fc.assert(
      fc.asyncProperty(directories, async ({ order, orientation, date, gap, by }) => {
        const fields = {
          ...(orientation !== null && { [tags.orientation]: { short: orientation } }),
          [tags.dateTime]: '2020:01:01 00:00:00',
          ...(date !== null && shot(date)),
        }
        const before = withTiff(bare, tiff(fields, { order, gap }))
        const header = await headerOf(before)
        const once = await turn(before, by)
        const { taken, orientation: turned } = await headerOf(once)
        expect(taken).toBe(header.taken)
        expect(turned).not.toBe(header.orientation)
        expect(once.includes('2020:01:01 00:00:00')).toBe(true)
        const back = await turn(once, by === 90 ? 270 : by === 270 ? 90 : 180)
        expect(back).toHaveLength(once.length)
        expect((await headerOf(back)).orientation).toBe(orientation ?? 1)
        expect(back.subarray(-bare.length + 2).equals(bare.subarray(2))).toBe(true)
      }),
    )
  })

  test('stays a JPEG of the same pixels, or is left alone, whatever bytes are damaged', async () => {
    const good = await orientedJpeg(6)
    const exifEnd = good.indexOf(Buffer.of(0xff, 0xdb))
    const change = fc.tuple(fc.nat(exifEnd - 1), fc.nat(255))
    const damage = fc.array(change, { minLength: 1, maxLength: 8 })
    await fc.assert(
      fc.asyncProperty(damage, async (bytes) => {
        const before = Buffer.from(good)
        for (const [at, value] of bytes) before[Math.max(3, at)] = value
        const header = await readHeader(before)
        fc.pre(typeof header !== 'string' && header.type === 'jpg')
        const change = await pictureFormats.planTurn('jpg', sourceOf(before), 90)
        if (typeof change === 'string') return
        const turned = await turn(before, 90)
        expect(pixelsOf(turned).equals(pixelsOf(before))).toBe(true)
        const after = await headerOf(turned)
        expect(after.orientation).not.toBe(typeof header === 'string' ? 0 : header.orientation)
      }),
      { numRuns: 300 },
    )
  })
})
