import { expect, test } from 'bun:test'
import * as fc from 'fast-check'
import { maxTags, readXmpTags } from '../../src/formats/xmp/xmp-tags.ts'
import { XmpPacket } from '../../src/formats/xmp/xmp-text.ts'
import { xmpPacket } from '../support/xmp.ts'

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
])('%s are tags', (_, elements, tags) => {
  expect(tagsIn(elements)).toEqual(tags)
})

test('a packet without any, and no packet, have none', () => {
  expect(tagsIn('')).toEqual([])
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
