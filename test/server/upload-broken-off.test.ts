import { expect, test } from 'bun:test'
import { contentOf } from '../support/collection.ts'
import { formOf } from '../support/app.ts'
import { form, uploadHead } from '../support/form.ts'
import { jpeg, picture } from '../support/pictures.ts'
import { openConnection } from '../support/raw-http.ts'
import { eventually, startServer, type TestServer } from '../support/server.ts'

const megabyte = 1024 ** 2
const nothing = { visible: [], staged: [] }

const upload = async ({ admin }: TestServer) =>
  (await admin('POST /api/upload', formOf({ 'a.jpg': picture('a') }, 'trips'))).status

test('a client that goes away half way leaves nothing, and is no error in the log', async () => {
  await using server = await startServer({ env: { LOG_LEVEL: 'debug' } })
  const { cookie } = await server.login()
  const body = form('slow.jpg', jpeg({ width: 4, height: 3, salt: 'x'.repeat(megabyte) }))
  for (const half of [300, body.length / 2, body.length - 10]) {
    using connection = await openConnection(server.url)
    connection.write(uploadHead(cookie, body.length))
    connection.write(body.subarray(0, half))
    await eventually(async () => (await server.staged()).length === 1)
    connection.breakOff()
    await eventually(async () => (await server.staged()).length === 0)
  }
  expect(await contentOf(server.uploadsDir)).toEqual(nothing)
  expect(await upload(server)).toBe(200)
  expect(server.log().filter((line) => / (error|warn) /.test(line))).toEqual([])
  expect(server.stderr()).toBe('')
})

test('many that go away at once leave nothing either', async () => {
  await using server = await startServer()
  const { cookie } = await server.login()
  const body = form('slow.jpg', jpeg({ width: 4, height: 3, salt: 'x'.repeat(megabyte) }))
  const connections = await Promise.all(
    Array.from({ length: 40 }, () => openConnection(server.url)),
  )
  for (const connection of connections) {
    connection.write(uploadHead(cookie, body.length))
    connection.write(body.subarray(0, body.length / 2))
  }
  // The others wait for their turn.
  await eventually(async () => (await server.staged()).length === 8)
  for (const connection of connections) connection.breakOff()
  expect(await upload(server)).toBe(200)
  await eventually(async () => (await server.staged()).length === 0)
  expect((await contentOf(server.uploadsDir)).visible).toEqual(['trips', 'trips/a.jpg'])
  expect(server.stdout()).not.toContain(' error ')
})
