import { expect, test } from 'bun:test'
import * as fc from 'fast-check'
import { ByteReader } from '../../src/formats/byte-reader.ts'
import { jpeg as format } from '../../src/formats/jpeg/jpeg.ts'
import { png as pngFormat } from '../../src/formats/png/png.ts'
import { jpegOfScans, withSideChunks } from '../support/bombs.ts'
import { sourceOf } from '../support/byte-source.ts'
import { insertAt, segment } from '../support/orientation.ts'
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

test('the scans of a JPEG are one without progress, and not more for what its segments hold', async () => {
  expect(await countScans(await new Bun.Image(quadrants(60, 40)).jpeg().bytes())).toBe(1)
  const withPreview = insertAt(jpeg, 2, segment(0xe1, jpeg))
  expect(await countScans(withPreview)).toBe(await countScans(jpeg))
})
