import { describe, expect, test } from 'bun:test'
import { pictureFormats } from '../../src/formats/picture-formats.ts'
import { countedSource, pictureHeader } from '../support/byte-source.ts'
import { shotAt, tags, tiff, withTiff, type ByteOrder } from '../support/exif.ts'
import { jpeg } from '../support/pictures.ts'

const { exifDirectory, dateTime, dateTimeOriginal, dateTimeDigitized } = tags
const orders: ByteOrder[] = ['BE', 'LE']
/** The last moment of a leap day. */
const date = '2024:02:29 23:59:59'
const taken = Date.UTC(2024, 1, 29, 23, 59, 59) / 1000
const shape = { width: 40, height: 30 }
const plain = jpeg(shape)

/** What a JPEG with this EXIF data is read as. It is a picture, whatever they are. */
const headerWith = (data: Uint8Array) => pictureHeader(withTiff(plain, data))

const exif = (fields: Record<number, string>) => ({ [exifDirectory]: { directory: fields } })

describe.each(orders)('EXIF data in byte order %s', (order) => {
  const [shot, scanned] = [{ [dateTimeOriginal]: date }, { [dateTimeDigitized]: date }]
  const others = { [dateTime]: '2025:01:01 00:00:00', [tags.orientation]: { short: 6 } }
  const scannedLater = { ...shot, [dateTimeDigitized]: '2024:05:18 00:00:00' }
  const blank = { [dateTimeOriginal]: '    :  :     :  :  ', ...scanned }
  const zones = { [tags.offsetTime]: '+02:00', [tags.offsetTimeOriginal]: '-11:00' }
  const exact = { ...shot, ...zones, [tags.subSecTimeOriginal]: '987' }

  test.each([
    ['that of the shot', { ...others, ...exif(scannedLater) }, taken],
    ['that of the scan where there is none of the shot', exif(scanned), taken],
    ['that of the scan where that of the shot is blank', exif(blank), taken],
    ['none where only the last change of the file has one', { [dateTime]: date }, 0],
    ['one without fractions and time zones', exif(exact), taken],
  ])('give a date: %s', async (_, fields, expected) => {
    expect((await headerWith(tiff(fields, { order }))).taken).toBe(expected)
  })

  test.each([0, 1000, 3000, 4000, 20_000, 60_000])(
    'give a date that lies %d bytes behind the directories',
    async (gap) => {
      const data = tiff({ [tags.orientation]: { short: 8 }, ...exif(shot) }, { order, gap })
      expect(await headerWith(data)).toMatchObject({ taken, width: 30, height: 40 })
    },
  )

  // Any of its lengths, counts, types and places may be one of these.
  test.each([0, 1, 4, 8, 80, 65_535, 2 ** 31 - 1, 2 ** 32 - 16, 2 ** 32 - 1])(
    'make no picture unreadable, nor impossible dates, with %d anywhere in them, wherever they end',
    async (value) => {
      const whole = tiff({ [tags.orientation]: { short: 1 }, ...exif(shot) }, { order })
      for (const size of [1, 2, 4] as const) {
        for (let at = 0; at + size <= whole.length; at += 1) {
          const bytes = Buffer.from(whole)
          const least = value % 256 ** size
          if (order === 'BE') bytes.writeUIntBE(least, at, size)
          else bytes.writeUIntLE(least, at, size)
          for (const data of [bytes, bytes.subarray(0, at + size)]) {
            const header = await headerWith(data)
            expect([30, 40]).toContain(header.width)
            expect(header.taken === 0 || header.taken >= 86_400).toBe(true)
            expect(header.taken).toBeLessThan(Date.UTC(10_000, 0) / 1000)
          }
        }
      }
    },
  )
})

const impossible = [
  ['0000:00:00', '1826:05:01', '2026:02:30', '2023:02:29', '2024:13:01', '2024:00:10'],
  ['-024:05:17', '２０２４:05:17', '    :  :  ', '1970:01:01'],
].flat()
const impossibleTimes = ['24:00:00', '25:00:00', '12:60:00', '12:00:60', '  :  :  ']
test.each([
  ...impossible.map((day) => `${day} 12:00:00`),
  ...impossibleTimes.map((time) => `2024:05:17 ${time}`),
  'last summer, I think',
])('the date %j is none', async (text) => {
  expect((await headerWith(shotAt(text))).taken).toBe(0)
})

test.each(['2024-02-29 ', '2024/02/29 ', '2024.02.29 ', '2024:02:29T'])(
  'the date may be written as %s23:59:59',
  async (day) => expect((await headerWith(shotAt(`${day}23:59:59`))).taken).toBe(taken),
)

test('most of what a camera writes is not read', async () => {
  const data = shotAt(date)
  const withThumbnail = withTiff(plain, Buffer.concat([data, Buffer.alloc(50_000, 0xab)]))
  const source = countedSource(Buffer.concat([withThumbnail, Buffer.alloc(3_000_000, 0xab)]))
  expect(await pictureFormats.readHeader(source)).toMatchObject({ taken, ...shape })
  expect(source.total()).toBeLessThanOrEqual(8 * 1024)
})
