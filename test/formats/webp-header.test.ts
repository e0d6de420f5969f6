import { describe, expect, test } from 'bun:test'
import { pictureFormats } from '../../src/formats/picture-formats.ts'
import { sourceOf } from '../support/byte-source.ts'
import { shotAt } from '../support/exif.ts'
import { orientationTiff } from '../support/orientation.ts'
import { quadrants } from '../support/pixels.ts'

const still = async (options: { quality: number } | { lossless: true }) =>
  Buffer.from(await new Bun.Image(quadrants(24, 16)).webp(options).bytes()).subarray(12)
const [lossy, lossless] = [await still({ quality: 80 }), await still({ lossless: true })]

function chunk(name: string, content: Uint8Array): Buffer {
  const head = Buffer.from(`${name}\0\0\0\0`, 'latin1')
  head.writeUInt32LE(content.length, 4)
  return Buffer.concat([head, content, Buffer.alloc(content.length % 2)])
}

function webp(...chunks: Uint8Array[]): Buffer {
  const file = Buffer.concat([Buffer.from('RIFF\0\0\0\0WEBP', 'latin1'), ...chunks])
  file.writeUInt32LE(file.length - 8, 4)
  return file
}

const hasExif = 0x08

/** The chunk that an extended WebP begins with. */
function features(flags: number, width = 24, height = 16): Buffer {
  const content = Buffer.alloc(10)
  content.writeUInt8(flags)
  content.writeUIntLE(width - 1, 4, 3)
  content.writeUIntLE(height - 1, 7, 3)
  return chunk('VP8X', content)
}

const headerOf = (bytes: Uint8Array) => pictureFormats.readHeader(sourceOf(bytes))

describe('a WebP', () => {
  test('takes less memory to decode when it is lossy, whatever lies before its pixels', async () => {
    const profile = chunk('ICCP', Buffer.alloc(50_001))
    for (const before of [[], [features(0x20), profile]]) {
      expect(await headerOf(webp(...before, lossy))).toMatchObject({ heldPerPixel: 4 })
      expect(await headerOf(webp(...before, lossless))).toMatchObject({ heldPerPixel: 8 })
    }
  })

  // Chromium takes no notice of it; WebKit does.
  test('is upright whatever orientation its EXIF data has', async () => {
    const turned = chunk('EXIF', orientationTiff({ orientation: 6 }))
    expect(await headerOf(webp(features(hasExif), lossy, turned))).toMatchObject({
      width: 24,
      height: 16,
      orientation: 1,
    })
  })

  test.each(['', 'Exif\0\0'])('has a date in its EXIF data, behind %j', async (name) => {
    const exif = Buffer.concat([Buffer.from(name, 'latin1'), shotAt('2024:05:17 18:30:00')])
    const file = webp(
      features(hasExif),
      lossy,
      chunk('XMP ', Buffer.alloc(9001)),
      chunk('EXIF', exif),
    )
    expect(await headerOf(file)).toMatchObject({ taken: Date.UTC(2024, 4, 17, 18, 30) / 1000 })
  })
})
