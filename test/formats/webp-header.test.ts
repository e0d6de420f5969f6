import { expect, test } from 'bun:test'
import { headerOf } from '../support/byte-source.ts'
import { riffChunk, webpOf } from '../support/bytes.ts'
import { shotAt } from '../support/exif.ts'
import { orientationTiff } from '../support/orientation.ts'
import { quadrants } from '../support/pixels.ts'

const still = async (options: { quality: number } | { lossless: true }) =>
  Buffer.from(await new Bun.Image(quadrants(24, 16)).webp(options).bytes()).subarray(12)
const [lossy, lossless] = [await still({ quality: 80 }), await still({ lossless: true })]

const hasExif = 0x08

/** The chunk that an extended WebP of 24 × 16 begins with. */
const features = (flags: number) => riffChunk('VP8X', Buffer.of(flags, 0, 0, 0, 23, 0, 0, 15, 0, 0))

test('a WebP takes less memory to decode when it is lossy, whatever lies before its pixels', async () => {
  const profile = riffChunk('ICCP', Buffer.alloc(50_001))
  for (const before of [[], [features(0x20), profile]]) {
    expect(await headerOf(webpOf(...before, lossy))).toMatchObject({ heldPerPixel: 4 })
    expect(await headerOf(webpOf(...before, lossless))).toMatchObject({ heldPerPixel: 8 })
  }
})

// Chromium takes no notice of it; WebKit does.
test('a WebP is upright whatever orientation its EXIF data has', async () => {
  const turned = riffChunk('EXIF', orientationTiff({ orientation: 6 }))
  const header = await headerOf(webpOf(features(hasExif), lossy, turned))
  expect(header).toMatchObject({ width: 24, height: 16, orientation: 1 })
})

test.each(['', 'Exif\0\0'])('a WebP has a date in its EXIF data, behind %j', async (name) => {
  const exif = Buffer.concat([Buffer.from(name, 'latin1'), shotAt('2024:05:17 18:30:00')])
  const behind = [riffChunk('XMP ', Buffer.alloc(9001)), riffChunk('EXIF', exif)]
  const header = await headerOf(webpOf(features(hasExif), lossy, ...behind))
  expect(header).toMatchObject({ taken: Date.UTC(2024, 4, 17, 18, 30) / 1000 })
})
