import { afterAll, beforeAll, expect, test } from 'bun:test'
import { readFile } from 'node:fs/promises'
import { formOf } from '../support/app.ts'
import { form, uploadHead } from '../support/form.ts'
import { invite, sendAsGuest } from '../support/inviting.ts'
import { jpeg, picture } from '../support/pictures.ts'
import { openConnection } from '../support/raw-http.ts'
import { eventually, startServer, type TestServer } from '../support/server.ts'

let server: TestServer
beforeAll(async () => {
  server = await startServer()
})
afterAll(() => server[Symbol.asyncDispose]())

/** A picture of another size for each number. */
function numbered(number: number) {
  const content = jpeg({ width: 4, height: 3, salt: 'x'.repeat(100_000 + number) })
  return { content, body: form(`${number}.jpg`, content) }
}

/** Begins to send pictures. They are cut off once they have been idle for long, which makes room too. */
async function stall(cookie: string, count: number, connections: DisposableStack) {
  const sending = []
  for (let number = 0; number < count; number += 1) {
    const { body, content } = numbered(number)
    const connection = connections.use(await openConnection(server.url))
    connection.write(uploadHead(cookie, body.length))
    connection.write(body.subarray(0, body.length / 2))
    sending.push({ connection, content, rest: body.subarray(body.length / 2) })
  }
  return sending
}

const upload = async (name: string) =>
  (await server.admin('POST /api/upload', formOf({ [name]: picture(name) }))).status

test('uploads that stall keep no other from its place, and are stored once they go on', async () => {
  const { cookie } = await server.login()
  using connections = new DisposableStack()
  const sending = await stall(cookie, 40, connections)
  expect(await upload('beside.jpg')).toBe(200)
  for (const { connection, rest } of sending) connection.write(rest)
  for (const [number, { connection, content }] of sending.entries()) {
    expect((await connection.answer()).status).toBe(200)
    expect((await readFile(server.at(`${number}.jpg`))).equals(content)).toBe(true)
  }
  expect(await server.staged()).toEqual([])
}, 180_000)

test('guests who stall, from wherever, keep out neither an admin nor guests of another invitation', async () => {
  const { token } = await invite(server, { folder: 'party' })
  const another = await invite(server, { folder: 'party' })
  using connections = new DisposableStack()
  const begin = async (number: number) => {
    const { body } = numbered(number)
    const connection = connections.use(await openConnection(server.url, `127.0.1.${number + 1}`))
    const head = uploadHead('', body.length)
      .replace('frame.example', '127.0.0.1')
      .replace(/Cookie: .*/, `Authorization: Bearer ${token}`)
    connection.write(head)
    connection.write(body.subarray(0, body.length / 2))
    return connection
  }
  const stalled = await Promise.all(Array.from({ length: 60 }, (_, number) => begin(number)))
  for (let round = 0; round < 5; round += 1) {
    expect(await upload(`admin ${round}.jpg`)).toBe(200)
    const files = { [`guest ${round}.jpg`]: picture(`guest ${round}`) }
    expect((await sendAsGuest(server, another.token, files)).status).toBe(200)
  }
  const refused = await Promise.race(stalled.map((connection) => connection.answer()))
  expect(refused.status).toBe(503)
}, 180_000)

test('of more uploads that stall than may, those that stall longest are given up', async () => {
  const { cookie } = await server.login()
  using connections = new DisposableStack()
  const first = await stall(cookie, 40, connections)
  expect(await upload('after the first.jpg')).toBe(200)
  const second = await stall(cookie, 40, connections)
  expect(await upload('after the second.jpg')).toBe(200)
  for (const { connection, rest } of second) connection.write(rest)
  for (const { connection } of second) expect((await connection.answer()).status).toBe(200)
  const answers = first.slice(0, 20).map(({ connection }) => connection.answer())
  for (const { status } of await Promise.all(answers)) expect(status).toBe(503)
  for (const { connection } of first.slice(20)) connection[Symbol.dispose]()
  await eventually(async () => (await server.staged()).length === 0)
}, 180_000)
