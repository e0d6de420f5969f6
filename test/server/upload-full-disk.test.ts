import { describe, expect, test } from 'bun:test'
import { contentOf } from '../support/collection.ts'
import { formOf } from '../support/app.ts'
import { beginUpload, formAround, uploadHead } from '../support/form.ts'
import { jpeg, picture } from '../support/pictures.ts'
import { lacks } from '../support/programs.ts'
import { openConnection } from '../support/raw-http.ts'
import { startOnDisk, type TestServer } from '../support/server.ts'

const megabyte = 1024 ** 2

/** The service on a small disk with one picture. */
async function serviceOnDisk(bytes: number) {
  const server = await startOnDisk(bytes, { 'old.jpg': picture('old') })
  const upload = (files: Record<string, Uint8Array>, folder?: string) =>
    server.admin('POST /api/upload', formOf(files, folder))
  return { ...server, upload }
}

async function expectFullDisk(status: number, text: string, server: TestServer) {
  expect(status).toBe(500)
  const { code, error } = JSON.parse(text)
  expect(code).toBe('FILE_SYSTEM_ERROR')
  expect(error).toStartWith('The disk is full.')
  expect(await contentOf(server.uploadsDir)).toEqual({ visible: ['old.jpg'], staged: [] })
  expect((await fetch(`${server.url}/api/health`)).status).toBe(200)
}

const large = (salt: string) => jpeg({ width: 4, height: 3, salt: salt.repeat(3 * megabyte) })
const fitting = { 'small.jpg': jpeg({ width: 4, height: 3, salt: 's'.repeat(megabyte) }) }

// Only a file system of its own can be filled, so this takes a mount.
describe.skipIf(lacks('mount'))('an upload for which the disk has no room', () => {
  test('leaves no file and no folder behind, and a smaller one succeeds after it', async () => {
    await using server = await serviceOnDisk(8 * megabyte)
    const files = Object.fromEntries(
      ['a', 'b', 'c', 'd'].map((salt) => [`${salt}.jpg`, large(salt)]),
    )
    const refused = await server.upload(files, 'trips/new')
    await expectFullDisk(refused.status, await refused.text(), server)

    expect((await server.upload(fitting, 'trips')).status).toBe(200)
    const { visible } = await contentOf(server.uploadsDir)
    expect(visible).toEqual(['old.jpg', 'trips', 'trips/small.jpg'])
    const served = await fetch(`${server.url}/uploads/trips/small.jpg`)
    expect(fitting['small.jpg'].equals(await served.bytes())).toBe(true)
  })

  test('is answered in JSON, with no reset, when the client has far more to send', async () => {
    await using server = await serviceOnDisk(4 * megabyte)
    const { cookie } = await server.login()
    const { before, after } = formAround('huge.jpg')
    const filling = Buffer.alloc(megabyte)
    const begin = picture('huge')
    using connection = await openConnection(server.url)
    const length = before.length + begin.length + 60 * megabyte + after.length
    connection.write(uploadHead(cookie, length))
    connection.write(Buffer.concat([before, begin]))
    for (let sent = 0; sent < 60; sent += 1) connection.write(filling)
    connection.write(after)
    const { status, body } = await connection.answer()
    await expectFullDisk(status, body.toString(), server)
    // The connection is still good for another request.
    connection.write('GET /api/health HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n')
    await connection.ended
    expect((await connection.answer()).body.toString()).toContain('HTTP/1.1 200 OK')
  })

  test('leaves one that is under way at the same time to its own fate', async () => {
    await using server = await serviceOnDisk(4 * megabyte)
    const { cookie } = await server.login()
    using patient = await beginUpload(server.url, { content: picture('patient'), cookie })
    const refused = await server.upload({ 'a.jpg': large('a'), 'b.jpg': large('b') })
    expect(refused.status).toBe(500)
    expect((await patient.finish()).status).toBe(200)
    const { visible } = await contentOf(server.uploadsDir)
    expect(visible).toEqual(['old.jpg', 'slow.jpg'])
  })
})
