import { afterAll, beforeAll, expect, test } from 'bun:test'
import { readFile } from 'node:fs/promises'
import { formOf } from '../support/app.ts'
import { form, uploadHead } from '../support/form.ts'
import { jpeg, picture } from '../support/pictures.ts'
import { openConnection } from '../support/raw-http.ts'
import { startServer, type TestServer } from '../support/server.ts'

let server: TestServer
beforeAll(async () => {
  server = await startServer()
})
afterAll(() => server[Symbol.asyncDispose]())

/** More than there are places, each of another size. */
const stalled = Array.from({ length: 40 }, (_, number) => {
  const content = jpeg({ width: 4, height: 3, salt: 'x'.repeat(100_000 + number) })
  return { content, body: form(`${number}.jpg`, content) }
})

test('uploads that stall keep no other from its place, and are stored once they go on', async () => {
  const { cookie } = await server.login()
  using connections = new DisposableStack()
  const sending = []
  for (const { body, content } of stalled) {
    const connection = connections.use(await openConnection(server.url))
    connection.write(uploadHead(cookie, body.length))
    connection.write(body.subarray(0, body.length / 2))
    sending.push({ connection, content, rest: body.subarray(body.length / 2) })
  }
  const files = { 'beside.jpg': picture('beside') }
  const request = { method: 'POST', headers: { Cookie: cookie }, body: formOf(files) }
  expect((await fetch(`${server.url}/api/upload`, request)).status).toBe(200)
  // They are cut off once they have been idle for long, which would make room too.
  for (const { connection, rest } of sending) connection.write(rest)
  for (const [number, { connection, content }] of sending.entries()) {
    expect((await connection.answer()).status).toBe(200)
    expect((await readFile(server.at(`${number}.jpg`))).equals(content)).toBe(true)
  }
  expect(await server.staged()).toEqual([])
}, 180_000)
