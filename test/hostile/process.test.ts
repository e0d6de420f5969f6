import { afterAll, beforeAll, expect, test } from 'bun:test'
import { exchange } from '../support/raw-http.ts'
import { startServer, type TestServer } from '../support/server.ts'
import { judge, preparePlace, secret } from './place.ts'
import { tricks } from './tricks.ts'

let place: Awaited<ReturnType<typeof preparePlace>>
let server: TestServer
beforeAll(async () => {
  place = await preparePlace()
  server = await startServer({ env: { UPLOADS_DIR: place.uploadsDir } })
})
afterAll(async () => {
  await server[Symbol.asyncDispose]()
  await place[Symbol.asyncDispose]()
})

/** One line as it stands, in UTF-8; a line break would end it and begin another. */
async function ask(line: string) {
  const target = line.toWellFormed().replace(/[\r\n ]/g, encodeURIComponent)
  const request = `GET ${target} HTTP/1.1\r\nHost: frame.example\r\nConnection: close\r\n\r\n`
  return exchange(server.url, request)
}

const above = ['/uploads/', '/uploads/trips/../', '/', '//', '/api/', '/api/folders?path=', '/%2e/']

test.each(above)('%s and a path as no client would send it tells nothing', async (prefix) => {
  const all = place.fingerprint()
  for (const trick of tricks) {
    const answer = await ask(prefix + trick)
    // What Bun refuses itself has no body.
    if (answer.body.length === 0) expect([400, 431, 505]).toContain(answer.status)
    else await judge({ ...answer, bytes: async () => answer.body }, place.path)
  }
  expect(place.fingerprint()).toEqual(all)
  expect((await ask('/uploads/a.jpg')).status).toBe(200)
})

test.each([
  '*',
  'http://frame.example/uploads/..%2fsecret.jpg',
  'file:///etc/passwd',
  'a.jpg',
  '\\',
])('the target %j does not either', async (target) => {
  const answer = await ask(target)
  expect(answer.status).toBeLessThan(500)
  expect(answer.body.includes(secret)).toBeFalse()
  expect(answer.body.includes('root:')).toBeFalse()
  expect((await ask('/api/health')).status).toBe(200)
})

test('nothing of it is a failure of the service', () => {
  expect(server.log().filter((line) => line.includes(' error '))).toEqual([])
})
