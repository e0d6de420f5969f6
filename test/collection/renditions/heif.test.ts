import { describe, expect, test } from 'bun:test'
import { findDecoder } from '../../../src/collection/disk/processes/system-decoder.ts'
import type { RenditionRequest } from '../../../src/collection/renditions/request.ts'
import {
  codeOf,
  openCollection,
  somebody,
  type OpenedCollection,
} from '../../support/collection.ts'
import { shotAt, withTiff } from '../../support/exif.ts'
import { composeHeif, gridOf, imageOf } from '../../support/heif-files.ts'
import {
  crop,
  deepOptions,
  encodeHeif,
  heifHeader,
  mirror,
  photo,
  size,
  turn,
} from '../../support/heif.ts'
import { exifSegment, insertAt, orientationTiff } from '../../support/orientation.ts'
import { deepPng, difference, quadrants, quadrantsOf, readPng } from '../../support/pixels.ts'
import { lacks } from '../../support/programs.ts'
import { rendered } from '../../support/rendering.ts'
import { paintPixels } from '../../support/transparent.ts'

const decoder = findDecoder()

/** What compressing with loss changes, of 255, as a mean. */
const loss = 5

const open = (files: Record<string, Uint8Array>) => openCollection(files, { decoder })

async function show(
  { collection }: OpenedCollection,
  path: string,
  request: RenditionRequest = {},
) {
  const file = await collection.openImage(path, { format: 'jpeg', quality: 95, ...request })
  if (file === undefined) throw new Error(`There is no ${path}.`)
  const bytes = await file.load(somebody)
  return new Uint8Array(bytes instanceof Blob ? await bytes.bytes() : bytes)
}

const pixelsOf = async (picture: Uint8Array) => readPng(await new Bun.Image(picture).png().bytes())

async function expectSame(shown: Uint8Array, original: Uint8Array): Promise<void> {
  const [one, other] = [await pixelsOf(shown), await pixelsOf(original)]
  expect({ width: one.width, height: one.height }).toEqual({
    width: other.width,
    height: other.height,
  })
  expect(difference(one, other)).toBeLessThan(loss)
}

const unreadable = async ({ collection }: OpenedCollection) =>
  (await collection.summary()).unreadable

describe.skipIf(lacks('libheif'))('a picture that the system decodes', () => {
  test.each(['heic', 'avif'] as const)('is shown as its original was, as %s', async (type) => {
    const name = `photo.${type}`
    await using opened = await open({ [name]: await encodeHeif(await photo(), type, ['-q', '90']) })
    await expectSame(await show(opened, name), await photo())
    const small = await show(opened, name, { width: 90, height: 90 })
    await expectSame(small, await rendered(await photo(), { width: 90, height: 90 }))
  })

  test.each<[number, Buffer[]]>([
    [1, []],
    [2, [mirror(1)]],
    [3, [turn(2)]],
    [4, [mirror(0)]],
    [5, [turn(1), mirror(0)]],
    [6, [turn(3)]],
    [7, [turn(3), mirror(0)]],
    [8, [turn(1)]],
  ])('is turned and mirrored as orientation %d does it', async (orientation, properties) => {
    const image = imageOf(await encodeHeif(await photo(), 'heic', ['-q', '90']))
    const item = { ...image, properties: [...image.properties, ...properties] }
    await using opened = await open({ 'photo.heic': composeHeif({ primary: 1, items: [item] }) })
    const turned = insertAt(await photo(), 2, exifSegment(orientationTiff({ orientation })))
    await expectSame(await show(opened, 'photo.heic'), await rendered(turned))
    const { images } = await opened.collection.list('')
    expect(images[0]?.dimensions).toEqual(
      orientation >= 5 ? { width: 240, height: 360 } : { width: 360, height: 240 },
    )
  })

  test.each([
    ['heic', turn(3), { width: 240, height: 360 }],
    ['avif', turn(3), { width: 240, height: 360 }],
    ['heic', crop(200, 100), { width: 200, height: 100 }],
    ['avif', crop(200, 100), { width: 200, height: 100 }],
  ] as const)(
    'as %s has the size that is listed where what turns or crops it comes first',
    async (type, property, size) => {
      const image = imageOf(await encodeHeif(await photo(), type, ['-q', '90']))
      const item = { ...image, properties: [property, ...image.properties] }
      const brands = `${type}\0\0\0\0mif1${type}`
      const file = composeHeif({ brands, primary: 1, items: [item] })
      await using opened = await open({ [`photo.${type}`]: file })
      const { images } = await opened.collection.list('')
      expect(images[0]?.dimensions).toEqual(size)
      const shown = await show(opened, `photo.${type}`)
      expect(await new Bun.Image(shown).metadata()).toMatchObject(size)
    },
  )

  test.each([
    ['of a camera app that says it nowhere else', 'heic\0\0\0\0mif1heic', [], true],
    ['that says it itself, too', 'heic\0\0\0\0mif1heic', [turn(0)], false],
    ['of a file as MIAF has them', 'heic\0\0\0\0mif1heicmiaf', [], false],
  ])('is turned by EXIF data %s: %p', async (_, brands, properties, isTurned) => {
    const image = imageOf(await encodeHeif(await photo(), 'heic', ['-q', '90']))
    const tiff = orientationTiff({ orientation: 6 })
    const file = composeHeif({
      brands,
      primary: 1,
      items: [
        { ...image, properties: [...image.properties, ...properties] },
        { id: 2, type: 'Exif', data: Buffer.concat([Buffer.alloc(4), tiff]) },
      ],
      references: [{ type: 'cdsc', from: 2, to: [1] }],
    })
    await using opened = await open({ 'photo.heic': file })
    const turned = insertAt(await photo(), 2, exifSegment(tiff))
    const original = isTurned ? await rendered(turned) : await photo()
    await expectSame(await show(opened, 'photo.heic'), original)
    await expectSame(await show(opened, 'photo.heic'), original)
    const { images } = await opened.collection.list('')
    expect(images[0]?.dimensions).toEqual(
      isTurned ? { width: 240, height: 360 } : { width: 360, height: 240 },
    )
  })

  test('is not turned by its EXIF data, which its properties stand for', async () => {
    const exif = withTiff(await photo(), orientationTiff({ orientation: 6 }))
    await using opened = await open({ 'photo.heic': await encodeHeif(exif, 'heic') })
    await expectSame(await show(opened, 'photo.heic'), await photo())
  })

  test('is on white where it is transparent', async () => {
    const disc = paintPixels(96, 96, (x, y) => {
      const isInside = Math.hypot(x - 48, y - 48) < 32
      return isInside ? [200, 40, 40, 255] : [0, 80, 0, 0]
    })
    const options = ['-q', '95']
    await using opened = await open({ 'disc.heic': await encodeHeif(disc, 'heic', options) })
    await expectSame(await show(opened, 'disc.heic'), await rendered(disc))
  })

  test.each(['heic', 'avif'] as const)('is shown from 10 bits, as %s', async (type) => {
    const deep = deepPng(await pixelsOf(await photo()))
    const name = `deep.${type}`
    const options = ['-q', '90', ...deepOptions[type]]
    await using opened = await open({ [name]: await encodeHeif(deep, type, options) })
    await expectSame(await show(opened, name), await photo())
  })

  test('is shown from 12 megapixels, which take no more memory where there are processors', async () => {
    const large = await rendered(await photo(), { width: 4032, height: 3024, fit: 'pad' })
    await using opened = await open({ 'large.avif': await encodeHeif(large, 'avif') })
    const shown = await show(opened, 'large.avif', { width: 200, height: 200 })
    expect(await new Bun.Image(shown).metadata()).toMatchObject({ width: 200, height: 150 })
  })

  test('is shown from the file of an animation', async () => {
    const image = imageOf(await encodeHeif(await photo(), 'avif', ['-q', '90']))
    const brands = 'avis\0\0\0\0avifavismsf1iso8mif1miaf'
    const file = composeHeif({ brands, primary: 1, items: [image] })
    await using opened = await open({ 'a.avifs': file })
    await expectSame(await show(opened, 'a.avifs'), await photo())
  })

  test('is put together from its tiles', async () => {
    const colours = ['red', 'green', 'blue', 'white'] as const
    const tiles = await Promise.all(
      colours.map(async (_, index) => {
        const { colourAt } = readPng(quadrants(2, 2))
        const colour = colourAt(index % 2, Math.floor(index / 2))
        return encodeHeif(
          paintPixels(128, 128, () => [...colour, 255]),
          'heic',
          ['--no-alpha'],
        )
      }),
    )
    const shape = { columns: 2, width: 250, height: 240 }
    await using opened = await open({ 'grid.heic': gridOf(tiles, shape) })
    const shown = await show(opened, 'grid.heic')
    expect(await new Bun.Image(shown).metadata()).toMatchObject({ width: 250, height: 240 })
    expect(await quadrantsOf(shown)).toEqual([...colours])
  })

  test('is the primary one, whichever it is of ten', async () => {
    const plain = (red: number) =>
      encodeHeif(
        paintPixels(64, 64, () => [red, 80, 40, 255]),
        'heic',
        ['--no-alpha'],
      )
    const images = await Promise.all(Array.from({ length: 10 }, (_, index) => plain(index * 25)))
    const items = images.map((image, index) => imageOf(image, index + 1))
    await using opened = await open({ 'ten.heic': composeHeif({ primary: 8, items }) })
    const [red] = (await pixelsOf(await show(opened, 'ten.heic'))).colourAt(32, 32)
    expect(Math.abs(red - 7 * 25)).toBeLessThan(6)
  })

  test('is shown without its depth map', async () => {
    const image = imageOf(await encodeHeif(await photo(), 'heic', ['-q', '90']), 1)
    const depth = imageOf(await encodeHeif(quadrants(96, 64), 'heic'), 2)
    const auxiliary = Buffer.from('\0\0\0\0urn:mpeg:hevc:2015:auxid:2\0', 'latin1')
    const head = Buffer.alloc(8)
    head.writeUInt32BE(8 + auxiliary.length)
    head.write('auxC', 4)
    const properties = [...depth.properties, Buffer.concat([head, auxiliary])]
    const file = composeHeif({
      primary: 1,
      items: [image, { ...depth, properties }],
      references: [{ type: 'auxl', from: 2, to: [1] }],
    })
    await using opened = await open({ 'depth.heic': file })
    await expectSame(await show(opened, 'depth.heic'), await photo())
  })

  test('is dated by its EXIF data', async () => {
    const dated = withTiff(await photo(), shotAt('2024:05:17 18:30:00'))
    await using opened = await open({ 'photo.heic': await encodeHeif(dated, 'heic') })
    const { images } = await opened.collection.list('')
    expect(images[0]?.taken).toBe('2024-05-17T18:30:00')
  })

  test('is sent as it is to who asks for nothing else', async () => {
    const heic = await encodeHeif(quadrants(64, 64), 'heic')
    await using opened = await open({ 'a.heic': heic })
    const file = await opened.collection.openImage('a.heic')
    expect(file?.mediaType).toBe('image/heic')
    const body = await file?.load(somebody)
    expect(body instanceof Blob && heic.equals(await body.bytes())).toBeTrue()
    await file?.release?.()
  })

  test('can be uploaded', async () => {
    const heic = await encodeHeif(quadrants(64, 64), 'heic')
    await using opened = await open({})
    const { uploadedFiles } = await opened.upload('', { name: 'IMG_1.HEIC', content: heic })
    expect(uploadedFiles).toMatchObject([{ fileName: 'IMG_1.heic', mimeType: 'image/heic' }])
    expect(await quadrantsOf(await show(opened, 'IMG_1.heic'))).toEqual([
      'red',
      'green',
      'blue',
      'white',
    ])
  })
})

describe.skipIf(lacks('libheif'))('a damaged or hostile HEIC', () => {
  test('that is cut off anywhere is refused, and tried once only', async () => {
    const whole = await encodeHeif(await photo(), 'heic')
    const cuts = [0.3, 0.6, 0.9].map((share) => Math.floor(whole.length * share))
    const names = cuts.map((length) => `${length}.heic`)
    const files = cuts.map((length) => [`${length}.heic`, whole.subarray(0, length)] as const)
    await using opened = await open(Object.fromEntries(files))
    for (const name of names) {
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
    await using opened = await open({ 'a.heic': hostile, 'b.jpg': await photo() })
    expect([undefined, 'INVALID_REQUEST']).toContain(await codeOf(show(opened, 'a.heic')))
    expect(await codeOf(show(opened, 'b.jpg'))).toBeUndefined()
    expect((await opened.collection.pick({ isScaled: true })).path).toMatch(/^[ab]\./)
  })

  test('of 100,000 × 100,000 pixels is never decoded, nor dealt', async () => {
    const image = imageOf(await encodeHeif(await photo(), 'heic'))
    const properties = [...image.properties, size(100_000, 100_000)]
    const file = composeHeif({ primary: 1, items: [{ ...image, properties }] })
    await using opened = await open({ 'a.heic': file })
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
    await using opened = await open({ 'a.heic': noPrimary, 'b.heic': sequence })
    expect(await codeOf(opened.collection.pick({}))).toBe('NO_IMAGES_AVAILABLE')
    const error = 'damaged or incomplete'
    expect(await unreadable(opened)).toEqual([
      { path: 'a.heic', error },
      { path: 'b.heic', error },
    ])
  })
})
