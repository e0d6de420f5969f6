import { expect, test } from 'bun:test'
import { picture } from '../support/pictures.ts'
import { openConnection } from '../support/raw-http.ts'
import { startServer } from '../support/server.ts'

test('the log is silent about ordinary requests, and a client that goes away while a picture is sent', async () => {
  const large = Buffer.concat([picture('large'), Buffer.alloc(16 * 1024 ** 2)])
  const files = { 'beach.jpg': picture('beach'), 'large.jpg': large }
  await using server = await startServer({ files })
  for (const path of [
    '/api/folders',
    '/api/images/random',
    '/uploads/beach.jpg',
    '/uploads/none?x',
  ]) {
    await fetch(`${server.url}${path}`)
  }
  using connection = await openConnection(server.url)
  connection.write('GET /uploads/large.jpg HTTP/1.1\r\nHost: a\r\n\r\n')
  await connection.arrived()
  connection.breakOff()
  await connection.ended
  expect((await fetch(`${server.url}/api/health`)).status).toBe(200)
  expect(await server.stop()).toBe(0)
  expect(server.log()).toHaveLength(2)
  expect(server.stderr()).toBe('')
})
