import { describe, expect, test } from 'bun:test'
import { readdir, readFile } from 'node:fs/promises'
import { form, uploadHead } from '../support/form.ts'
import { jpeg, picture } from '../support/pictures.ts'
import { openConnection } from '../support/raw-http.ts'
import { eventually, startServer, type TestServer } from '../support/server.ts'

const slow = jpeg({ width: 4, height: 3, salt: 'x'.repeat(1024 ** 2) })
const body = form('slow.jpg', slow)
const half = body.length / 2

/** An upload of which the service has received a half. */
async function halfAnUpload(server: TestServer) {
  const { cookie } = await server.login()
  const connection = await openConnection(server.url)
  connection.write(uploadHead(cookie, body.length))
  connection.write(body.subarray(0, half))
  await eventually(async () => (await server.staged()).length === 1)
  return connection
}

describe.each(['SIGTERM', 'SIGINT'] as const)('%s', (signal) => {
  test('ends an idle service with exit status 0', async () => {
    await using server = await startServer()
    expect(await server.stop(signal)).toBe(0)
    expect(server.log().map((line) => line.slice(25))).toEqual([
      `info ${signal}: stopping`,
      'info stopped',
    ])
    expect(server.stderr()).toBe('')
  })

  test('lets an upload in flight finish, which then is stored', async () => {
    await using server = await startServer()
    using connection = await halfAnUpload(server)
    server.signal(signal)
    await server.logged(/stopping/)
    connection.write(body.subarray(half))
    const answer = await connection.answer()
    expect(answer.status).toBe(200)
    expect(JSON.parse(answer.body.toString()).data.totalFiles).toBe(1)
    expect(await server.exited).toBe(0)
    expect((await readFile(server.at('slow.jpg'))).equals(slow)).toBe(true)
    expect(await server.staged()).toEqual([])
  })
})

test('a picture that is being sent arrives whole', async () => {
  const large = jpeg({ width: 4, height: 3, salt: 'x'.repeat(32 * 1024 ** 2) })
  await using server = await startServer({ files: { 'large.jpg': large } })
  using connection = await openConnection(server.url)
  connection.write('GET /uploads/large.jpg HTTP/1.1\r\nHost: a\r\n\r\n')
  await connection.arrived()
  connection.pause()
  server.signal('SIGTERM')
  await server.logged(/stopping/)
  connection.goOn()
  expect((await connection.answer()).body.equals(large)).toBe(true)
  expect(await server.exited).toBe(0)
})

test('nothing new is accepted while requests in flight finish', async () => {
  await using server = await startServer({ files: { 'beach.jpg': picture('beach') } })
  using connection = await halfAnUpload(server)
  server.signal('SIGTERM')
  await server.logged(/stopping/)
  await expect(fetch(`${server.url}/api/health`, { keepalive: false })).rejects.toThrow()
  connection.write(body.subarray(half))
  expect((await connection.answer()).status).toBe(200)
})

test('a connection kept open for a next request holds nothing up', async () => {
  await using server = await startServer()
  using used = await openConnection(server.url)
  used.write('GET /api/health HTTP/1.1\r\nHost: a\r\n\r\n')
  await used.answer()
  expect(await server.stop()).toBe(0)
  await used.ended
})

test('an upload that stalls is cut off, and nothing half-written stays', async () => {
  await using server = await startServer()
  using connection = await halfAnUpload(server)
  expect(await server.stop()).toBe(0)
  await connection.ended
  expect(await server.staged()).toEqual([])
  expect(await readdir(server.uploadsDir)).toEqual(['.photo-frame'])
  expect(server.stdout()).not.toContain(' error ')
  expect(server.stderr()).toBe('')
}, 30_000)

test('a second signal does not disturb the first', async () => {
  await using server = await startServer()
  using connection = await halfAnUpload(server)
  server.signal('SIGTERM')
  await server.logged(/stopping/)
  server.signal('SIGINT')
  connection.write(body.subarray(half))
  expect((await connection.answer()).status).toBe(200)
  expect(await server.exited).toBe(0)
})
