import { expect, test } from 'bun:test'
import { ByteReader } from '../../src/formats/byte-reader.ts'
import { jpeg } from '../../src/formats/jpeg/jpeg.ts'
import { countedSource, headerOf } from '../support/byte-source.ts'
import { exifSegment, insertAt, orientationTiff, segment } from '../support/orientation.ts'
import { quadrants } from '../support/pixels.ts'

const photo = Buffer.from(await new Bun.Image(quadrants(24, 16)).jpeg().bytes())
const upright = { type: 'jpg', width: 24, height: 16, orientation: 1, obstacle: undefined }
const onItsSide = { type: 'jpg', width: 16, height: 24, orientation: 6 }

const soi = 2
const withExif = (...tiffs: Uint8Array[]) => insertAt(photo, soi, ...tiffs.map(exifSegment))
const turned = orientationTiff({ orientation: 6 })
const long = segment(0xe2, Buffer.alloc(65_000))
const xmp = () => segment(0xe1, Buffer.from('http://ns.adobe.com/xap/1.0/\0<x:xmpmeta/>'))

/** Where the first segment with a marker lies. */
function placeOf(marker: number, jpeg = photo): number {
  let at = soi
  while (jpeg[at + 1] !== marker) at += 2 + jpeg.readUInt16BE(at + 2)
  return at
}

const frame = placeOf(0xc0)
const frameEnd = frame + 2 + photo.readUInt16BE(frame + 2)
const scan = placeOf(0xda)
const appEnd = soi + 2 + photo.readUInt16BE(soi + 2)

/** The picture with other bytes in its frame header. */
function withFrame(marker: number, precision: number): Buffer {
  const bytes = Buffer.from(photo)
  bytes[frame + 1] = marker
  bytes[frame + 4] = precision
  return bytes
}

// What is expected was measured: it is what Chromium shows of each.
test.each([
  ['in either byte order', withExif(orientationTiff({ orientation: 6, order: 'LE' }))],
  ['wherever its directory lies', withExif(orientationTiff({ orientation: 6, at: 20 }))],
  ['of the first EXIF segment', withExif(turned, orientationTiff({ orientation: 1 }))],
  ['behind a segment of XMP', insertAt(photo, soi, xmp(), exifSegment(turned))],
  ['behind the frame header', insertAt(photo, frameEnd, exifSegment(turned))],
  ['behind a long segment', insertAt(photo, scan, long, exifSegment(turned))],
])('the orientation of a JPEG is read %s', async (_, bytes) => {
  expect(await headerOf(bytes)).toMatchObject(onItsSide)
})

test.each([
  ...[0, 9, 65_535].map((value) => [`${value}`, orientationTiff({ orientation: value })] as const),
  ['a LONG', orientationTiff({ orientation: 6, type: 4 })],
  ['two values', orientationTiff({ orientation: 6, count: 2 })],
  ['cut off', turned.subarray(0, 18)],
  ['in no byte order', Buffer.concat([Buffer.from('XX'), turned.subarray(2)])],
])('the orientation of a JPEG that is %s counts as upright', async (_, tiff) => {
  expect(await headerOf(withExif(tiff))).toMatchObject(upright)
})

const withoutApp = Buffer.concat([photo.subarray(0, soi), photo.subarray(appEnd)])
const withoutFrame = Buffer.concat([photo.subarray(0, frame), photo.subarray(frameEnd)])
const moved = insertAt(withoutFrame, soi, photo.subarray(frame, frameEnd))
const withLength = (length: number) => {
  const bytes = Buffer.from(photo)
  bytes.writeUInt16BE(length, soi + 2)
  return bytes
}

test.each([
  ['no application segment', withoutApp],
  ['the frame header right behind the start', moved],
  ['filling behind the start', insertAt(photo, soi, Buffer.alloc(100, 0xff))],
  ['a stray byte between segments', insertAt(photo, appEnd, Buffer.of(0x41))],
  ['1,000 stray bytes between segments', insertAt(photo, appEnd, Buffer.alloc(1000, 0x41))],
  ['stray coded data between segments', insertAt(photo, appEnd, Buffer.of(0x41, 0xff, 0, 0x42))],
  ['a restart between segments', insertAt(photo, appEnd, Buffer.of(0xff, 0xd0, 0xff, 0x01))],
  ['a segment that is longer than it says', withLength(4)],
  ['a segment that is shorter than it says', withLength(19)],
  ['a segment whose length is 0', withLength(0)],
  ['a segment whose length is 1', withLength(1)],
  ['arithmetic coding', withFrame(0xc9, 8)],
])('a JPEG that is not in order is read as decoders read it: %s', async (_, bytes) => {
  expect(await headerOf(bytes)).toMatchObject(upright)
})

test.each([
  ['not 8 bits a sample', withFrame(0xc1, 12)],
  ['a lossless JPEG', withFrame(0xc3, 8)],
  ['a lossless JPEG', withFrame(0xcb, 16)],
  ['a hierarchical JPEG', withFrame(0xc5, 8)],
])('a JPEG that is known not to scale says so: %s', async (obstacle, bytes) => {
  expect(await headerOf(bytes)).toMatchObject({ obstacle })
  expect(new Bun.Image(bytes).resize(4, 4).png().bytes()).rejects.toThrow()
})

test('a film behind a JPEG is not read where its scans are counted', async () => {
  const source = countedSource(Buffer.concat([photo, Buffer.alloc(4 * 1024 ** 2)]))
  const reader = new ByteReader(source, { windowLength: 4096, leaps: false })
  expect(await jpeg.countScans?.(reader)).toBe(1)
  expect(source.total()).toBeLessThan(photo.length + 64 * 1024)
})
