import { describe, expect, test } from 'bun:test'
import { pictureFormats, type ImageType } from '../../src/formats/picture-formats.ts'
import { countedSource, headerOf, pictureHeader } from '../support/byte-source.ts'
import { gif, jpeg, pictureOf, png } from '../support/pictures.ts'

/** Reads a header, and how much of the file it took. */
async function readCounted(bytes: Uint8Array) {
  const source = countedSource(bytes)
  return { header: await pictureFormats.readHeader(source), read: source.total() }
}

const noPicture = 'not a JPEG, PNG, GIF, WebP, HEIC or AVIF'
const damaged = 'damaged or incomplete'
const shape = { width: 1920, height: 1080 }
const turned = { type: 'jpg', width: 1080, height: 1920 }
const vector = '<svg xmlns="http://www.w3.org/2000/svg" width="10" height="10"></svg>'

const imageTypes = pictureFormats.formats.map(({ type }) => type)

describe('reading a header', () => {
  test.each(imageTypes)('gives type and dimensions of a picture of type %s', async (type) => {
    expect(await headerOf(pictureOf[type](shape))).toMatchObject({ type, ...shape })
  })

  test.each<[string, Uint8Array]>([
    ['an SVG', Buffer.from(vector)],
    ['an SVG with a declaration', Buffer.from(`<?xml version="1.0"?>${vector}`)],
    ['a TIFF', Buffer.from('II*\0\x08\0\0\0\0\0\0\0\0\0', 'latin1')],
    ['a BMP', Buffer.from(`BM${'\x10\0\0\0'.repeat(12)}`, 'latin1')],
    ['a film', Buffer.from('\0\0\0\x18ftypmp42\0\0\0\0isomavc1', 'latin1')],
    ['a page with a vector image in it', Buffer.from(`<html><script></script>${vector}`)],
    ['a WAVE file, which is a RIFF too', Buffer.from('RIFF\x24\0\0\0WAVEfmt ', 'latin1')],
    ['an empty file', Buffer.alloc(0)],
    ['zeros', Buffer.alloc(5000)],
  ])('takes %s for no picture', async (_, bytes) => {
    expect(await headerOf(bytes)).toBe(noPicture)
  })

  test.each<[ImageType, Uint8Array]>([
    ['jpg', jpeg({ width: 0, height: 10 })],
    ['jpg', jpeg({ width: 10, height: 0 })],
    ['png', png({ width: 0, height: 10 })],
    ['png', png({ width: 10, height: 0 })],
    ['gif', gif({ width: 0, height: 10 })],
    ['gif', gif({ width: 10, height: 0 })],
    ['heic', Buffer.from('\0\0\0\x18ftypheic\0\0\0\0mif1heic', 'latin1')],
    ['avif', Buffer.from('\0\0\0\x18ftypavif\0\0\0\0mif1avif', 'latin1')],
  ])('takes a %s without width or height for damaged', async (_, bytes) => {
    expect(await headerOf(bytes)).toBe(damaged)
  })

  test.each([
    ['jpg', 20_000],
    ['png', 5000],
    ['webp', 5000],
  ] as const)(
    'knows that a %s of more than 10,000 × %d pixels does not scale',
    async (type, most) => {
      const obstacleAt = async (height: number) =>
        (await pictureHeader(pictureOf[type]({ width: 10_000, height }))).obstacle
      expect(await obstacleAt(most)).toBeUndefined()
      expect(await obstacleAt(most + 1)).toBe('too many pixels')
    },
  )

  test.each(imageTypes)('says of a %s cut off anywhere that it is none, or all', async (type) => {
    const whole = Buffer.concat([pictureOf[type](shape), Buffer.alloc(1024)])
    for (let length = 0; length < 1024; length += 1) {
      const header = await headerOf(whole.subarray(0, length))
      if (typeof header === 'string') expect([noPicture, damaged]).toContain(header)
      else expect(header).toMatchObject({ type, ...shape })
    }
  })

  test.each([64, 70, 600, 2000, 20_000])(
    'finds dimensions behind %d KB of other segments',
    async (kilobytes) => {
      const before = kilobytes * 1024
      expect(await headerOf(jpeg({ ...shape, orientation: 6, before }))).toMatchObject(turned)

      expect(await headerOf(jpeg({ ...shape, before }))).toMatchObject({ type: 'jpg', ...shape })
    },
  )

  test('reads no more than a first piece of a picture with a short header, or a damaged one', async () => {
    const behind = Buffer.alloc(5 * 1024 ** 2, 0xab)
    expect((await readCounted(Buffer.concat([jpeg(shape), behind]))).read).toBe(4 * 1024)
    const noise = Buffer.concat([jpeg(shape).subarray(0, 20), behind])
    const { header, read } = await readCounted(noise)
    expect(header).toBe(damaged)
    expect(read).toBeLessThan(65 * 1024)
  })

  test.each([1, 5, 30, 500])('finds dimensions behind %d bytes of filling', async (length) => {
    const photo = jpeg({ ...shape, orientation: 6 })
    const filling = Buffer.alloc(length, 0xff)
    for (let at = 2; photo[at] === 0xff && photo[at + 1] !== 0xd9;) {
      const bytes = Buffer.concat([photo.subarray(0, at), filling, photo.subarray(at)])
      expect(await headerOf(bytes)).toMatchObject(turned)
      at += 2 + photo.readUInt16BE(at + 2)
    }
  })

  test('gives up on a header that never ends', async () => {
    const whole = jpeg(shape)
    for (const endless of [
      Buffer.of(0xff, 0xe2, 0, 2),
      Buffer.alloc(8, 0xff),
      Buffer.of(0xff, 1),
    ]) {
      const many = Buffer.alloc(100_000 * endless.length, endless)
      const bytes = Buffer.concat([whole.subarray(0, 2), many, whole.subarray(2)])
      const { header, read } = await readCounted(bytes)
      expect(header).toBe(damaged)
      expect(read).toBeLessThan(100_000)
    }
  })
})

test.each(['jpg', 'png', 'gif', 'webp'] as const)('twelve bytes tell a %s', (type) => {
  expect(pictureFormats.sniff(pictureOf[type](shape).subarray(0, 12))?.type).toBe(type)
})
