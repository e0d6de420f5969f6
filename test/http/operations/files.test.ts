import { expect, test } from 'bun:test'
import { utimes, writeFile } from 'node:fs/promises'
import { expectFailed, openApp, type TestApp, sharedApp } from '../../support/app.ts'
import { gif, jpeg, picture, png, webp } from '../../support/pictures.ts'

const shape = { width: 4, height: 3 }
const photo = jpeg(shape)
const name = 'Ana & Tom #1 100%.jpg'
const files = { 'a.jpg': photo, [`trips/Été/${name}`]: picture('b'), 'notes.txt': Buffer.from('x') }

const shared = sharedApp({ files })
const header = (answer: Awaited<ReturnType<TestApp['ask']>>, field: string) =>
  answer.headers.get(field) ?? ''

test('a picture is sent as it is, with all that a browser has to know', async () => {
  const answer = await shared().ask('GET /uploads/a.jpg')
  expect(answer.status).toBe(200)
  expect(Object.fromEntries(answer.headers)).toMatchObject({
    'content-type': 'image/jpeg',
    'content-length': String(photo.length),
    etag: expect.stringMatching(/^"[^"]+"$/),
    'last-modified': expect.stringMatching(/^\w{3}, \d\d \w{3} \d{4} \d\d:\d\d:\d\d GMT$/),
    'cache-control': 'no-cache',
    'content-security-policy': "default-src 'none'; sandbox",
    'x-content-type-options': 'nosniff',
    'access-control-allow-origin': '*',
  })
  expect(Buffer.from(await answer.arrayBuffer()).equals(photo)).toBeTrue()
})

test('a picture is found under its path with each name percent-encoded, once', async () => {
  const path = ['trips', 'Été', name].map(encodeURIComponent).join('/')
  expect((await shared().ask(`GET /uploads/${path}`)).status).toBe(200)
  expect((await shared().ask(`GET /uploads/${encodeURIComponent(path)}`)).status).toBe(404)
})

test('a picture gets the type of its content, whatever its name says', async () => {
  const rows: [string, Uint8Array, string][] = [
    ['a.jpg', png(shape), 'image/png'],
    ['a.png', gif(shape), 'image/gif'],
    ['a.gif', webp(shape), 'image/webp'],
    ['a.webp', Buffer.from('<html><script>'), 'application/octet-stream'],
    ['b.jpg', Buffer.alloc(0), 'application/octet-stream'],
  ]
  await using service = await openApp({ files: Object.fromEntries(rows) })
  for (const [path, , type] of rows) {
    expect(header(await service.ask(`GET /uploads/${path}`), 'content-type')).toBe(type)
  }
})

const ask = async (headers: Record<string, string> = {}) =>
  shared().ask('GET /uploads/a.jpg', { headers })

test('a picture that the client has already is not sent again for its ETag', async () => {
  const etag = header(await ask(), 'etag')
  for (const tags of [etag, `W/${etag}`, `"other", ${etag}`, '*']) {
    const answer = await ask({ 'If-None-Match': tags })
    expect(answer.status).toBe(304)
    expect(await answer.text()).toBe('')
    expect(header(answer, 'etag')).toBe(etag)
    expect(header(answer, 'cache-control')).toBe('no-cache')
    expect(answer.headers.has('last-modified')).toBeTrue()
  }
  expect((await ask({ 'If-None-Match': '"other"' })).status).toBe(200)
})

test('a picture that the client has already is not sent again for its time, unless its ETag is another', async () => {
  const whole = await ask()
  const [etag, modified] = [header(whole, 'etag'), header(whole, 'last-modified')]
  const plus = (ms: number) => new Date(Date.parse(modified) + ms).toUTCString()
  for (const [since, status, tag] of [
    [modified, 304],
    [plus(60_000), 304],
    [plus(-1000), 200],
    ['long ago', 200],
    [modified, 200, '"other"'],
    [plus(-1000), 304, etag],
  ] as const) {
    const known = tag === undefined ? {} : { 'If-None-Match': tag }
    expect((await ask({ 'If-Modified-Since': since, ...known })).status).toBe(status)
  }
})

test('a picture that the client has already is sent again when it was replaced, and one of the future is as new as the answer', async () => {
  await using service = await openApp({ files })
  const again = async (tag = '') =>
    service.ask('GET /uploads/a.jpg', { headers: { 'If-None-Match': tag } })
  const etag = header(await again(), 'etag')
  await writeFile(service.at('a.jpg'), picture('another one'))
  await utimes(service.at('a.jpg'), 4e9, 4e9)
  service.passTime()
  const answer = await again(etag)
  expect(answer.status).toBe(200)
  expect(header(answer, 'etag')).not.toBe(etag)
  const now = new Date(service.collection.parts.clock()).toUTCString()
  expect(header(answer, 'last-modified')).toBe(now)
  await utimes(service.at('a.jpg'), 1e9, 1e9)
  expect(header(await again(), 'last-modified')).toBe('Sun, 09 Sep 2001 01:46:40 GMT')
})

test('an address that names no image of the collection is answered with 404', async () => {
  const wrong = ['', 'nothing.jpg', 'trips', 'trips/', 'A.jpg', 'a.jpg/x', '%', '%ff.jpg']
  for (const path of [...wrong, 'a.jpg%00']) {
    await expectFailed(await shared().ask(`GET /uploads/${path}`), 'IMAGE_NOT_FOUND')
  }
})
