import { expect, test } from 'bun:test'
import { dataOf, sharedApp } from '../../support/app.ts'
import { quadrants } from '../../support/pixels.ts'
import { document } from '../openapi/operations.ts'

const picture = quadrants(300, 200)
const photo = await new Bun.Image(picture).jpeg().bytes()
const files = { 'a.png': picture }

const service = sharedApp({ files })
const ask = (path: string, headers: Record<string, string> = {}) =>
  service().ask(`GET ${path}`, { headers })

test.each([
  'width=60&height=60&fit=cover',
  'width=60&height=60&fit=pad&background=aabbcc&format=bmp',
  'width=60&palette=spectra6&dither=atkinson',
  'palette=bw',
  'width=30&height=30&fit=cover&format=jpeg&quality=50',
])('the address in JSON gives the same as asked for: %s', async (query) => {
  const { url } = await dataOf(await ask(`/api/images/random?${query}`))
  const there = await ask(String(url))
  expect(there.status).toBe(200)
  const sent = await ask(`/api/images/random?${query}&as=image`)
  expect(await there.bytes()).toEqual(await sent.bytes())
  for (const name of ['etag', 'content-type']) {
    expect(there.headers.get(name)).toBe(sent.headers.get(name) ?? '')
  }
  expect(sent.headers.get('content-location')).toBe(String(url))
})

test('each way to make a rendition has an entity tag of its own', async () => {
  const palettes = ['bw', 'gray4', 'gray16', 'spectra6', 'acep7'].map((name) => `palette=${name}`)
  const ofPalettes = ['dither=atkinson', 'dither=none', 'format=bmp'].map(
    (each) => `palette=bw&${each}`,
  )
  const ofBoxes = ['fit=cover', 'fit=pad', 'fit=pad&background=ffffff', 'format=bmp', '']
  const queries = [
    ['', 'width=20', 'height=20', 'format=jpeg', 'quality=9'],
    [...ofBoxes, ...palettes, ...ofPalettes].map((each) => `width=60&height=60&${each}`),
  ].flat()
  const answers = await Promise.all(queries.map((query) => ask(`/uploads/a.png?${query}`)))
  expect(new Set(answers.map((answer) => answer.headers.get('etag'))).size).toBe(queries.length)
  for (const [index, answer] of answers.entries()) {
    const tag = answer.headers.get('etag') ?? ''
    const again = await ask(`/uploads/a.png?${queries[index]}`, { 'if-none-match': tag })
    expect(again.status).toBe(304)
  }
})

const jpeg = sharedApp({ files: { 'a.jpg': photo } })
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
])(
  'an Accept header that names one format alone: %s with "%s" gets %s',
  async (accept, query, mediaType) => {
    const answer = await jpeg().ask(`GET /api/images/random?${query}`, { headers: { accept } })
    expect(answer.headers.get('content-type')).toBe(mediaType)
    const there = await jpeg().ask(`GET ${answer.headers.get('content-location')}`)
    expect(there.headers.get('content-type')).toBe(mediaType)
    expect(await there.bytes()).toEqual(await answer.bytes())
  },
)

test.each(['jpeg', 'png', 'webp', 'bmp'])(
  'the document tells whether an Accept header of image/%s alone sets the format',
  async (format) => {
    const mediaType = `image/${format}`
    const headers = { accept: mediaType }
    const ofAnotherFormat = format === 'jpeg' ? service() : jpeg()
    const answer = await ofAnotherFormat.ask('GET /api/images/random', { headers })
    const { description } = document.paths['/api/images/random']?.['get'] ?? {}
    expect(answer.headers.get('content-type') === mediaType).toBe(
      description?.includes(`\`${mediaType}\``) === true,
    )
  },
)
