import { describe, expect, test } from 'bun:test'
import { readdir, readFile } from 'node:fs/promises'
import { beginUpload } from '../support/form.ts'
import { blackPng } from '../support/bombs.ts'
import { jpeg, picture } from '../support/pictures.ts'
import { formOf } from '../support/question.ts'
import { openConnection } from '../support/raw-http.ts'
import { temporaryFolder } from '../support/temporary.ts'
import { eventually, startServer, type TestServer } from '../support/server.ts'

const slow = jpeg({ width: 4, height: 3, salt: 'x'.repeat(1024 ** 2) })
const large = jpeg({ width: 4, height: 3, salt: 'x'.repeat(32 * 1024 ** 2) })

/** An upload of which the service has received a half. */
async function halfAnUpload(server: TestServer) {
  const { cookie } = await server.login()
  const upload = await beginUpload(server.url, { content: slow, cookie })
  await eventually(async () => (await server.staged()).length === 1)
  return upload
}

/** A reader of a large picture, who has taken the beginning of it. */
async function halfADownload(server: TestServer) {
  const reader = await openConnection(server.url)
  reader.write('GET /uploads/large.jpg HTTP/1.1\r\nHost: a\r\n\r\n')
  await reader.arrived()
  reader.pause()
  return reader
}

describe.each(['SIGTERM', 'SIGINT'] as const)('%s', (signal) => {
  test('ends an idle service with exit status 0, also beside a connection that is kept open', async () => {
    await using server = await startServer()
    using used = await openConnection(server.url)
    used.write('GET /api/health HTTP/1.1\r\nHost: a\r\n\r\n')
    await used.answer()
    expect(await server.stop(signal)).toBe(0)
    await used.ended
    expect(server.log().map((line) => line.slice(25))).toEqual([
      `info ${signal}: stopping`,
      'info stopped',
    ])
    expect(server.stderr()).toBe('')
  })

  test('lets in nothing new, and what is in flight finish, whatever signal comes next', async () => {
    await using server = await startServer({ files: { 'large.jpg': large } })
    using upload = await halfAnUpload(server)
    using reader = await halfADownload(server)
    server.signal(signal)
    await server.logged(/stopping/)
    await expect(fetch(`${server.url}/api/health`, { keepalive: false })).rejects.toThrow()
    server.signal('SIGINT')
    const answer = await upload.finish()
    expect(answer.status).toBe(200)
    expect(JSON.parse(answer.body.toString()).data.totalFiles).toBe(1)
    reader.goOn()
    expect((await reader.answer()).body.equals(large)).toBe(true)
    expect(await server.exited).toBe(0)
    expect((await readFile(server.at('slow.jpg'))).equals(slow)).toBe(true)
    expect(await server.staged()).toEqual([])
  })
})

describe('a system that kills what has not ended 10 s after its signal has nothing to kill', () => {
  /** Stops the service as Docker does, and gives its exit status. */
  const stopLikeDocker = async (server: TestServer) => {
    server.signal('SIGTERM')
    const kill = Bun.sleep(10_000).then(() => server.stop('SIGKILL'))
    return Promise.race([server.exited, kill])
  }

  test('while uploads stall and a picture is not taken, and what was stored stays', async () => {
    await using server = await startServer({ files: { 'large.jpg': large } })
    const names = Array.from({ length: 20 }, (_, index) => `${index}.jpg`)
    await Promise.all(
      names.map((name) => server.told('POST /api/upload', formOf({ [name]: picture(name) }))),
    )
    using upload = await halfAnUpload(server)
    using _ = await halfADownload(server)
    expect(await stopLikeDocker(server)).toBe(0)
    await upload.ended
    expect(await server.staged()).toEqual([])
    const left = await readdir(server.uploadsDir)
    expect(left.toSorted()).toEqual(['.photo-frame', ...names, 'large.jpg'].toSorted())
  }, 30_000)

  test('while pictures are scaled, which a later start scales', async () => {
    await using folder = await temporaryFolder()
    const env = { UPLOADS_DIR: folder.path }
    const names = ['a.png', 'b.png', 'c.png']
    const files = Object.fromEntries(names.map((name) => [name, blackPng(8000, 5000)]))
    const journal = Bun.file(`${folder.path}/.photo-frame/decoding.table`)
    {
      await using server = await startServer({ files, env })
      const asked = names.flatMap((name) =>
        [6000, 6500, 7000].map((width) => fetch(`${server.url}/uploads/${name}?width=${width}`)),
      )
      for (const answer of asked) void answer.catch(() => undefined)
      while (!(await journal.text().catch(() => '')).includes('.png')) await Bun.sleep(1)
      expect(await stopLikeDocker(server)).toBe(0)
    }
    await using server = await startServer({ env })
    for (const name of names) {
      expect((await fetch(`${server.url}/uploads/${name}?width=30`)).status).toBe(200)
    }
    expect(await server.staged()).toEqual([])
  }, 60_000)
})
