import { expect, test } from 'bun:test'
import * as fc from 'fast-check'
import { utimes, writeFile, rm } from 'node:fs/promises'
import { byteRangeOf } from '../../../src/http/response/preconditions.ts'
import { openApp } from '../../support/app.ts'
import { noise, quadrants } from '../../support/pixels.ts'

const whole = quadrants(60, 40)

test('two pictures never share an ETag, and one that is replaced or deleted comes from no cache', async () => {
  await using service = await openApp({ files: { 'a.png': noise(8, 8), 'b.png': noise(8, 8) } })
  const time = new Date(1_700_000_000_000)
  for (const name of ['a.png', 'b.png']) await utimes(service.at(name), time, time)
  service.passTime()
  const ask = (name: string) => service.ask(`GET /uploads/${name}?width=4`)
  const [before, other] = [await ask('a.png'), await ask('b.png')]
  expect(before.headers.get('etag')).not.toBe(other.headers.get('etag'))
  await writeFile(service.at('a.png'), quadrants(8, 8))
  service.passTime()
  expect(await (await ask('a.png')).bytes()).not.toEqual(await before.bytes())
  await rm(service.at('a.png'))
  service.passTime()
  expect((await ask('a.png')).status).toBe(404)
})

test('a part of a rendition is that part of the whole', async () => {
  await using service = await openApp({ files: { 'a.png': whole } })
  const ask = (headers: Record<string, string>) =>
    service.ask('GET /uploads/a.png?width=20', { headers })
  const all = await ask({})
  const [bytes, etag] = [await all.bytes(), all.headers.get('etag') ?? '']
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
