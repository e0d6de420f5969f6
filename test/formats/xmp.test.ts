import { describe, expect, test } from 'bun:test'
import * as fc from 'fast-check'
import { maxTags, readXmpTags } from '../../src/formats/xmp/xmp-tags.ts'
import { XmpPacket } from '../../src/formats/xmp/xmp-text.ts'
import { headerOf, pictureHeader } from '../support/byte-source.ts'
import { shotAt, withTiff } from '../support/exif.ts'
import { encodeHeif, photo } from '../support/heif.ts'
import { lacks } from '../support/programs.ts'
import { quadrants } from '../support/pixels.ts'
import { jpegWithXmp, pngWithXmp, webpWithXmp, xmpPacket } from '../support/xmp.ts'

const size = { width: 60, height: 40 }
const png = quadrants(size.width, size.height)
const jpeg = Buffer.from(await new Bun.Image(png).jpeg().bytes())
const webp = Buffer.from(await new Bun.Image(png).webp({ quality: 80 }).bytes())

const ratingOf = async (file: Uint8Array) => (await pictureHeader(file)).rating

describe('the stars of a picture', () => {
  const packet = xmpPacket('xmp:Rating="4"')
  test.each([
    ['a JPEG', jpegWithXmp(jpeg, packet)],
    ['a PNG with them before its pixels', pngWithXmp(png, packet, 'IDAT')],
    ['a PNG with them behind its pixels', pngWithXmp(png, packet, 'IEND')],
    ['a WebP', webpWithXmp(webp, packet, size)],
  ])('are read from %s', async (_, file) => {
    expect(await ratingOf(file)).toBe(4)
    expect(await new Bun.Image(file).metadata()).toMatchObject(size)
  })

  test.skipIf(lacks('libheif')).each(['heic', 'avif'] as const)(
    'are read from a %s beside its date',
    async (type) => {
      const picture = withTiff(jpegWithXmp(await photo(), packet), shotAt('2024:05:17 18:30:05'))
      const header = await headerOf(await encodeHeif(picture, type))
      expect(header).toMatchObject({ type, rating: 4, taken: 1_715_970_605 })
    },
  )

  test.each([
    ['', '<xmp:Rating>3</xmp:Rating>', 3],
    ['', '<xmp:Rating>\n 5 </xmp:Rating>', 5],
    ["xmp:Rating='2'", '', 2],
    ['xmp:Rating = "1"', '', 1],
    ['xmp:Rating="3.5"', '', 3],
    ['xmlns:a="http://ns.adobe.com/xap/1.0/" a:Rating="5"', '', 5],
    ['xmp:Rating="0"', '', 0],
    ['xmp:Rating="-1"', '', 0],
    ['xmp:Rating="99"', '', 0],
    ['xmp:Rating="five"', '', 0],
    ['', '', 0],
    ['xmlns:m="http://ns.microsoft.com/photo/1.0/" m:Rating="99"', '', 0],
    ['xmlns:m="http://ns.microsoft.com/photo/1.0/" m:Rating="99" xmp:Rating="4"', '', 4],
  ])('are those of %j %j: %d', async (attributes, elements, stars) => {
    expect(await ratingOf(jpegWithXmp(jpeg, xmpPacket(attributes, elements)))).toBe(stars)
  })

  test('are none where the file has no XMP data, or damaged ones', async () => {
    const damaged = pngWithXmp(png, packet, 'IDAT')
    damaged[damaged.indexOf('Rating', 0, 'latin1')] = 0
    for (const file of [jpeg, png, webp, damaged]) expect(await ratingOf(file)).toBe(0)
  })

  test('do not hide the date of the camera, wherever XMP data stand', async () => {
    const both = jpegWithXmp(jpegWithXmp(jpeg, Buffer.from('damaged')), packet)
    expect(await headerOf(both)).toMatchObject({ type: 'jpg', ...size })
  })
})

const namespaces =
  'xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:digiKam="http://www.digikam.org/ns/1.0/" ' +
  'xmlns:ext="http://iptc.org/std/Iptc4xmpExt/2008-02-29/" ' +
  'xmlns:mwg-rs="http://www.metadataworkinggroup.com/schemas/regions/"'

const tagsIn = (elements: string) => readXmpTags(new XmpPacket(xmpPacket(namespaces, elements)))

const bag = (...texts: string[]) =>
  `<rdf:Bag>${texts.map((text) => `<rdf:li>${text}</rdf:li>`).join('\n')}</rdf:Bag>`

const region = (attributes: string, elements = '') =>
  `<rdf:li><rdf:Description ${attributes}>${elements}</rdf:Description></rdf:li>`

test.each([
  ['subjects', `<dc:subject>${bag('sea', 'Tom &amp; Ana')}</dc:subject>`, ['sea', 'Tom & Ana']],
  [
    'tags of digiKam, with their last parts',
    `<digiKam:TagsList><rdf:Seq><rdf:li>People/Anna</rdf:li><rdf:li>sea</rdf:li></rdf:Seq></digiKam:TagsList>`,
    ['People/Anna', 'Anna', 'sea'],
  ],
  ['people', `<ext:PersonInImage>${bag('Anna')}</ext:PersonInImage>`, ['Anna']],
  [
    'regions',
    `<mwg-rs:Regions><mwg-rs:RegionList><rdf:Bag>${region('mwg-rs:Name="Anna" mwg-rs:Type="Face"')}${region(
      'mwg-rs:Type="Face"',
      '<mwg-rs:Name>Ben</mwg-rs:Name>',
    )}</rdf:Bag></mwg-rs:RegionList></mwg-rs:Regions>`,
    ['Anna', 'Ben'],
  ],
  ['each once', `<dc:subject>${bag('sea', ' sea\n', '', '\u0000')}</dc:subject>`, ['sea']],
  ['none of a packet without any', '', []],
])('%s are tags', (_, elements, tags) => {
  expect(tagsIn(elements)).toEqual(tags)
  expect(readXmpTags(undefined)).toEqual([])
})

test('whatever a packet holds, there are few tags, none of them empty', () => {
  const part = fc.constantFrom('<rdf:li>', '<rdf:li', '</rdf:li>', '<', '"', 'mwg-rs:Name="', 'x')
  const hostile = fc.array(part, { maxLength: 20_000, size: 'max' }).map((parts) => parts.join(''))
  fc.assert(
    fc.property(hostile, (text) => {
      const tags = tagsIn(`<dc:subject>${text}</dc:subject>`)
      expect(tags.length).toBeLessThanOrEqual(maxTags)
      expect(tags.every((tag) => tag !== '')).toBeTrue()
    }),
    { numRuns: 20 },
  )
})
