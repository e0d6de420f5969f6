import { describe, expect, test } from 'bun:test'
import { mkdir, readdir, symlink } from 'node:fs/promises'
import { join } from 'node:path'
import { beginUpload } from '../support/form.ts'
import { jpeg, picture } from '../support/pictures.ts'
import { contained, lacks } from '../support/programs.ts'
import {
  eventually,
  runToEnd,
  portTaken,
  startServer,
  tested,
  type TestServer,
} from '../support/server.ts'
import { folderWith, temporaryFolder } from '../support/temporary.ts'

const files = Object.fromEntries(
  Array.from({ length: 12 }, (_, index) => [`${index}.jpg`, picture(index)]),
)
const warning = /warn another process of the service uses this uploads folder/

/** So many uploads are received at a time. */
const atATime = 8

const slow = jpeg({ width: 4, height: 3, salt: 'x'.repeat(1024 ** 2) })

/** Uploads of which the service has received a half each. */
async function halfUploads(server: TestServer, count: number) {
  const { cookie } = await server.login()
  const names = Array.from({ length: count }, (_, index) => `slow-${index}.jpg`)
  return Promise.all(names.map((name) => beginUpload(server.url, { name, content: slow, cookie })))
}

/** Deals so many pictures to a frame and gives their names. */
async function deal({ url }: TestServer, count: number): Promise<string[]> {
  const names: string[] = []
  for (let index = 0; index < count; index += 1) {
    const answer = await fetch(`${url}/api/images/random?frame=hall`)
    names.push(JSON.parse(await answer.text()).data.fileName)
  }
  return names
}

describe('a second process on the same uploads folder', () => {
  test('breaks no upload to the first one off, however often it is started', async () => {
    await using first = await startServer()
    const uploads = await halfUploads(first, 12)
    // The others wait for their turn.
    await eventually(async () => (await first.staged()).length === atATime)
    for (let start = 0; start < 5; start += 1) {
      await using second = await startServer({ env: { UPLOADS_DIR: first.uploadsDir } })
      await second.logged(warning)
      expect((await fetch(`${second.url}/api/folders`)).status).toBe(200)
    }
    const { port } = new URL(first.url)
    const refused = await runToEnd({ UPLOADS_DIR: first.uploadsDir, PORT: port })
    expect(refused.stderr).toBe(portTaken(port) + '\n')
    const answers = await Promise.all(uploads.map((upload) => upload.finish()))
    expect(answers.map(({ status }) => status)).toEqual(uploads.map(() => 200))
    for (const upload of uploads) upload.breakOff()
    expect(await first.staged()).toEqual([])
  })

  test("leaves the first one's rounds alone, and the next start goes on with them", async () => {
    await using folder = await folderWith(files)
    const env = { UPLOADS_DIR: folder.path }
    const dealt: string[] = []
    {
      await using first = await startServer({ env })
      dealt.push(...(await deal(first, 6)))
      await using second = await startServer({ env })
      await deal(second, 9)
      await second.stop()
      await first.stop()
    }
    await using next = await startServer({ env })
    dealt.push(...(await deal(next, 6)))
    expect(dealt.toSorted()).toEqual(Object.keys(files).toSorted())
    expect(next.stdout()).not.toMatch(warning)
  })
})

test.skipIf(lacks('container')).each([
  ['in another container', contained],
  ['outside of it', []],
])('a process %s leaves the folder of one in a container alone', async (_, prefix) => {
  await using folder = await temporaryFolder()
  const env = { UPLOADS_DIR: folder.path }
  await using first = await startServer({ env, program: [...contained, ...tested] })
  await using second = await startServer({ env, program: [...prefix, ...tested] })
  await second.logged(warning)
  expect(first.stdout()).not.toMatch(warning)
})

test.skipIf(lacks('container'))(
  'a process in a container breaks no upload to one outside of it off',
  async () => {
    await using first = await startServer()
    const uploads = await halfUploads(first, 1)
    await eventually(async () => (await first.staged()).length === 1)
    const env = { UPLOADS_DIR: first.uploadsDir }
    await using _ = await startServer({ env, program: [...contained, ...tested] })
    for (const upload of uploads) {
      expect((await upload.finish()).status).toBe(200)
      upload.breakOff()
    }
  },
)

test('the folder of a process that was killed is free at once', async () => {
  await using folder = await temporaryFolder()
  const env = { UPLOADS_DIR: folder.path }
  const starts = await Promise.all([1, 2, 3].map(() => startServer({ env })))
  for (const server of starts) await halfUploads(server, 1)
  await Promise.all(starts.map((server) => server.stop('SIGKILL')))
  await using next = await startServer({ env })
  expect(next.stdout()).not.toMatch(warning)
  const own = join(folder.path, '.photo-frame')
  for (const staging of ['staging', '2/staging', '3/staging']) {
    expect(await readdir(join(own, staging))).toEqual([])
  }
  for (const server of starts) await server[Symbol.asyncDispose]()
})

/** The names in a folder, without those of locks. */
async function namesIn(path: string): Promise<string[]> {
  const names = await readdir(path)
  return names.filter((name) => !name.endsWith('.lock')).toSorted()
}

describe('STATE_DIR', () => {
  test('moves rounds and renditions out of the uploads folder', async () => {
    await using state = await temporaryFolder()
    const path = join(state.path, 'new')
    const photo = await Bun.file(join(import.meta.dir, '../photos/landscape.jpg')).bytes()
    await using server = await startServer({
      files: { 'photo.jpg': photo },
      env: { STATE_DIR: path },
    })
    await deal(server, 3)
    expect((await fetch(`${server.url}/uploads/photo.jpg?width=20`)).status).toBe(200)
    await server.stop()
    const kept = ['frames.table', 'images.bin', 'renditions', 'rounds.table', 'tags.bin']
    expect(await namesIn(path)).toEqual(kept)
    expect(await namesIn(server.at('.photo-frame'))).toEqual(['id', 'staging'])
  })

  test('that can not be used, or would show among the pictures, stops the start with a sentence', async () => {
    await using folder = await folderWith({ file: '' })
    const uploads = join(folder.path, 'uploads')
    await mkdir(uploads)
    await symlink(uploads, join(folder.path, 'link'))
    const shown = 'it would show among the pictures. Choose a folder outside the uploads folder.'
    for (const [name, complaint] of [
      ['file', 'a file is in its way.'],
      ...['uploads', 'uploads/state', 'uploads/new/state', 'link', 'link/state'].map(
        (each) => [each, shown] as const,
      ),
    ] as const) {
      const path = join(folder.path, name)
      const { stderr, status } = await runToEnd({ UPLOADS_DIR: uploads, STATE_DIR: path })
      expect(stderr).toBe(`The state folder ${path} can't be used: ${complaint}\n`)
      expect(status).toBe(1)
      expect(await readdir(uploads)).toEqual(['.photo-frame'])
    }
  })

  test('may be a folder that does not show', async () => {
    await using folder = await temporaryFolder()
    for (const name of ['uploads/.state', 'uploads/.photo-frame', 'uploads-state', '.']) {
      const env = { UPLOADS_DIR: join(folder.path, 'uploads'), STATE_DIR: join(folder.path, name) }
      await using server = await startServer({ env })
      expect((await fetch(`${server.url}/api/health`)).status).toBe(200)
    }
  })
})
