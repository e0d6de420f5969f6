import { describe, expect, test } from 'bun:test'
import { dataOf, openApp, type TestApp } from '../../support/app.ts'
import { jpegSampling, markersOf } from '../../support/jpegs.ts'
import { quadrants } from '../../support/pixels.ts'

const picture = quadrants(300, 200)
const files = { 'a.png': picture }

const open = () => openApp({ files })
const ask = (service: TestApp, path: string, headers: Record<string, string> = {}) =>
  service.ask(`GET ${path}`, { headers })

describe('the address in JSON', () => {
  test.each([
    'width=60&height=60&fit=cover',
    'width=60&height=60&fit=pad&background=aabbcc&format=bmp',
    'width=60&palette=spectra6&dither=atkinson',
    'palette=bw',
    'width=30&height=30&fit=cover&format=jpeg&quality=50',
  ])('gives the same as asked for: %s', async (query) => {
    await using service = await open()
    const { url } = await dataOf(await ask(service, `/api/images/random?${query}`))
    const there = await ask(service, String(url))
    expect(there.status).toBe(200)
    const sent = await ask(service, `/api/images/random?${query}&as=image`)
    expect(await there.bytes()).toEqual(await sent.bytes())
    expect(there.headers.get('etag')).toBe(sent.headers.get('etag'))
    expect(there.headers.get('content-type')).toBe(sent.headers.get('content-type'))
    expect(sent.headers.get('content-location')).toBe(String(url))
  })
})

test('the sides that a display names are enough for an exact size', async () => {
  await using service = await open()
  const display = { 'x-display-width': '40', 'x-display-height': '90' }
  const answer = await ask(service, '/api/images/random?fit=cover', display)
  const { width, height } = await new Bun.Image(await answer.bytes()).metadata()
  expect([width, height]).toEqual([40, 90])
})

test('each way to make a rendition has an entity tag of its own', async () => {
  await using service = await open()
  const box = 'width=60&height=60'
  const queries = [
    '',
    'width=20',
    'height=20',
    'format=jpeg',
    'quality=9',
    box,
    `${box}&fit=cover`,
    `${box}&fit=pad`,
    `${box}&fit=pad&background=ffffff`,
    `${box}&format=bmp`,
    ...['bw', 'gray4', 'gray16', 'spectra6', 'acep7'].map((name) => `${box}&palette=${name}`),
    `${box}&palette=bw&dither=atkinson`,
    `${box}&palette=bw&dither=none`,
    `${box}&palette=bw&format=bmp`,
  ]
  const answers = await Promise.all(queries.map((query) => ask(service, `/uploads/a.png?${query}`)))
  expect(new Set(answers.map((answer) => answer.headers.get('etag'))).size).toBe(queries.length)
  for (const [index, answer] of answers.entries()) {
    const tag = answer.headers.get('etag') ?? ''
    const again = await ask(service, `/uploads/a.png?${queries[index]}`, { 'if-none-match': tag })
    expect(again.status).toBe(304)
  }
})

describe('an Accept header that names one format alone', () => {
  test.each([
    ['image/png', '', 'image/png'],
    ['image/bmp', '', 'image/bmp'],
    ['image/webp', '', 'image/webp'],
    ['IMAGE/BMP; q=0.5', '', 'image/bmp'],
    ['image/bmp', 'format=jpeg', 'image/jpeg'],
    ['image/bmp', 'palette=bw', 'image/bmp'],
    ['image/webp', 'palette=bw', 'image/png'],
    ['image/png, image/webp', '', 'image/jpeg'],
    ['image/*', '', 'image/jpeg'],
  ])('%s with "%s" gets %s', async (accept, query, mediaType) => {
    const jpeg = await new Bun.Image(picture).jpeg().bytes()
    await using service = await openApp({ files: { 'a.jpg': jpeg } })
    const answer = await ask(service, `/api/images/random?${query}`, { accept })
    expect(answer.headers.get('content-type')).toBe(mediaType)
    const where = answer.headers.get('content-location') ?? ''
    const there = await ask(service, where)
    expect(there.headers.get('content-type')).toBe(mediaType)
    expect(await there.bytes()).toEqual(await answer.bytes())
  })
})

test('a JPEG that is asked for by size is one that small decoders read', async () => {
  const progressive = await new Bun.Image(picture).jpeg({ progressive: true }).bytes()
  await using service = await openApp({ files: { 'a.jpg': progressive, 'b.png': picture } })
  for (const query of ['width=60', 'height=900', 'format=jpeg', 'width=60&height=60&fit=cover']) {
    for (const name of ['a.jpg', 'b.png']) {
      const answer = await ask(
        service,
        `/uploads/${name}?${query}${query.includes('format') ? '' : '&format=jpeg'}`,
      )
      const bytes = await answer.bytes()
      const markers = markersOf(bytes)
      // SOF0, a baseline frame, and no Adobe segment, which CMYK has.
      expect(markers).toContain(0xc0)
      expect(markers).not.toContain(0xc2)
      expect(markers).not.toContain(0xee)
      expect(jpegSampling(bytes)).toBe('22 11 11')
    }
  }
})
