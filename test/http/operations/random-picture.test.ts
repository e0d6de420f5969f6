import { expect, test } from 'bun:test'
import { expectFailed, openApp, sharedApp, type TestApp } from '../../support/app.ts'
import { jpeg as emptyJpeg } from '../../support/pictures.ts'
import { quadrants } from '../../support/pixels.ts'

const png = quadrants(60, 40)

const one = { 'a.png': png }
const shared = sharedApp({ files: one })
const ask = (service: TestApp, query = '', headers: Record<string, string> = {}) =>
  service.app.request(`/api/images/random${query}`, { headers }, {})
const typeOf = (answer: Response) => answer.headers.get('content-type')?.split(';')[0]

const img = 'image/avif,image/webp,image/apng,image/svg+xml,image/*,*/*;q=0.8'
const navigation =
  'text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,image/webp,*/*;q=0.8'
const preferring = [
  ['image/*', 'image/jpeg', 'IMAGE/PNG', img, navigation, 'image/*, application/json;q=0.9'],
  ['image/avif,image/webp,image/png,image/svg+xml,image/*;q=0.8,*/*;q=0.5'],
  ['image/*;q=0.5, */*;q=0.1', 'application/json;q=0.1, image/*;q=0.5, */*'],
].flat()
const others = [
  ['*/*', 'application/json', 'application/json, text/plain, */*', 'image/*, application/json'],
  ['image/*;q=0.5, application/json', 'image/*;q=0.5, application/*;q=0.6', 'image/*, */*'],
  ['image/*;q=0', 'image/*;q=0.1, */*', 'image/*;q=soon', ''],
  ['text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8'],
].flat()
test.each([...preferring, ...others])('by the Accept header: %s', async (accept) => {
  const type = preferring.includes(accept) ? 'image/png' : 'application/json'
  expect(typeOf(await ask(shared(), '', { accept }))).toBe(type)
})

test('no Accept header at all gets JSON, and "as" decides over it', async () => {
  expect(typeOf(await ask(shared()))).toBe('application/json')
  for (const accept of ['image/*', '*/*', 'application/json']) {
    expect(typeOf(await ask(shared(), '?as=json', { accept }))).toBe('application/json')
    expect(typeOf(await ask(shared(), '?as=image', { accept }))).toBe('image/png')
  }
})

test('a picture in one request comes with where it is, and is kept nowhere', async () => {
  await using service = await openApp({ files: { 'Été 2024/Ana & Tom #1.png': png } })
  const answer = await ask(service, '?as=image&width=30&format=jpeg&quality=50')
  const path = '%C3%89t%C3%A9%202024/Ana%20%26%20Tom%20%231.png'
  const bytes = await answer.bytes()
  expect(Object.fromEntries(answer.headers)).toMatchObject({
    'content-type': 'image/jpeg',
    'content-length': String(bytes.length),
    'content-location': `/uploads/${path}?width=30&format=jpeg&quality=50`,
    'cache-control': 'no-store',
    'x-image-path': path,
    'access-control-allow-origin': '*',
    'access-control-expose-headers': 'Content-Location, ETag, X-Image-Path',
    'x-content-type-options': 'nosniff',
  })
})

test('a picture in one request is the original where nothing else is asked for, however old it is', async () => {
  const since = new Date(Date.now() + 60_000).toUTCString()
  const answer = await ask(shared(), '?as=image', { 'if-modified-since': since })
  expect(answer.headers.get('content-location')).toBe('/uploads/a.png')
  expect(Buffer.from(await answer.bytes()).equals(png)).toBeTrue()
})

test.each([
  [{}, '?as=image', 'NO_IMAGES_AVAILABLE'],
  [one, '?as=image&folder=nothing', 'NO_IMAGES_AVAILABLE'],
  [{ 'a.jpg': emptyJpeg({ width: 9, height: 9 }) }, '?width=3', 'INVALID_REQUEST'],
] as const)('a picture in one request fails as JSON (%#)', async (files, query, code) => {
  await using service = await openApp({ files: { ...files } })
  const answer = await ask(service, query, { accept: 'image/*' })
  expect(typeOf(answer)).toBe('application/json')
  await expectFailed(answer, code)
})
