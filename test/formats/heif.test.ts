import { describe, expect, test } from 'bun:test'
import { ByteReader } from '../../src/formats/byte-reader.ts'
import { heic } from '../../src/formats/heif/heif.ts'
import { pictureFormats } from '../../src/formats/picture-formats.ts'
import { headerOf, sourceOf } from '../support/byte-source.ts'
import { crop, encodeHeif, heifHeader, mirror, size, turn } from '../support/heif.ts'
import { noise } from '../support/pixels.ts'
import { lacks } from '../support/programs.ts'

describe('the displayed size of a HEIF image', () => {
  test.each<[string, Buffer[], number, number]>([
    ['as stored', [size(40, 30)], 40, 30],
    ['turned by a quarter', [size(40, 30), turn(1)], 30, 40],
    ['turned by half', [size(40, 30), turn(2)], 40, 30],
    ['turned by three quarters, and mirrored', [size(40, 30), turn(3), mirror(1)], 30, 40],
    ['cropped, then turned', [size(40, 30), crop(20, 10), turn(1)], 10, 20],
    ['cropped, whose size comes last', [crop(20, 10), size(40, 30)], 20, 10],
    ['turned, whose size comes last', [turn(1), size(40, 30)], 30, 40],
    ['cropped and turned, whose size comes last', [crop(20, 10), turn(3), size(40, 30)], 10, 20],
    ['cropped to more than there is', [size(40, 30), crop(80, 10)], 40, 10],
  ])('is that of the picture %s', async (_, properties, width, height) => {
    expect(await headerOf(heifHeader(properties))).toMatchObject({ type: 'heic', width, height })
  })

  test.each([
    [['heic'], 'heic'],
    [['mif1', 'heic', 'miaf'], 'heic'],
    [['mif1', 'miaf'], 'heic'],
    [['avif', 'mif1'], 'avif'],
    [['mif1', 'avif', 'miaf'], 'avif'],
    [['msf1', 'avis'], 'avif'],
    [['avis', 'avif', 'msf1'], 'avif'],
  ])('comes with the format that the brands %j stand for', async (brands, type) => {
    expect(await headerOf(heifHeader([size(4, 3)], brands))).toMatchObject({ type })
  })

  test.each([[['isom', 'mp42']], [['qt  ']], [['jxl ']], [['mif3', 'avif', 'heic']]])(
    'is not looked for in files of the brands %j',
    async (brands) => {
      expect(await headerOf(heifHeader([size(4, 3)], brands))).toBe(pictureFormats.unknownFormat)
    },
  )

  test('is unknown without a size, or with a size of nothing', async () => {
    for (const properties of [[], [turn(1)], [size(0, 10)]]) {
      expect(await headerOf(heifHeader(properties))).toBe('damaged or incomplete')
    }
  })
})

test('a damaged HEIF file that is cut anywhere gives its size or none', async () => {
  const whole = heifHeader([size(40, 30), crop(20, 10), turn(1)])
  for (let length = 0; length < whole.length; length += 1) {
    const header = await headerOf(whole.subarray(0, length))
    if (typeof header !== 'string') expect(header).toMatchObject({ width: 10, height: 20 })
  }
})

test.skipIf(lacks('libheif')).each(['heic', 'avif'] as const)(
  'a file of an encoder is recognised as %s, and whole to its end only',
  async (type) => {
    const bytes = await encodeHeif(noise(48, 36), type)
    expect(await headerOf(bytes)).toMatchObject({ type, width: 48, height: 36, orientation: 1 })
    const isWhole = (length: number) => {
      const source = sourceOf(bytes.subarray(0, length))
      return heic.isWhole(new ByteReader(source, { windowLength: 256, leaps: false }))
    }
    expect(await isWhole(bytes.length)).toBe(true)
    expect(await isWhole(bytes.length - 1)).toBe(false)
    expect(await isWhole(20)).toBe(false)
  },
)
