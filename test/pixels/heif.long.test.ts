import { describe, expect, test } from 'bun:test'
import { withTiff } from '../support/exif.ts'
import { composeHeif, gridOf, imageOf } from '../support/heif-files.ts'
import {
  box as boxOf,
  crop,
  deepOptions,
  encodeHeif,
  mirror,
  photo,
  turn,
} from '../support/heif.ts'
import { orientationTiff } from '../support/orientation.ts'
import { deepPng, quadrants, quadrantsOf, readPng } from '../support/pixels.ts'
import { lacks } from '../support/programs.ts'
import { rendered } from '../support/rendering.ts'
import { paintPixels } from '../support/transparent.ts'
import { encodedPhoto, expectSame, listedSize, openDecoded } from '../support/shown-heif.ts'
import { photoItem, pixelsOf, show } from '../support/shown-heif.ts'

const [lying, upright] = [
  { width: 360, height: 240 },
  { width: 240, height: 360 },
]

describe.skipIf(lacks('libheif'))('a picture that the system decodes', () => {
  test('is shown as its original was, as AVIF', async () => {
    await using opened = await openDecoded({ 'photo.avif': await encodedPhoto('avif') })
    await expectSame(await show(opened, 'photo.avif'), await photo())
    const box = { width: 90, height: 90 }
    const small = await show(opened, 'photo.avif', box)
    await expectSame(small, await rendered(await photo(), box))
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
    const file = composeHeif({ primary: 1, items: [await photoItem('heic', [], properties)] })
    await using opened = await openDecoded({ 'photo.heic': file })
    const turned = withTiff(await photo(), orientationTiff({ orientation }))
    await expectSame(await show(opened, 'photo.heic'), await rendered(turned))
    expect(await listedSize(opened)).toEqual(orientation >= 5 ? upright : lying)
  })

  test.each([
    ['heic', turn(3), upright],
    ['avif', turn(3), upright],
    ['heic', crop(200, 100), { width: 200, height: 100 }],
    ['avif', crop(200, 100), { width: 200, height: 100 }],
  ] as const)(
    'as %s has the size that is listed where what turns or crops it comes first',
    async (type, property, size) => {
      const brands = `${type}\0\0\0\0mif1${type}`
      const file = composeHeif({ brands, primary: 1, items: [await photoItem(type, [property])] })
      await using opened = await openDecoded({ [`photo.${type}`]: file })
      expect(await listedSize(opened)).toEqual(size)
      const shown = await show(opened, `photo.${type}`)
      expect(await new Bun.Image(shown).metadata()).toMatchObject(size)
    },
  )

  test.each([
    ['of a camera app that says it nowhere else', 'heic\0\0\0\0mif1heic', [], true],
    ['that says it itself, too', 'heic\0\0\0\0mif1heic', [turn(0)], false],
    ['of a file as MIAF has them', 'heic\0\0\0\0mif1heicmiaf', [], false],
  ])('is turned by EXIF data %s: %p', async (_, brands, properties, isTurned) => {
    const tiff = orientationTiff({ orientation: 6 })
    const exif = { id: 2, type: 'Exif', data: Buffer.concat([Buffer.alloc(4), tiff]) }
    const items = [await photoItem('heic', [], properties), exif]
    const references = [{ type: 'cdsc', from: 2, to: [1] }]
    const file = composeHeif({ brands, primary: 1, items, references })
    await using opened = await openDecoded({ 'photo.heic': file })
    const original = isTurned ? await rendered(withTiff(await photo(), tiff)) : await photo()
    for (let time = 0; time < 2; time += 1) {
      await expectSame(await show(opened, 'photo.heic'), original)
    }
    expect(await listedSize(opened)).toEqual(isTurned ? upright : lying)
  })

  test.each(['heic', 'avif'] as const)('is shown from 10 bits, as %s', async (type) => {
    const deep = deepPng(await pixelsOf(await photo()))
    const name = `deep.${type}`
    const options = ['-q', '90', ...deepOptions[type]]
    await using opened = await openDecoded({ [name]: await encodeHeif(deep, type, options) })
    await expectSame(await show(opened, name), await photo())
  })

  test('is shown from 12 megapixels, which take no more memory where there are processors', async () => {
    const large = await rendered(await photo(), { width: 4032, height: 3024, fit: 'pad' })
    await using opened = await openDecoded({ 'large.avif': await encodeHeif(large, 'avif') })
    const shown = await show(opened, 'large.avif', { width: 200, height: 200 })
    expect(await new Bun.Image(shown).metadata()).toMatchObject({ width: 200, height: 150 })
  })

  test('is shown from the file of an animation', async () => {
    const image = imageOf(await encodedPhoto('avif'))
    const brands = 'avis\0\0\0\0avifavismsf1iso8mif1miaf'
    const file = composeHeif({ brands, primary: 1, items: [image] })
    await using opened = await openDecoded({ 'a.avifs': file })
    await expectSame(await show(opened, 'a.avifs'), await photo())
  })

  test('is put together from its tiles', async () => {
    const colours = ['red', 'green', 'blue', 'white'] as const
    const tiles = await Promise.all(
      colours.map(async (_, index) => {
        const { colourAt } = readPng(quadrants(2, 2))
        const colour = colourAt(index % 2, Math.floor(index / 2))
        const tile = paintPixels(128, 128, () => [...colour, 255])
        return encodeHeif(tile, 'heic', ['--no-alpha'])
      }),
    )
    const shape = { columns: 2, width: 250, height: 240 }
    await using opened = await openDecoded({ 'grid.heic': gridOf(tiles, shape) })
    const shown = await show(opened, 'grid.heic')
    expect(await new Bun.Image(shown).metadata()).toMatchObject({ width: 250, height: 240 })
    expect(await quadrantsOf(shown)).toEqual([...colours])
  })

  test('is the primary one, whichever it is of ten', async () => {
    const items = await Promise.all(
      Array.from({ length: 10 }, async (_, index) => {
        const plain = paintPixels(64, 64, () => [index * 25, 80, 40, 255])
        return imageOf(await encodeHeif(plain, 'heic', ['--no-alpha']), index + 1)
      }),
    )
    await using opened = await openDecoded({ 'ten.heic': composeHeif({ primary: 8, items }) })
    const [red] = (await pixelsOf(await show(opened, 'ten.heic'))).colourAt(32, 32)
    expect(Math.abs(red - 7 * 25)).toBeLessThan(6)
  })

  test('is shown without its depth map', async () => {
    const image = imageOf(await encodedPhoto(), 1)
    const depth = imageOf(await encodeHeif(quadrants(96, 64), 'heic'), 2)
    const auxiliary = Buffer.from('\0\0\0\0urn:mpeg:hevc:2015:auxid:2\0', 'latin1')
    const properties = [...depth.properties, boxOf('auxC', auxiliary)]
    const file = composeHeif({
      primary: 1,
      items: [image, { ...depth, properties }],
      references: [{ type: 'auxl', from: 2, to: [1] }],
    })
    await using opened = await openDecoded({ 'depth.heic': file })
    await expectSame(await show(opened, 'depth.heic'), await photo())
  })
})
