import { describe, expect, test } from 'bun:test'
import * as fc from 'fast-check'
import { cleanDescription } from '../../src/formats/description.ts'
import { pictureFormats } from '../../src/formats/picture-formats.ts'
import { sourceOf } from '../support/byte-source.ts'
import { tiff, withTiff } from '../support/exif.ts'
import { insertAt, segment } from '../support/orientation.ts'
import { jpeg as jpegOf } from '../support/pictures.ts'
import { quadrants } from '../support/pixels.ts'
import { jpegWithXmp, pngWithXmp, xmpPacket } from '../support/xmp.ts'

const jpeg = jpegOf({ width: 4, height: 3 })
const png = quadrants(6, 4)

const dc = 'xmlns:dc="http://purl.org/dc/elements/1.1/"'
const described = (elements: string) => xmpPacket(dc, `<dc:description>${elements}`)
const alternatives = (texts: Record<string, string>) =>
  described(
    `<rdf:Alt>${Object.entries(texts)
      .map(([language, text]) => `<rdf:li xml:lang="${language}">${text}</rdf:li>`)
      .join('\n')}</rdf:Alt></dc:description>`,
  )
const sea = alternatives({ 'x-default': 'By the sea' })

/** A JPEG with what EXIF data call its description, as the bytes of UTF-8. */
const withExif = (file: Uint8Array, text: string) =>
  withTiff(file, tiff({ 0x010e: Buffer.from(text).toString('latin1') }))

/** A JPEG with a caption of IPTC data, among other resources of Photoshop. */
function withIptc(file: Uint8Array, caption: string, encoding: BufferEncoding = 'utf8'): Buffer {
  const dataset = (number: number, text: Buffer) =>
    Buffer.concat([Buffer.of(0x1c, 2, number, text.length >> 8, text.length & 255), text])
  const resource = (id: number, name: string, data: Buffer) => {
    const named = Buffer.from(`${String.fromCharCode(name.length)}${name}`)
    const size = Buffer.alloc(4)
    size.writeUInt32BE(data.length)
    const even = (bytes: Buffer) => Buffer.concat([bytes, Buffer.alloc(bytes.length % 2)])
    const head = [Buffer.from('8BIM'), Buffer.of(id >> 8, id & 255)]
    return Buffer.concat([...head, even(named), size, even(data)])
  }
  const iptc = Buffer.concat([
    dataset(0, Buffer.of(0, 2)),
    dataset(5, Buffer.from('title')),
    dataset(120, Buffer.from(caption, encoding)),
  ])
  const resources = [resource(0x03ed, 'odd', Buffer.from('abc')), resource(0x0404, '', iptc)]
  const content = Buffer.concat([Buffer.from('Photoshop 3.0\0'), ...resources])
  return insertAt(file, 2, segment(0xed, content))
}

async function read(file: Buffer) {
  const header = await pictureFormats.readHeader(sourceOf(file))
  return typeof header === 'string' ? undefined : header.description
}

const exif = withExif(jpeg, 'exif')
const both = withIptc(exif, 'iptc')

describe('what somebody wrote to a picture', () => {
  test.each<[string, Buffer, string | undefined]>([
    ['XMP of any language', alternatives({ de: '', fr: 'À la mer' }), 'À la mer'],
    ['the default one', alternatives({ de: 'Am Meer', 'x-default': 'Sea' }), 'Sea'],
    ['XMP as an attribute', xmpPacket(`${dc} dc:description='A &amp; "B"'`), 'A & "B"'],
    ['XMP without alternatives', described('Sea</dc:description>'), 'Sea'],
    ['references', alternatives({ de: '&lt;b&gt; &#x1F30A;&#10;&#233;' }), '<b> 🌊 é'],
    ['XMP that does not end', described('Sea'), undefined],
  ])('is read of %s', async (_, packet, expected) => {
    expect(await read(jpegWithXmp(jpeg, packet))).toBe(expected)
  })

  test.each<[string, Buffer, string | undefined]>([
    ['IPTC', withIptc(jpeg, 'Größe 🌊'), 'Größe 🌊'],
    ['IPTC in Latin-1', withIptc(jpeg, 'Größe', 'latin1'), 'Größe'],
    ['IPTC in Windows-1252', withIptc(jpeg, '\x93Gr\xf6\xdfe\x94 \x80', 'latin1'), '“Größe” €'],
    ['EXIF', withExif(jpeg, 'Größe 🌊'), 'Größe 🌊'],
    ['long EXIF', withExif(jpeg, '海'.repeat(3000)), '海'.repeat(500)],
    ['XMP before IPTC and EXIF', jpegWithXmp(both, sea), 'By the sea'],
    ['IPTC before EXIF', both, 'iptc'],
    ['EXIF where XMP is empty', jpegWithXmp(exif, alternatives({ de: ' ' })), 'exif'],
    ['EXIF where a camera wrote IPTC', withIptc(exif, 'SONY DSC'), 'exif'],
    ['nothing', jpeg, undefined],
  ])('is read of %s', async (_, file, expected) => {
    expect(await read(file)).toBe(expected)
  })

  test('is read of a PNG', async () => {
    for (const before of ['IDAT', 'IEND'] as const) {
      expect(await read(pngWithXmp(png, sea, before))).toBe('By the sea')
    }
  })

  test.each(
    [
      ['OLYMPUS DIGITAL CAMERA         ', 'KODAK Digital Still Camera', 'SONY DSC', 'DSC_0042'],
      ['KONICA MINOLTA DIGITAL CAMERA', 'Exif_JPEG_PICTURE', '<Digimax S500>', 'SAMSUNG'],
      ['Screenshot', ' \0\r\n', 'DCIM\\100MEDIA\\DJI_0012.JPG', 'SAMSUNG CAMERA PICTURES'],
      ['oznorMB', 'cof', 'Processed with VSCO with a5 preset'],
    ].flat(),
  )('is not what a camera wrote: %j', (text) => {
    expect(cleanDescription(text)).toBeUndefined()
  })

  test('is one paragraph of at most 500 characters, whatever the file holds', () => {
    for (const text of [
      'Dschungel',
      'Olympus, from the west',
      'A camera',
      'Normandy',
      'Screenshot of a game',
    ]) {
      expect(cleanDescription(text)).toBe(text)
    }
    expect(cleanDescription('  one\r\ntwo\u0007\u2028three\t\tfour ')).toBe('one two three four')
    expect(cleanDescription('🌊'.repeat(501))).toBe('🌊'.repeat(500))
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 3000, size: 'max' }), (text) => {
        const words = cleanDescription(text) ?? ''
        expect(Array.from(words).length).toBeLessThanOrEqual(500)
        expect(words).toBe(words.trim())
        expect(words).not.toMatch(/[\p{Cc}\p{Zl}\p{Zp}]| {2}/u)
      }),
    )
  })

  test('is read of damaged data without a failure', async () => {
    const whole = jpegWithXmp(both, sea)
    for (let at = 2; at < whole.length; at += 1) {
      const damaged = Buffer.from(whole)
      damaged[at] = 0xff - (damaged[at] ?? 0)
      for (const file of [damaged, whole.subarray(0, at)]) {
        expect(['string', 'undefined']).toContain(typeof (await read(file)))
      }
    }
  })

  test('takes no longer where a packet is made to', async () => {
    const many = '<dc:description '.repeat(15_000) + '<dc:description>'.repeat(500)
    const prefixes = Array.from({ length: 4000 }, (_, n) => dc.replace(':dc', `:p${n}`))
    for (const packet of [xmpPacket(dc, many), xmpPacket(prefixes.join(' '))]) {
      expect(await read(pngWithXmp(png, packet, 'IEND'))).toBeUndefined()
    }
  })
})
