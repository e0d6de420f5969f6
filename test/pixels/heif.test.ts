import { describe, expect, test } from 'bun:test'
import { codeOf, served, type OpenedCollection } from '../support/collection.ts'
import { tags, tiff, withTiff } from '../support/exif.ts'
import { composeHeif, imageOf } from '../support/heif-files.ts'
import { encodeHeif, heifHeader, photo, size, turn } from '../support/heif.ts'
import { orientationTiff } from '../support/orientation.ts'
import { quadrants, quadrantsOf } from '../support/pixels.ts'
import { lacks } from '../support/programs.ts'
import { rendered } from '../support/rendering.ts'
import { paintPixels } from '../support/transparent.ts'
import { encodedPhoto, expectSame, listedSize, openDecoded } from '../support/shown-heif.ts'
import { photoItem, show } from '../support/shown-heif.ts'

const date = '2024:05:17 18:30:00'

const unreadable = async ({ collection }: OpenedCollection) =>
  (await collection.summary()).unreadable

describe.skipIf(lacks('libheif'))('a picture that the system decodes', () => {
  test('is shown as its original was', async () => {
    await using opened = await openDecoded({ 'photo.heic': await encodedPhoto() })
    await expectSame(await show(opened, 'photo.heic'), await photo())
    const box = { width: 90, height: 90 }
    await expectSame(await show(opened, 'photo.heic', box), await rendered(await photo(), box))
  })

  test('is turned as its properties say', async () => {
    const file = composeHeif({ primary: 1, items: [await photoItem('heic', [], [turn(3)])] })
    await using opened = await openDecoded({ 'photo.heic': file })
    const turned = withTiff(await photo(), orientationTiff({ orientation: 6 }))
    await expectSame(await show(opened, 'photo.heic'), await rendered(turned))
    expect(await listedSize(opened)).toEqual({ width: 240, height: 360 })
  })

  test('is dated by its EXIF data, and not turned by them, which its properties stand for', async () => {
    const shot = { [tags.exifDirectory]: { directory: { [tags.dateTimeOriginal]: date } } }
    const exif = withTiff(await photo(), tiff({ [tags.orientation]: { short: 6 }, ...shot }))
    await using opened = await openDecoded({ 'photo.heic': await encodeHeif(exif, 'heic') })
    await expectSame(await show(opened, 'photo.heic'), await photo())
    expect((await opened.collection.list('')).images[0]?.taken).toBe('2024-05-17T18:30:00')
  })

  test('is on white where it is transparent', async () => {
    const disc = paintPixels(96, 96, (x, y) => {
      const isInside = Math.hypot(x - 48, y - 48) < 32
      return isInside ? [200, 40, 40, 255] : [0, 80, 0, 0]
    })
    const options = ['-q', '95']
    await using opened = await openDecoded({ 'disc.heic': await encodeHeif(disc, 'heic', options) })
    await expectSame(await show(opened, 'disc.heic'), await rendered(disc))
  })

  test('can be uploaded, and is sent as it is to who asks for nothing else', async () => {
    const heic = await encodeHeif(quadrants(64, 64), 'heic')
    await using opened = await openDecoded({})
    const { uploadedFiles } = await opened.upload('', { name: 'IMG_1.HEIC', content: heic })
    expect(uploadedFiles).toMatchObject([{ fileName: 'IMG_1.heic', mimeType: 'image/heic' }])
    const shown = await quadrantsOf(await show(opened, 'IMG_1.heic'))
    expect(shown).toEqual(['red', 'green', 'blue', 'white'])
    expect((await served(opened, 'IMG_1.heic'))?.equals(heic)).toBeTrue()
    const file = await opened.collection.parts.opener.open('IMG_1.heic', {})
    expect(file?.mediaType).toBe('image/heic')
    await file?.release?.()
  })
})

describe.skipIf(lacks('libheif'))('a damaged or hostile HEIC', () => {
  test('that is cut off anywhere is refused, and tried once only', async () => {
    const whole = await encodeHeif(await photo(), 'heic')
    const cut = (share: number) => whole.subarray(0, Math.floor(whole.length * share))
    const files = { '3.heic': cut(0.3), '6.heic': cut(0.6), '9.heic': cut(0.9) }
    await using opened = await openDecoded(files)
    for (const name of Object.keys(files)) {
      // libheif makes do with the data of some.
      expect([undefined, 'INVALID_REQUEST']).toContain(await codeOf(show(opened, name)))
    }
    const refused = (await unreadable(opened)).map(({ path }) => path)
    for (const name of refused) expect(await codeOf(show(opened, name))).toBe('INVALID_REQUEST')
  })

  test.each<[string, (real: Buffer) => Buffer]>([
    ['whose data is zeros', (real) => Buffer.from(real).fill(0, real.indexOf('mdat') + 4)],
    ['without data', () => heifHeader([size(400, 300)])],
    [
      'that says it is far smaller',
      (real) => {
        const image = imageOf(real)
        const properties = image.properties.map((each) =>
          each.toString('latin1', 4, 8) === 'ispe' ? size(40, 30) : each,
        )
        return composeHeif({ primary: 1, items: [{ ...image, properties }] })
      },
    ],
  ])('%s harms nobody', async (_, make) => {
    const hostile = make(await encodeHeif(await photo(), 'heic'))
    await using opened = await openDecoded({ 'a.heic': hostile, 'b.jpg': await photo() })
    expect([undefined, 'INVALID_REQUEST']).toContain(await codeOf(show(opened, 'a.heic')))
    expect(await codeOf(show(opened, 'b.jpg'))).toBeUndefined()
    expect((await opened.collection.pick({ isScaled: true })).path).toMatch(/^[ab]\./)
  })

  test('of 100,000 × 100,000 pixels is never decoded, nor dealt', async () => {
    const item = await photoItem('heic', [], [size(100_000, 100_000)])
    const file = composeHeif({ primary: 1, items: [item] })
    await using opened = await openDecoded({ 'a.heic': file })
    expect(await codeOf(show(opened, 'a.heic'))).toBe('INVALID_REQUEST')
    expect(await codeOf(opened.collection.pick({}))).toBe('NO_IMAGES_AVAILABLE')
    const error = "can't be scaled: too many pixels"
    expect(await unreadable(opened)).toEqual([{ path: 'a.heic', error }])
  })

  test('without a primary item, or with a sequence only, is damaged', async () => {
    const image = imageOf(await encodeHeif(await photo(), 'heic'))
    const noPrimary = composeHeif({ items: [image, { ...image, id: 2 }] })
    const sequence = Buffer.concat([
      Buffer.from('\0\0\0\x18ftypmsf1\0\0\0\0msf1hevc', 'latin1'),
      Buffer.from('\0\0\0\x08moov\0\0\0\x08mdat', 'latin1'),
    ])
    await using opened = await openDecoded({ 'a.heic': noPrimary, 'b.heic': sequence })
    expect(await codeOf(opened.collection.pick({}))).toBe('NO_IMAGES_AVAILABLE')
    const error = 'damaged or incomplete'
    const paths = ['a.heic', 'b.heic']
    expect(await unreadable(opened)).toEqual(paths.map((path) => ({ path, error })))
  })
})
