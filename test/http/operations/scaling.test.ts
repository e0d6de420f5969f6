import { expect, test } from 'bun:test'
import { openApp, sharedApp, type TestApp } from '../../support/app.ts'
import { jpegSampling, markersOf, secretPlace, withExif } from '../../support/jpegs.ts'
import { noise, quadrants } from '../../support/pixels.ts'

const wide = quadrants(300, 200)
const jpeg = await new Bun.Image(wide).jpeg().bytes()
const webp = await new Bun.Image(wide).webp().bytes()
const gif = Buffer.from('R0lGODlhAgABAIAAANweHh7IHiwAAAAAAgABAAACAkQKADs=', 'base64')
const files = { 'a.jpg': jpeg, 'a.png': wide, 'a.webp': webp, 'a.gif': gif }

const shared = sharedApp({ files })

async function rendition(service: TestApp, path: string) {
  const answer = await service.ask(`GET /uploads/${path}`)
  expect(answer.status).toBe(200)
  const bytes = await answer.bytes()
  const { width, height, format } = await new Bun.Image(bytes).metadata()
  return { answer, bytes, size: `${width}x${height}`, format }
}

test.each([
  ['width=150&height=150', '150x100'],

  ['width=30', '30x20'],
  ['height=50', '75x50'],
  ['width=1', '1x1'],
  ['width=301&height=201', '300x200'],
  ['width=10000&height=10000', '300x200'],
  ['quality=50', '300x200'],
])('%s is fitted inside in its own shape, never enlarged', async (query, size) => {
  for (const name of ['a.jpg', 'a.png', 'a.webp']) {
    expect((await rendition(shared(), `${name}?${query}`)).size).toBe(size)
  }
})

test('what is longer than can be asked for is not made smaller unasked', async () => {
  const long = await new Bun.Image(quadrants(12_000, 4)).jpeg().bytes()
  await using service = await openApp({ files: { 'a.jpg': long } })
  for (const query of ['format=png', 'height=4']) {
    expect((await rendition(service, `a.jpg?${query}`)).size).toBe('12000x4')
  }
})

test.each([
  ['a.jpg', '', 'jpeg'],
  ['a.png', '', 'png'],
  ['a.webp', '', 'webp'],
  ['a.gif', '', 'png'],
  ...['a.jpg', 'a.png', 'a.webp', 'a.gif'].flatMap((name) =>
    ['jpeg', 'png', 'webp'].map((format) => [name, `&format=${format}`, format] as const),
  ),
])('a rendition of %s with "%s" is a %s', async (name, query, format) => {
  const made = await rendition(shared(), `${name}?width=100${query}`)
  expect(made.format as string).toBe(format)
  expect(made.answer.headers.get('content-type')).toBe(`image/${format}`)
  expect(made.answer.headers.get('content-length')).toBe(String(made.bytes.length))
})

test('a rendition as JPEG is one that small decoders read, and tells nothing but the picture', async () => {
  const source = await new Bun.Image(wide).jpeg({ progressive: true }).bytes()
  expect(markersOf(source)).toContain(0xc2)
  const photo = withExif(source, 1)
  expect(photo.includes(secretPlace)).toBeTrue()
  await using service = await openApp({ files: { 'a.jpg': photo, 'b.png': wide } })
  for (const format of ['png', 'webp']) {
    const { bytes } = await rendition(service, `a.jpg?format=${format}`)
    expect(Buffer.from(bytes).includes(secretPlace)).toBeFalse()
  }
  const sizes = ['width=100', 'quality=80', 'height=900', 'width=60&height=60&fit=cover']
  for (const name of ['a.jpg', 'b.png']) {
    for (const query of ['format=jpeg', ...sizes.map((size) => `${size}&format=jpeg`)]) {
      const { bytes } = await rendition(service, `${name}?${query}`)
      const markers = markersOf(bytes)
      // SOF0, a baseline frame; no EXIF data, and no Adobe segment, which CMYK has.
      expect(markers).toContain(0xc0)
      for (const marker of [0xc2, 0xe1, 0xee]) expect(markers).not.toContain(marker)
      expect(jpegSampling(bytes)).toBe('22 11 11')
      expect(Buffer.from(bytes).includes(secretPlace)).toBeFalse()
    }
  }
})

test('a rendition is smaller with less quality, which is 80 unless asked for', async () => {
  await using service = await openApp({ files: { 'a.png': noise(200, 200) } })
  for (const format of ['jpeg', 'webp']) {
    const sizes: number[] = []
    for (const quality of ['&quality=1', '&quality=40', '&quality=80', '&quality=100']) {
      sizes.push((await rendition(service, `a.png?format=${format}${quality}`)).bytes.length)
    }
    expect(sizes).toEqual(sizes.toSorted((a, b) => a - b))
    expect(new Set(sizes).size).toBe(4)
    const usual = await rendition(service, `a.png?format=${format}`)
    expect(usual.bytes.length).toBe(sizes[2] ?? 0)
  }
})
