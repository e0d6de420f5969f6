import { describe, expect, test } from 'bun:test'
import { writeFile } from 'node:fs/promises'
import { picture } from '../support/pictures.ts'
import { openConnection } from '../support/raw-http.ts'
import { eventually, password, startServer } from '../support/server.ts'

const time = String.raw`\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z`
const files = { 'beach.jpg': picture('beach') }

describe('the log', () => {
  test('has one line with time and address for each failed login, and never a password', async () => {
    await using server = await startServer()
    expect((await server.login('a wrong guess')).status).toBe(401)
    expect((await server.login('another guess')).status).toBe(401)
    expect((await server.login()).status).toBe(200)
    await server.stop()
    const failed = new RegExp(`^${time} warn login failed from 127\\.0\\.0\\.1$`)
    const lines = server.log().filter((line) => line.includes('login'))
    expect(lines).toEqual([expect.stringMatching(failed), expect.stringMatching(failed)])
    for (const secret of ['a wrong guess', 'another guess', password]) {
      expect(server.stdout() + server.stderr()).not.toContain(secret)
    }
  })

  const ordinary = [
    '/api/folders',
    '/api/images/random',
    '/uploads/beach.jpg',
    '/uploads/none.jpg?x=1',
  ]

  test('is silent about ordinary requests', async () => {
    await using server = await startServer({ files })
    for (const path of ordinary) await fetch(`${server.url}${path}`)
    await server.stop()
    expect(server.log()).toHaveLength(2)
    expect(server.stderr()).toBe('')
  })
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
