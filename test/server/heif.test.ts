import { describe, expect, test } from 'bun:test'
import { chmod, readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { formOf } from '../support/app.ts'
import { encodeHeif, heifHeader, photo, size } from '../support/heif.ts'
import { quadrants } from '../support/pixels.ts'
import { lacks } from '../support/programs.ts'
import { eventually, startServer, type TestServer } from '../support/server.ts'
import { temporaryFolder } from '../support/temporary.ts'

const remedy = 'install the package libheif-examples and restart the service, or save it as JPEG'

const heic = heifHeader([size(40, 30)])

/** What the admin is told of pictures that can't be read. */
const admin = ({ told }: TestServer) => told('GET /api/admin')

/** The service with a decoder that is a script, which notes each run of it. */
async function startWith(script: string) {
  const folder = await temporaryFolder()
  const decoder = join(folder.path, 'decoder')
  const runs = join(folder.path, 'runs')
  await writeFile(decoder, `#!/bin/sh\necho $$ >> ${runs}\n${script}\n`)
  await chmod(decoder, 0o755)
  const cache = join(folder.path, 'cache')
  const env = { HEIF_DECODER: decoder, CACHE_DIR: cache }
  const server = await startServer({ env, files: { 'a.heic': heic, 'b.png': quadrants(40, 30) } })
  return {
    server,
    decoder,
    show: async (signal: AbortSignal | null = null) => {
      const answer = await fetch(`${server.url}/uploads/a.heic?width=20`, { signal })
      return { status: answer.status, text: await answer.text() }
    },
    runs: async () => (await readFile(runs, 'utf8').catch(() => '')).split('\n').slice(0, -1),
    left: () => readdir(join(cache, 'decoding')),
    [Symbol.asyncDispose]: async () => {
      await server[Symbol.asyncDispose]()
      await folder[Symbol.asyncDispose]()
    },
  }
}

/** The command line of a process; empty when it has ended. */
const commandOf = (id = '') => readFile(`/proc/${id}/cmdline`, 'utf8').catch(() => '')

async function expectEnd(signal: 'SIGTERM' | 'SIGKILL'): Promise<void> {
  await using opened = await startWith('exec sleep 4711')
  const shown = opened.show().catch(() => undefined)
  await eventually(async () => (await opened.runs()).length === 1)
  const [id] = await opened.runs()
  opened.server.signal(signal)
  await opened.server.exited
  await shown
  await eventually(async () => (await commandOf(id)) === '')
  if (signal === 'SIGTERM') expect(await opened.left()).toEqual([])
}

describe.concurrent('a decoder that', () => {
  test('dies harms nobody: the picture is passed over, named, and not tried again', async () => {
    await using opened = await startWith('kill -SEGV $$')
    const { server } = opened
    const refused = await opened.show()
    expect(refused.status).toBe(400)
    expect(refused.text).toContain('"The decoder of this device gives no picture of the file.')
    expect(await opened.show()).toEqual(refused)
    for (let turn = 0; turn < 4; turn += 1) {
      const answer = await fetch(`${server.url}/api/images/random?as=image&width=20`)
      expect(answer.headers.get('x-image-path')).toBe('b.png')
    }
    const { unreadable, heifDecoder } = await admin(server)
    expect(heifDecoder).toBe(opened.decoder)
    expect(unreadable).toEqual([{ path: 'a.heic', error: expect.stringContaining('decode') }])
    // One that fails is tried once more, before the answer.
    expect(await opened.runs()).toHaveLength(2)
    expect(await opened.left()).toEqual([])
  })

  test('hangs keeps nobody waiting for other pictures, and ends with who waits for it', async () => {
    await using opened = await startWith('exec sleep 4711')
    const gone = new AbortController()
    const waiting = opened.show(gone.signal).catch(() => 'gone')
    await eventually(async () => (await opened.runs()).length === 1)
    for (const width of [20, 30, 20]) {
      const other = fetch(`${opened.server.url}/uploads/b.png?width=${width}`)
      expect(await Promise.race([waiting, other])).toMatchObject({ status: 200 })
    }
    gone.abort()
    expect(await waiting).toBe('gone')
    const [id] = await opened.runs()
    await eventually(async () => (await commandOf(id)) === '')
    await eventually(async () => (await opened.left()).length === 0)
  })

  test('runs ends with the service', () => expectEnd('SIGTERM'), 30_000)
  test.skipIf(lacks('pdeathsig'))(
    'runs ends with a service that is killed',
    () => expectEnd('SIGKILL'),
    30_000,
  )
})

test('without a decoder a HEIC is listed, never dealt, refused where it is sent, and named with what to do', async () => {
  await using server = await startServer({
    env: { PATH: '/nonexistent' },
    files: { 'a.heic': heic, 'b.avif': heifHeader([size(4, 3)], ['avif']) },
  })
  await server.logged(new RegExp(`warn a\\.heic and 1 more: HEIC takes a decoder .*${remedy}`))
  const listing = await fetch(`${server.url}/api/folders`)
  expect(await listing.json()).toMatchObject({
    data: {
      images: [{ name: 'a.heic', dimensions: { width: 40, height: 30 } }, { name: 'b.avif' }],
    },
  })
  const dealt = await fetch(`${server.url}/api/images/random`)
  expect(dealt.status).toBe(404)
  const error = `HEIC takes a decoder that is missing: ${remedy}`
  expect(await dealt.json()).toMatchObject({ code: 'NO_IMAGES_AVAILABLE', error: `${error}.` })
  const { unreadable, heifDecoder } = await admin(server)
  expect(heifDecoder).toBeNull()
  expect(unreadable).toContainEqual({ path: 'a.heic', error })
  const original = await fetch(`${server.url}/uploads/a.heic`)
  expect(original.headers.get('content-type')).toBe('image/heic')
  expect(heic.equals(await original.bytes())).toBeTrue()
  expect((await fetch(`${server.url}/uploads/a.heic?width=20`)).status).toBe(400)
  expect(server.stdout().match(/takes a decoder/g)).toHaveLength(1)
  const files = { 'b.png': quadrants(4, 4), 'IMG_1.HEIC': heic }
  const answer = await server.admin('POST /api/upload', formOf(files))
  expect(answer.status).toBe(400)
  expect(await answer.json()).toMatchObject({
    code: 'INVALID_FILE_TYPE',
    error: `Nothing was stored: ${error}. See details.files.`,
    details: { files: [{ fileName: 'IMG_1.HEIC', reason: error }] },
  })
})

test.skipIf(lacks('libheif'))('a frame is given an address of a JPEG, or the JPEG', async () => {
  await using server = await startServer({
    files: { 'é.heic': await encodeHeif(await photo(), 'heic') },
  })
  const { heifDecoder } = await admin(server)
  expect(heifDecoder).toMatch(/\/heif-(dec|convert)$/)
  const dealt = await fetch(`${server.url}/api/images/random`)
  expect(await dealt.json()).toMatchObject({ data: { url: '/uploads/%C3%A9.heic?format=jpeg' } })
  for (const query of ['as=image', 'as=image&width=100&height=100', 'width=50&as=image']) {
    const answer = await fetch(`${server.url}/api/images/random?${query}`)
    expect(answer.headers.get('content-type')).toBe('image/jpeg')
    expect(answer.headers.get('content-location')).toContain('format=jpeg')
    expect((await answer.bytes()).subarray(0, 2)).toEqual(new Uint8Array([0xff, 0xd8]))
  }
  const sized = await fetch(`${server.url}/api/images/random?width=800&palette=bw`)
  expect(await sized.json()).toMatchObject({
    data: { url: '/uploads/%C3%A9.heic?width=800&palette=bw' },
  })
})
