import { expect, test } from 'bun:test'
import { FileNames } from '../../src/disk/file-names.ts'
import type { Format } from '../../src/formats/format.ts'
import { pictureFormats } from '../../src/formats/picture-formats.ts'
import { FormatRegistry } from '../../src/formats/registry.ts'
import { sourceOf } from '../support/byte-source.ts'
import { jpeg } from '../support/pictures.ts'

/** QOI, the simplest format that there is: a header, and an end of its own. */
const qoi: Format<'qoi'> = {
  type: 'qoi',
  name: 'QOI',
  mediaType: 'image/qoi',
  extensions: ['qoi'],
  otherExtensions: ['qoif'],
  hasSignature: (start) => start.startsWith('qoif'),
  readFacts: async (reader) => {
    const head = await reader.take(14)
    const size = head && { width: head.readUInt32BE(4), height: head.readUInt32BE(8) }
    return size && { ...size, orientation: 1, taken: 0, heldPerPixel: 4 }
  },
  isWhole: async (reader) => {
    let end = ''
    while (await reader.more()) {
      end = (end + reader.view.toString('latin1')).slice(-8)
      reader.pass(reader.view.length)
    }
    return end === '\0\0\0\0\0\0\0\x01'
  },
  maxPixels: 50e6,
  shrinksWhileDecoding: false,
  hasTransparency: true,
  rendersAs: 'png',
}

const formats = new FormatRegistry<string>([...pictureFormats.formats, qoi])

const picture = Buffer.from(
  `71 6f 69 66 00 00 00 03 00 00 00 02 03 00 c5 00 00 00 00 00 00 00 01`.replaceAll(' ', ''),
  'hex',
)

test('a format that is added to the registry is recognised by its content, and its header read', async () => {
  expect(formats.sniff(picture)).toBe(qoi)
  const headerOf = (bytes: Uint8Array) => formats.readHeader(sourceOf(bytes))
  expect(await headerOf(picture)).toMatchObject({ type: 'qoi', width: 3, height: 2 })
  expect(await headerOf(picture.subarray(0, 9))).toBe('damaged or incomplete')
  expect(await headerOf(jpeg({ width: 5, height: 4 }))).toMatchObject({ type: 'jpg' })
  expect(await headerOf(Buffer.from('hello'))).toBe(`not a ${formats.names}`)
})

test('a format that is added to the registry is named where formats are listed, and has its names of files', () => {
  expect(pictureFormats.names).toBe('JPEG, PNG, GIF, WebP, HEIC or AVIF')
  expect(formats.names).toBe('JPEG, PNG, GIF, WebP, HEIC, AVIF or QOI')
  const names = new FileNames(formats)
  expect(names.isImage('a (1).QOI')).toBeTrue()
  expect(names.isImage('été.qoi')).toBeTrue()
  expect(names.isOverlooked('a.qoif')).toBeTrue()
  expect(names.stored('x.jpg', 'qoi')).toBe('x.qoi')
  expect(names.numbered('x.qoi', 2)).toBe('x-2.qoi')
  expect(new FileNames(pictureFormats).isImage('a.qoi')).toBeFalse()
})
