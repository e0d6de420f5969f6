import { expect, test } from 'bun:test'
import * as fc from 'fast-check'
import { ByteReader } from '../../src/formats/byte-reader.ts'
import { jpeg as format } from '../../src/formats/jpeg/jpeg.ts'
import { png as pngFormat } from '../../src/formats/png/png.ts'
import { jpegOfScans, withSideChunks } from '../support/bombs.ts'
import { sourceOf } from '../support/byte-source.ts'
import { chunk, quadrants } from '../support/pixels.ts'

const png = quadrants(6, 4)
const jpeg = Buffer.from(await new Bun.Image(quadrants(60, 40)).jpeg({ progressive: true }).bytes())

const countScans = async (content: Uint8Array) =>
  format.countScans?.(new ByteReader(sourceOf(content), { windowLength: 1000, leaps: true }))

test('a PNG without side chunks is the picture that it was before they were put in', () => {
  const types = ['tEXt', 'zTXt', 'iTXt', 'iCCP', 'eXIf', 'acTL', 'fdAT', 'abcd']
  const content = fc.uint8Array({ maxLength: 200 })
  const sideChunk = fc.tuple(fc.constantFrom(...types), content).map((each) => chunk(...each))
  fc.assert(
    fc.property(fc.array(sideChunk), (chunks) => {
      const file = new Uint8Array(withSideChunks(png, chunks))
      expect(Buffer.from(pngFormat.removeSideData?.(file) ?? []).equals(png)).toBeTrue()
    }),
  )
})

test.each([10, 11, 300, 5000])('the scans of a JPEG are %d', async (count) => {
  expect(await countScans(await jpegOfScans(count))).toBe(count)
})

test('the scans of a JPEG are one in a picture that is not progressive', async () => {
  const baseline = await new Bun.Image(quadrants(60, 40)).jpeg().bytes()
  expect(await countScans(baseline)).toBe(1)
})

test('the scans of a JPEG are not more for what its segments hold', async () => {
  const preview = Buffer.concat([Buffer.of(0xff, 0xe1, (jpeg.length + 2) >> 8), jpeg])
  preview[3] = (jpeg.length + 2) & 255
  const segment = Buffer.concat([preview.subarray(0, 4), jpeg])
  const all = Buffer.concat([jpeg.subarray(0, 2), segment, jpeg.subarray(2)])
  expect(await countScans(all)).toBe(await countScans(jpeg))
})
