import { afterAll, beforeAll, expect, test } from 'bun:test'
import { exchange, openConnection } from '../support/raw-http.ts'
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

const stalls = [
  '',
  'G',
  'GET /api/folders HTTP/1.1\r\nHost: frame',
  'GET /api/folders HTTP/1.1\r\nHost: frame.example\r\nCookie: session=',
  'POST /api/auth/login HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nContent-Length: 50\r\n\r\n{"p',
  'POST /api/upload HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nab',
]

test('800 connections that stall keep nobody waiting', async () => {
  const connections = await Promise.all(
    Array.from({ length: 800 }, () => openConnection(server.url)),
  )
  try {
    for (const [index, connection] of connections.entries()) {
      connection.write(stalls[index % stalls.length] ?? '')
    }
    for (const target of ['/api/health', '/api/folders', '/uploads/a.jpg', '/']) {
      expect((await ask(target)).status).toBe(200)
    }
    expect((await server.login()).status).toBe(200)
  } finally {
    for (const connection of connections) connection.breakOff()
  }
  expect((await ask('/api/health')).status).toBe(200)
})

test('nothing of it is a failure of the service', () => {
  expect(server.log().filter((line) => line.includes(' error '))).toEqual([])
})
