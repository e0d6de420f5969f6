import { expect, test } from 'bun:test'
import { headerOf } from '../support/byte-source.ts'
import { insertAt, orientationTiff } from '../support/orientation.ts'
import { chunk, quadrants } from '../support/pixels.ts'

const picture = quadrants(24, 16)
const dataAt = picture.indexOf('IDAT') - 4
const endAt = picture.indexOf('IEND') - 4
const headerEnd = 33
const upright = { type: 'png', width: 24, height: 16, orientation: 1 }
const onItsSide = { type: 'png', width: 16, height: 24, orientation: 6 }
const turned = chunk('eXIf', orientationTiff({ orientation: 6 }))
const xmp = chunk('iTXt', Buffer.from('XML:com.adobe.xmp\0\0\0\0\0<x:xmpmeta/>'))

// What is expected was measured: it is what Chromium shows of each.
test.each([1, 2, 3, 4, 5, 6, 7, 8])(
  'the orientation of a PNG %d is read from eXIf',
  async (orientation) => {
    const [width, height] = orientation >= 5 ? [16, 24] : [24, 16]
    const bytes = insertAt(picture, dataAt, chunk('eXIf', orientationTiff({ orientation })))
    expect(await headerOf(bytes)).toMatchObject({ width, height, orientation })
  },
)

test.each([
  ['behind 100 KB of text', [chunk('tEXt', Buffer.alloc(100_000)), turned]],
  ['of the first of two', [turned, chunk('eXIf', orientationTiff({ orientation: 1 }))]],
  ['behind one that is damaged', [damaged(turned), turned]],
  ['behind XMP data', [xmp, turned]],
])('the orientation of a PNG is read %s', async (_, chunks) => {
  expect(await headerOf(insertAt(picture, dataAt, ...chunks))).toMatchObject(onItsSide)
})

test.each([
  ['behind the pixels', insertAt(picture, endAt, turned)],
  ['whose checksum is wrong', insertAt(picture, dataAt, damaged(turned))],
  ['of another chunk', insertAt(picture, dataAt, chunk('exIf', turned.subarray(8, -4)))],
])('the orientation of a PNG %s does not count', async (_, bytes) => {
  expect(await headerOf(bytes)).toMatchObject(upright)
})

/** A chunk whose checksum is wrong. */
function damaged(whole: Buffer): Buffer {
  const bytes = Buffer.from(whole)
  bytes[bytes.length - 1] = ~(bytes.at(-1) ?? 0)
  return bytes
}

/** The picture with another colour type, and chunks before its pixels. */
function stored(depth: number, colourType: number, ...chunks: Buffer[]): Buffer {
  const bytes = Buffer.from(picture)
  bytes.set([depth, colourType], 24)
  return insertAt(bytes, dataAt, ...chunks)
}

const palette = (bytes: number) => chunk('PLTE', Buffer.alloc(bytes))
const standing = chunk('eXIf', orientationTiff({ orientation: 1 }))
const gamma = chunk('gAMA', Buffer.of(0, 0, 0xb1, 0x8f))
const twice = [standing, standing, gamma, gamma]
const noPalette = 'its palette is missing or damaged'

test.each([
  ['without its palette', stored(8, 3)],
  ['with a palette of parts of colours', stored(8, 3, palette(11))],
  ['with an empty palette', stored(8, 3, palette(0))],
  ['with more colours than indices', stored(2, 3, palette(15))],
  ['with a damaged palette that it does not need', stored(8, 2, palette(11))],
])('a PNG that is known not to scale says so: %s', async (_, bytes) => {
  expect(await headerOf(bytes)).toMatchObject({ ...upright, obstacle: noPalette })
})

test("a PNG that is known not to scale says so in Apple's variant", async () => {
  const bytes = insertAt(picture, 8, chunk('CgBI', Buffer.of(0x50, 0, 0x20, 2)))
  const obstacle = "Apple's variant of PNG (CgBI)"
  expect(await headerOf(bytes)).toMatchObject({ ...upright, obstacle })
  expect(new Bun.Image(bytes).resize(4, 4).png().bytes()).rejects.toThrow()
})

test.each([
  ['with a palette', stored(8, 3, palette(12))],
  ['with a palette behind XMP data', stored(8, 3, xmp, palette(12))],
  ['with a palette behind what stands there twice', stored(8, 3, ...twice, palette(12))],
  ['with a palette for what has no place for it', stored(8, 2, palette(12))],
  ['with text before its pixels', insertAt(picture, headerEnd, chunk('tEXt', Buffer.from('a\0b')))],
])('a PNG %s scales', async (_, bytes) => {
  expect(await headerOf(bytes)).toMatchObject({ ...upright, obstacle: undefined })
})

test.each([
  [1, 1],
  [8, 5],
  [3, 0],
  [4, 2],
  [16, 3],
])('a PNG of %d bits and colour type %d is damaged', async (depth, colourType) => {
  expect(await headerOf(stored(depth, colourType))).toBe('damaged or incomplete')
})
