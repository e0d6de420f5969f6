import { expect, test } from 'bun:test'
import { writeFile } from 'node:fs/promises'
import { picture } from '../support/pictures.ts'
import { openConnection } from '../support/raw-http.ts'
import { eventually, startServer } from '../support/server.ts'

const files = { 'beach.jpg': picture('beach') }

const ordinary = [
  '/api/folders',
  '/api/images/random',
  '/uploads/beach.jpg',
  '/uploads/none.jpg?x=1',
]

test('the log is silent about ordinary requests', async () => {
  await using server = await startServer({ files })
  for (const path of ordinary) await fetch(`${server.url}${path}`)
  await server.stop()
  expect(server.log()).toHaveLength(2)
  expect(server.stderr()).toBe('')
})

test('a client that goes away while a picture is sent is no error', async () => {
  await using server = await startServer()
  const path = server.at('large.jpg')
  await writeFile(path, Buffer.concat([picture('large'), Buffer.alloc(16 * 1024 ** 2)]))
  const isThere = () => fetch(`${server.url}/uploads/large.jpg`, { method: 'HEAD' })
  await eventually(async () => (await isThere()).ok)
  using connection = await openConnection(server.url)
  connection.write('GET /uploads/large.jpg HTTP/1.1\r\nHost: a\r\n\r\n')
  await connection.arrived()
  connection.breakOff()
  await connection.ended
  expect((await fetch(`${server.url}/api/health`)).status).toBe(200)
  expect(await server.stop()).toBe(0)
  expect(server.log()).toHaveLength(2)
})
