import { describe, expect, test } from 'bun:test'
import * as fc from 'fast-check'
import { pictureFormats } from '../../src/formats/picture-formats.ts'
import { sourceOf } from '../support/byte-source.ts'
import { shotAt, tags, tiff, withTiff, type ByteOrder } from '../support/exif.ts'
import { jpeg } from '../support/pictures.ts'

const { exifDirectory, dateTimeOriginal, dateTimeDigitized } = tags
const orders: ByteOrder[] = ['BE', 'LE']
const date = '2024:05:17 18:30:05'
const taken = Date.UTC(2024, 4, 17, 18, 30, 5) / 1000
const shape = { width: 40, height: 30 }
const plain = jpeg(shape)

/** What a JPEG with this EXIF data is read as. It is a picture, whatever they are. */
async function headerWith(data: Uint8Array) {
  const header = await pictureFormats.readHeader(sourceOf(withTiff(plain, data)))
  if (typeof header === 'string') throw new Error(header)
  return header
}

const exif = (fields: Record<number, string>) => ({ [exifDirectory]: { directory: fields } })

describe.each(orders)('EXIF data in byte order %s', (order) => {
  test('give the date of the shot', async () => {
    const data = tiff(
      {
        [tags.orientation]: { short: 6 },
        [tags.dateTime]: '2025:01:01 00:00:00',
        ...exif({
          [dateTimeOriginal]: date,
          [dateTimeDigitized]: '2024:05:18 00:00:00',
        }),
      },
      { order },
    )
    expect(await headerWith(data)).toMatchObject({ taken, width: 30, height: 40 })
  })

  test('give the date of the scan where there is none of the shot', async () => {
    const data = tiff(exif({ [dateTimeDigitized]: date }), { order })
    expect((await headerWith(data)).taken).toBe(taken)
    const blank = exif({ [dateTimeOriginal]: '    :  :     :  :  ', [dateTimeDigitized]: date })
    expect((await headerWith(tiff(blank, { order }))).taken).toBe(taken)
  })

  test('give no date where only the last change of the file has one', async () => {
    expect((await headerWith(tiff({ [tags.dateTime]: date }, { order }))).taken).toBe(0)
  })

  test('count without fractions and time zones', async () => {
    const fields = {
      [dateTimeOriginal]: date,
      [tags.offsetTime]: '+02:00',
      [tags.offsetTimeOriginal]: '-11:00',
      [tags.subSecTimeOriginal]: '987',
    }
    expect((await headerWith(tiff(exif(fields), { order }))).taken).toBe(taken)
  })

  test.each([0, 1000, 3000, 4000, 20_000, 60_000])(
    'give a date that lies %d bytes behind the directories',
    async (gap) => {
      const data = tiff(
        { [tags.orientation]: { short: 8 }, ...exif({ [dateTimeOriginal]: date }) },
        { order, gap },
      )
      expect(await headerWith(data)).toMatchObject({ taken, width: 30, height: 40 })
    },
  )
})

test.each([
  '0000:00:00 00:00:00',
  '1970:01:01 00:00:00',
  '1969:12:31 23:59:59',
  '1826:05:01 12:00:00',
  '2026:02:30 12:00:00',
  '2023:02:29 12:00:00',
  '2024:13:01 12:00:00',
  '2024:00:10 12:00:00',
  '2024:05:17 24:00:00',
  '2024:05:17 25:00:00',
  '2024:05:17 12:60:00',
  '2024:05:17 12:00:60',
  '    :  :     :  :  ',
  'last summer, I think',
  '-024:05:17 18:30:05',
  '２０２４:05:17 18:30:05',
])('the date %j is none', async (text) => {
  expect((await headerWith(shotAt(text))).taken).toBe(0)
})

test.each([
  '2024-05-17 18:30:05',
  '2024/05/17 18:30:05',
  '2024:05:17T18:30:05',
  '2024.05.17 18:30:05',
])('the date may be written as %s', async (text) => {
  expect((await headerWith(shotAt(text))).taken).toBe(taken)
})

test('the last day of February counts in leap years', async () => {
  const leapDay = Date.UTC(2024, 1, 29, 23, 59, 59) / 1000
  expect((await headerWith(shotAt('2024:02:29 23:59:59'))).taken).toBe(leapDay)
})

describe('EXIF data that lie', () => {
  test.each<[string, (bytes: Buffer) => void]>([
    ['point at themselves', (bytes) => void bytes.writeUInt32BE(8, 18)],
    ['point at their own start', (bytes) => void bytes.writeUInt32BE(0, 18)],
    ['point behind their end', (bytes) => void bytes.writeUInt32BE(0xffff_ffff, 18)],
    ['begin behind their end', (bytes) => void bytes.writeUInt32BE(0x7fff_ffff, 4)],
    ['claim more fields than there is room for', (bytes) => void bytes.writeUInt16BE(65_535, 8)],
    ['claim a text without end', (bytes) => void bytes.writeUInt32BE(0xffff_ffff, 32)],
    ['claim a date of no length', (bytes) => void bytes.writeUInt32BE(0, 32)],
    ['claim a date that is numbers', (bytes) => void bytes.writeUInt16BE(4, 30)],
    ['have a date behind their end', (bytes) => void bytes.writeUInt32BE(0xffff_fff0, 36)],
    [
      'have a date that ends behind their end',
      (bytes) => void bytes.writeUInt32BE(bytes.length - 5, 36),
    ],
  ])('and %s make no picture unreadable', async (_, spoil) => {
    const bytes = shotAt(date)
    spoil(bytes)
    expect(await headerWith(bytes)).toMatchObject({ ...shape, type: 'jpg' })
  })

  test('and whatever else is wrong with them make none unreadable, or have a date that can not be', async () => {
    const change = fc.record({ at: fc.nat(79), value: fc.nat(255) })
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...orders),
        fc.array(change, { maxLength: 12 }),
        fc.nat(80),
        async (order, changes, length) => {
          const bytes = tiff(
            { [tags.orientation]: { short: 1 }, ...exif({ [dateTimeOriginal]: date }) },
            { order },
          )
          for (const { at, value } of changes) if (at < bytes.length) bytes[at] = value
          const header = await headerWith(bytes.subarray(0, length))
          expect([30, 40]).toContain(header.width)
          expect(header.taken === 0 || header.taken >= 86_400).toBe(true)
          expect(header.taken).toBeLessThan(Date.UTC(10_000, 0) / 1000)
        },
      ),
      { numRuns: 2000 },
    )
  })
})

test('most of what a camera writes is not read', async () => {
  const data = tiff(exif({ [dateTimeOriginal]: date }))
  const withThumbnail = withTiff(plain, Buffer.concat([data, Buffer.alloc(50_000, 0xab)]))
  const source = sourceOf(Buffer.concat([withThumbnail, Buffer.alloc(3_000_000, 0xab)]))
  let read = 0
  const header = await pictureFormats.readHeader({
    size: source.size,
    read: async (into, position) => {
      const length = await source.read(into, position)
      read += length
      return length
    },
  })
  expect(header).toMatchObject({ taken, ...shape })
  expect(read).toBeLessThanOrEqual(8 * 1024)
})
