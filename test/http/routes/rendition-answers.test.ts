import { expect, test } from 'bun:test'
import * as fc from 'fast-check'
import { utimes, writeFile, rm } from 'node:fs/promises'
import { byteRangeOf } from '../../../src/http/response/preconditions.ts'
import { expectFailed, openApp } from '../../support/app.ts'
import { gif, jpeg, png, webp } from '../../support/pictures.ts'
import { noise, quadrants } from '../../support/pixels.ts'

const files = { 'a.png': quadrants(60, 40) }

test('two pictures never share an ETag, whatever they have in common', async () => {
  await using service = await openApp({ files: { 'a.png': noise(8, 8), 'b.png': noise(8, 8) } })
  const time = new Date(1_700_000_000_000)
  for (const name of ['a.png', 'b.png']) await utimes(service.at(name), time, time)
  service.passTime()
  const tag = async (name: string) =>
    (await service.ask(`GET /uploads/${name}?width=4`)).headers.get('etag')
  expect(await tag('a.png')).not.toBe(await tag('b.png'))
})

test('a replaced or deleted picture is not served from the cache', async () => {
  await using service = await openApp({ files })
  const ask = () => service.ask('GET /uploads/a.png?width=20')
  const before = await (await ask()).bytes()
  await writeFile(service.at('a.png'), noise(60, 40))
  service.passTime()
  const after = await ask()
  expect(Buffer.from(await after.bytes()).equals(before)).toBeFalse()
  await rm(service.at('a.png'))
  service.passTime()
  expect((await ask()).status).toBe(404)
})

const huge = { width: 9000, height: 6000 }

test.each([
  ['a JPEG of 204 megapixels', 'a.jpg', jpeg({ width: 17_000, height: 12_000 })],
  ['a PNG of 54 megapixels', 'a.png', png(huge)],
  ['a WebP of 54 megapixels', 'a.webp', webp(huge)],
  ['a GIF of 54 megapixels', 'a.gif', gif(huge)],
  ['a JPEG that ends early', 'a.jpg', jpeg({ width: 40, height: 30 })],
  ['a PNG that ends early', 'a.png', files['a.png'].subarray(0, 60)],
  ['a GIF without a picture', 'a.gif', gif({ width: 4, height: 3 })],
  ['a PNG of text', 'a.png', Buffer.from('text')],
  ['a GIF of nothing', 'a.gif', Buffer.alloc(0)],
  ['a WebP without a picture', 'a.webp', webp({ width: 4, height: 3 })],
])('%s is not scaled, and still there as it is', async (_, name, content) => {
  await using service = await openApp({ files: { [name]: content } })
  const answer = await service.ask(`GET /uploads/${name}?width=20`)
  await expectFailed(answer, 'INVALID_REQUEST')
  expect((await service.ask(`GET /uploads/${name}`)).status).toBe(200)
})

test('a part of a rendition is that part of the whole', async () => {
  await using service = await openApp({ files })
  const ask = (headers: Record<string, string>) =>
    service.ask('GET /uploads/a.png?width=20', { headers })
  const whole = await ask({})
  const [bytes, etag] = [await whole.bytes(), whole.headers.get('etag') ?? '']
  const size = bytes.length
  for (const [range, first, last] of [
    ['bytes=0-9', 0, 9],
    ['bytes=5-', 5, size - 1],
    ['bytes=-7', size - 7, size - 1],
    [`bytes=3-${size + 100}`, 3, size - 1],
    [`bytes=-${size + 100}`, 0, size - 1],
  ] as const) {
    const answer = await ask({ Range: range, 'If-Range': etag })
    expect(answer.status).toBe(206)
    expect(answer.headers.get('content-range')).toBe(`bytes ${first}-${last}/${size}`)
    expect(answer.headers.get('content-length')).toBe(String(last - first + 1))
    expect(answer.headers.get('etag')).toBe(etag)
    expect(await answer.bytes()).toEqual(bytes.subarray(first, last + 1))
  }
  for (const range of [`bytes=${size}-`, 'bytes=-0']) {
    const answer = await ask({ Range: range })
    expect(answer.status).toBe(416)
    expect(answer.headers.get('content-range')).toBe(`bytes */${size}`)
  }
  for (const headers of [
    { Range: 'bytes=0-1,4-5' },
    { Range: 'bytes=9-3' },
    { Range: 'bytes=-' },
    { Range: 'pixels=0-9' },
    { Range: 'bytes=0-9', 'If-Range': '"another"' },
  ]) {
    const answer = await ask(headers)
    expect(answer.status).toBe(200)
    expect(await answer.bytes()).toEqual(bytes)
  }
})

test('a part lies within the body, whatever is asked for', () => {
  const number = fc.oneof(
    fc.constant(''),
    fc.nat(300).map(String),
    fc.bigInt({ min: 0n }).map(String),
  )
  fc.assert(
    fc.property(number, number, fc.nat(200), (from, to, size) => {
      const part = byteRangeOf(new Headers({ Range: `bytes=${from}-${to}` }), size, { ETag: '"x"' })
      if (part === undefined || part === 'none') return
      expect(part.first).toBeGreaterThanOrEqual(0)
      expect(part.last).toBeGreaterThanOrEqual(part.first)
      expect(part.last).toBeLessThan(size)
    }),
    { seed: 1, numRuns: 2000 },
  )
})
