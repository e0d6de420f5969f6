import { describe, expect, test } from 'bun:test'
import { readdir, rename, writeFile } from 'node:fs/promises'
import { form, formAround, uploadHead } from '../support/form.ts'
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

  test('names the client behind a trusted proxy, on one line whatever the header holds', async () => {
    await using server = await startServer({ env: { TRUST_PROXY: 'on' } })
    for (const forwarded of ['198.51.100.7', '192.0.2.1, 198.51.100.8', 'x error forged']) {
      await fetch(`${server.url}/api/auth/login`, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json', 'X-Forwarded-For': forwarded },
        body: '{"password":"wrong"}',
      })
    }
    await server.stop()
    expect(server.log().map((line) => line.slice(25))).toEqual([
      'warn login failed from 198.51.100.7',
      'warn login failed from 198.51.100.8',
      'warn login failed from 127.0.0.1',
      'info SIGTERM: stopping',
      'info stopped',
    ])
  })

  test('has the cause of each 500, which the answer has not', async () => {
    await using server = await startServer({ files })
    const gone = `${server.uploadsDir}-gone`
    await rename(server.uploadsDir, gone)
    // Until then the service may answer from memory.
    await eventually(async () => (await fetch(`${server.url}/api/folders`)).status === 500)
    const answer = await fetch(`${server.url}/api/folders`)
    const { code, error } = JSON.parse(await answer.text())
    expect(code).toBe('FILE_SYSTEM_ERROR')
    expect(error).not.toContain(server.uploadsDir)
    await rename(gone, server.uploadsDir)
    await server.stop()
    const failures = server.log().filter((line) => line.includes(' error '))
    expect(failures).toHaveLength(2)
    for (const line of failures) {
      expect(line).toMatch(
        new RegExp(`^${time} error GET /api/folders FILE_SYSTEM_ERROR: .*cause: .*ENOENT`),
      )
      expect(line).toContain(server.uploadsDir)
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

  test('has a line for every request with LOG_LEVEL=debug, with the code of a refused one', async () => {
    await using server = await startServer({ files, env: { LOG_LEVEL: 'debug' } })
    for (const path of ordinary) await fetch(`${server.url}${path}`)
    await server.login('a wrong guess')
    await fetch(`${server.url}/api/nothing`)
    await fetch(`${server.url}/api/folders`, { method: 'PUT' })
    await server.stop()
    const requests = server.log().filter((line) => line.includes(' debug '))
    expect(
      requests.map(
        (line) =>
          line
            .slice(25)
            .replace(/ \d+ ms/, '')
            .split(':')[0],
      ),
    ).toEqual([
      'debug GET /api/folders 200',
      'debug GET /api/images/random 200 image "beach.jpg"',
      'debug GET /uploads/beach.jpg 200 image "beach.jpg"',
      'debug GET /uploads/none.jpg?x=1 404 IMAGE_NOT_FOUND',
      'debug POST /api/auth/login 401 AUTHENTICATION_FAILED',
      'debug GET /api/nothing 404 NOT_FOUND',
      'debug PUT /api/folders 405 METHOD_NOT_ALLOWED',
    ])
    expect(server.stdout()).not.toContain('a wrong guess')
  })
})

describe('a client that goes away in the middle of an upload', () => {
  test('leaves nothing on the disk, and no error in the log', async () => {
    await using server = await startServer()
    const { cookie } = await server.login()
    const { before } = formAround('half.jpg')
    for (const round of [1, 2, 3]) {
      using connection = await openConnection(server.url)
      connection.write(uploadHead(cookie, 1024 ** 2))
      connection.write(Buffer.concat([before, picture(round), Buffer.alloc(300_000)]))
      await eventually(async () => (await server.staged()).length === 1)
      connection.breakOff()
      await eventually(async () => (await server.staged()).length === 0)
    }
    expect(await readdir(server.uploadsDir)).toEqual(['.photo-frame'])
    await server.stop()
    expect(server.log()).toHaveLength(2)
    expect(server.stderr()).toBe('')
  })

  test('does not hinder the next one', async () => {
    await using server = await startServer({ files })
    const { cookie } = await server.login()
    const body = form('next.jpg', picture('next'))
    using broken = await openConnection(server.url)
    broken.write(uploadHead(cookie, body.length))
    broken.write(body.subarray(0, 20))
    broken.breakOff()
    using whole = await openConnection(server.url)
    whole.write(uploadHead(cookie, body.length))
    whole.write(body)
    expect((await whole.answer()).status).toBe(200)
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
