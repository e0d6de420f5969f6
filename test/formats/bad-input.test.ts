import { describe, expect, test } from 'bun:test'
import { ByteReader } from '../../src/formats/byte-reader.ts'
import { pictureFormats } from '../../src/formats/picture-formats.ts'
import { animatedWebp, gifWithFrameAt } from '../support/animations.ts'
import { countedSource, headerOf, sourceOf } from '../support/byte-source.ts'
import { inkJpeg } from '../support/inks.ts'
import { composeHeif } from '../support/heif-files.ts'
import { size, turn } from '../support/heif.ts'
import { shotAt } from '../support/exif.ts'
import { exifSegment, insertAt, orientationTiff } from '../support/orientation.ts'
import { blue, chunk, paint } from '../support/pixels.ts'
import { displayP3, pngWithProfile } from '../support/profiles.ts'
import { realPictures } from '../support/real-pictures.ts'
import { withThumbnail } from '../support/thumbnails.ts'

const real = await realPictures()

/** Whether places behind the headers are damaged, too, all of them: `npm run test:long` does that. */
const isEverywhere = import.meta.url.endsWith('?everywhere')

/** The places of a file of so many bytes that are damaged. */
const placesOf = (length: number) =>
  Array.from({ length }, (_, at) => at).filter((at) => isEverywhere || at < 250 || at % 11 === 0)

const picture = (name: string) => real[name] ?? Buffer.alloc(0)
const still = picture('lossy.webp')
const png = picture('noise.png')
const shot = shotAt('2024:05:17 18:30:00')

const plain = (width: number, height: number) => paint(width, height, () => blue)

/** One of each kind, with everything in it that a parser here goes into. */
const pictures: Record<string, Buffer> = {
  ...real,
  'exif.jpg': insertAt(
    picture('baseline.jpg'),
    2,
    exifSegment(orientationTiff({ orientation: 6 })),
    exifSegment(shot),
  ),
  'thumbnail.jpg': withThumbnail(picture('plain.jpeg'), picture('baseline.jpg')),
  'inks.jpg': inkJpeg([[10, 200, 30, 40]], { isYcck: true }),
  'exif.png': insertAt(png, 33, chunk('eXIf', shot)),
  'profile.png': pngWithProfile(plain(4, 3), displayP3()),
  'stray.jpg': insertAt(picture('baseline.jpg'), 20, Buffer.of(0x41, 0xff, 0, 0xff, 0xff, 0x42)),
  'canvas.gif': gifWithFrameAt({ left: 10, top: 5 }),
  'photo.heic': composeHeif({
    primary: 1,
    items: [
      { id: 1, type: 'hvc1', data: Buffer.from('data'), properties: [size(40, 30), turn(1)] },
      { id: 2, type: 'hvc1', data: Buffer.from('more'), properties: [size(4, 3)] },
      { id: 3, type: 'Exif', data: Buffer.concat([Buffer.alloc(4), shot]) },
    ],
    references: [{ type: 'thmb', from: 2, to: [1] }],
  }),
  'animation.webp': animatedWebp(60, 40, [
    { left: 10, top: 4, width: 24, height: 16, still },
    { left: 0, top: 0, width: 24, height: 16, still },
  ]),
}

/** Everything that reads a file of a format, here and on its way to a decoder. */
async function readAll(bytes: Uint8Array): Promise<number> {
  const counted = countedSource(bytes)
  const header = await pictureFormats.readHeader(counted)
  if (typeof header === 'string') expect(header).toMatch(/^(not a .*|damaged or incomplete)$/)
  else {
    expect(Math.min(header.width, header.height)).toBeGreaterThan(0)
    expect([1, 2, 3, 4, 5, 6, 7, 8]).toContain(header.orientation)
  }
  const headerRead = counted.total()
  const format = pictureFormats.sniff(bytes)
  const reader = (leaps: boolean) => new ByteReader(counted, { windowLength: 4096, leaps })
  if (format === undefined) return headerRead
  expect(await format.isWhole(reader(false))).toBeBoolean()
  expect((await format.countScans?.(reader(true))) ?? 0).toBeWithin(0, bytes.length + 1)
  const plan = await format.planDecoding?.(reader(true))
  for (const { position } of plan?.changes ?? []) expect(position).toBeLessThan(bytes.length)
  const frame = await format.firstFrame?.(sourceOf(bytes))
  if (frame !== undefined) {
    expect(frame.left + frame.width).toBeLessThanOrEqual(2 ** 26)
    expect(frame.file?.length ?? 0).toBeLessThanOrEqual(bytes.length + 100)
  }
  const thumbnail = await pictureFormats.readThumbnail(format.type, sourceOf(bytes))
  if (thumbnail !== undefined) {
    expect(thumbnail.bytes.readUInt32BE() >>> 8).toBe(0xffd8ff)
    expect(thumbnail.bytes.length).toBeLessThanOrEqual(64 * 1024 + 40)
    expect(await headerOf(thumbnail.bytes)).toMatchObject({ type: 'jpg' })
  }
  const rest = format.removeSideData?.(new Uint8Array(bytes))
  if (rest !== undefined) expect(rest.length).toBeLessThanOrEqual(Math.max(8, bytes.length))
  return headerRead
}

describe.each(Object.keys(pictures))('%s', (name) => {
  const whole = pictures[name] ?? Buffer.alloc(0)

  test('is read without a failure wherever it is cut off', async () => {
    for (const length of placesOf(whole.length + 1)) {
      expect(await readAll(whole.subarray(0, length))).toBeLessThanOrEqual(length + 2 * 4096)
    }
  })

  // Whatever a length field is, it is one to four bytes long, of either byte order, somewhere.
  test.each([0, 1, whole.length, 2 ** 31 - 1])(
    'is read without a failure with %d as any of its lengths',
    async (value) => {
      const long = Buffer.alloc(4)
      for (const at of placesOf(whole.length)) {
        for (const order of ['BE', 'LE'] as const) {
          for (const size of [1, 2, 4] as const) {
            if (at + size > whole.length || (size === 1 && order === 'LE')) continue
            const most = 256 ** size - 1
            if (order === 'BE') long.writeUIntBE(Math.min(value, most), 0, size)
            else long.writeUIntLE(Math.min(value, most), 0, size)
            const bytes = Buffer.from(whole)
            long.copy(bytes, at, 0, size)
            expect(await readAll(bytes)).toBeLessThanOrEqual(3 * whole.length + 64 * 1024)
          }
        }
      }
    },
    60_000,
  )
})
