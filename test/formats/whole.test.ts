import { describe, expect, test } from 'bun:test'
import { fileNames } from '../../src/disk/file-names.ts'
import { ByteReader } from '../../src/formats/byte-reader.ts'
import { pictureFormats } from '../../src/formats/picture-formats.ts'
import { sourceOf } from '../support/byte-source.ts'
import { latin, riffChunk, webpOf } from '../support/bytes.ts'
import { withExif } from '../support/jpegs.ts'
import { insertAt, segment } from '../support/orientation.ts'
import { paint } from '../support/pixels.ts'
import { realPictures } from '../support/real-pictures.ts'

const pictures = await realPictures()
const picture = (name: string) => pictures[name] ?? Buffer.alloc(0)

/** Reads from memory as from a disk, at most so many bytes at a time. */
const windowOn = (bytes: Uint8Array, most?: number) =>
  new ByteReader(sourceOf(bytes, most), { windowLength: 256 * 1024, leaps: false })

async function isWhole(name: string, bytes: Uint8Array, most?: number): Promise<boolean> {
  const format = pictureFormats.formats.find(({ type }) => fileNames.endsAs(type, name))
  if (format === undefined) throw new Error(name)
  return format.isWhole(windowOn(bytes, most))
}

describe.each(Object.keys(pictures))('%s', (name) => {
  const whole = picture(name)

  test('is whole, with more behind its end too, however few bytes the disk gives at a time', async () => {
    const more = Buffer.concat([whole, Buffer.alloc(1000, 0xff), Buffer.from('more')])
    for (const most of [1, 2, 3, 7, 64, undefined]) {
      for (const file of [whole, more]) expect(await isWhole(name, file, most)).toBeTrue()
    }
  })

  test('is not whole wherever it is cut off', async () => {
    // A last chunk of odd length has a byte of filling, which nobody misses.
    const end = whole.length - (name.endsWith('.webp') ? 1 : 0)
    const wrong: number[] = []
    for (let length = 0; length < end; length += 1) {
      if (await isWhole(name, whole.subarray(0, length))) wrong.push(length)
    }
    expect(wrong).toEqual([])
  })
})

describe('a JPEG', () => {
  const jpg = picture('baseline.jpg')
  const markers = (hex: string) => Buffer.from(hex.replaceAll(' ', ''), 'hex')

  test('is not whole by the end of the preview that its camera put into it', async () => {
    const preview = segment(0xe1, jpg)
    const photo = insertAt(jpg, 2, preview)
    expect(await isWhole('a.jpg', photo)).toBeTrue()
    expect(await isWhole('a.jpg', photo.subarray(0, 4 + preview.length))).toBeFalse()
  })

  test('may be filled up between its segments, and restart within its data', async () => {
    const scan = jpg.length - 10
    const filled = [jpg.subarray(0, 2), markers('ff ff ff'), jpg.subarray(2, scan)]
    const restarted = [...filled, markers('ff d0 ff 00 ff d7'), jpg.subarray(scan)]
    expect(await isWhole('a.jpg', Buffer.concat(restarted))).toBeTrue()
  })

  test('is not whole without a scan, or with a segment that can not be', async () => {
    expect(await isWhole('a.jpg', markers('ff d8 ff e0 00 02 ff d9'))).toBeFalse()
    const impossible = insertAt(jpg, 2, markers('ff e0 00 01'))
    expect(await isWhole('a.jpg', impossible)).toBeFalse()
  })

  test('may be larger than what is in view at once', async () => {
    const long = Array.from({ length: 12 }, () => segment(0xe2, Buffer.alloc(0xfffd, 0xff)))
    const longHeader = insertAt(withExif(jpg, 6), 2, ...long)
    const photo = insertAt(longHeader, longHeader.length - 2, Buffer.alloc(600_000, 0x55))
    for (const most of [65_536, 99_999, undefined]) {
      expect(await isWhole('a.jpg', photo, most)).toBeTrue()
      expect(await isWhole('a.jpg', photo.subarray(0, -1), most)).toBeFalse()
    }
  })
})

const png = picture('noise.png')

test('a PNG is not whole with a bit of any byte changed', async () => {
  for (let at = 8; at < png.length; at += 1) {
    const changed = Buffer.from(png)
    changed[at] = (changed[at] ?? 0) ^ 1
    expect({ at, isWhole: await isWhole('a.png', changed) }).toEqual({ at, isWhole: false })
  }
})

test('a PNG may have remarks whose checksum is wrong', async () => {
  const remark = Buffer.from('00000002 74455874 6869 00000000'.replaceAll(' ', ''), 'hex')
  expect(await isWhole('a.png', insertAt(png, 33, remark))).toBeTrue()
})

test('a GIF may have a terminator too many, and nothing else that is no block', async () => {
  const gif = picture('animation.gif')
  for (const [byte, expected] of [
    [0, true],
    [1, false],
  ] as const) {
    const file = insertAt(gif, gif.length - 1, Buffer.of(byte))
    expect(await isWhole('a.gif', file)).toBe(expected)
  }
})

describe('a WebP', () => {
  test('whose chunks do not fit into it is not whole', async () => {
    const webp = Buffer.from(picture('lossy.webp'))
    webp.writeUInt32LE(webp.readUInt32LE(16) + 100, 16)
    expect(await isWhole('a.webp', webp)).toBeFalse()
  })

  test.each([
    ['a chunk "XMP\0"', riffChunk('XMP\0', latin('<>')), true],
    ['a chunk "a\0cd"', riffChunk('a\0cd', latin('<>')), true],
    ['zeros where one should begin', Buffer.alloc(100), false],
  ])('with %j at its end is whole or not: %p', async (_, end, expected) => {
    const webp = webpOf(picture('lossy.webp').subarray(12), end)
    expect(await isWhole('a.webp', webp)).toBe(expected)
  })

  /** One chunk of pixels: some that could be, then zeros. */
  function withZeros(name: string, zeros: number): Buffer {
    const webp = Buffer.concat([picture('lossy.webp').subarray(0, 20), Buffer.alloc(300_000, 0x55)])
    webp.writeUInt32LE(webp.length - 8, 4)
    webp.write(name, 12, 'latin1')
    webp.writeUInt32LE(300_000, 16)
    return webp.fill(0, webp.length - zeros)
  }

  test.each(['VP8 ', 'VP8L', 'ANMF'])('is not whole when %j ends in many zeros', async (name) => {
    for (const most of [1000, undefined]) {
      expect(await isWhole('a.webp', withZeros(name, 64 * 1024), most)).toBeFalse()
      expect(await isWhole('a.webp', withZeros(name, 300_000), most)).toBeFalse()
      expect(await isWhole('a.webp', withZeros(name, 64 * 1024 - 1), most)).toBeTrue()
    }
  })

  test.each([{ quality: 1 }, { quality: 100 }, { lossless: true }])(
    'of one colour is whole, with the zeros that its encoder left: %j',
    async (options) => {
      const dot = new Bun.Image(paint(1, 1, () => [0, 0, 0]))
      const webp = await dot.resize(4000, 4000).webp(options).bytes()
      expect(await isWhole('a.webp', webp)).toBeTrue()
    },
  )
})
