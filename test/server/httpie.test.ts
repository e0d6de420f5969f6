import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { jpeg, picture, png } from '../support/pictures.ts'
import { lacks } from '../support/programs.ts'
import { password, startServer, type TestServer } from '../support/server.ts'
import { temporaryFolder } from '../support/temporary.ts'

let server: TestServer
let home: Awaited<ReturnType<typeof temporaryFolder>>
beforeAll(async () => {
  server = await startServer()
  home = await temporaryFolder()
  await writeFile(join(home.path, 'IMG_1.jpg'), jpeg({ width: 40, height: 30, salt: 1 }))
  await writeFile(join(home.path, 'IMG_2.jpg'), picture(2))
  await writeFile(join(home.path, 'été.png'), png({ width: 4, height: 3 }))
  await writeFile(join(home.path, 'notes.txt'), 'not a picture')
})
afterAll(async () => {
  await server[Symbol.asyncDispose]()
  await home[Symbol.asyncDispose]()
})

/** Runs HTTPie as an admin types it, and gives what it prints of the body. */
async function http(...typed: string[]) {
  const words = typed.map((word) => (word.startsWith('/api/') ? `${server.url}${word}` : word))
  const own = ['--ignore-stdin', '--session=admin', '--body']
  await using child = Bun.spawn(['http', ...own, ...words], {
    cwd: home.path,
    env: { PATH: process.env['PATH'], HOME: home.path, HTTPIE_CONFIG_DIR: home.path },
    stdin: 'ignore',
    stdout: 'pipe',
    stderr: 'pipe',
  })
  const [body, trouble] = await Promise.all([
    new Response(child.stdout).text(),
    new Response(child.stderr).text(),
  ])
  expect({ trouble, status: await child.exited }).toEqual({ trouble: '', status: 0 })
  return JSON.parse(body)
}

// Each step builds on those before it, as a day does.
describe.skipIf(lacks('httpie'))("an admin's day with HTTPie", () => {
  test('begins without a session', async () => {
    const answer = await http('GET', '/api/admin')
    expect(answer).toMatchObject({ success: false, code: 'AUTHENTICATION_REQUIRED' })
  })

  test('logs in, and the session remembers it', async () => {
    const answer = await http('POST', '/api/auth/login', `password=${password}`)
    expect(answer).toMatchObject({ success: true, data: { authenticated: true } })
    expect((await http('GET', '/api/admin')).data).toMatchObject({ totalImages: 0 })
  })

  test('makes a folder in a folder', async () => {
    const folder = ['path=2024/Ana & Tom', 'name=Ana & Tom']
    const answer = await http('POST', '/api/folders', ...folder)
    expect(answer.data).toMatchObject({ folderPath: '2024/Ana & Tom', exists: false })
    expect((await http('POST', '/api/folders', ...folder)).data.exists).toBe(true)
  })

  test('uploads several pictures into it', async () => {
    const photos = ['IMG_2.jpg', 'IMG_1.jpg', 'été.png'].map((name) => `files@${name}`)
    const answer = await http('--form', 'POST', '/api/upload', 'folder=2024/Ana & Tom', ...photos)
    expect(answer).toMatchObject({ success: true, data: { totalFiles: 3 } })
    const stored = await readFile(server.at('2024/Ana & Tom/IMG_1.jpg'))
    expect(stored.equals(await readFile(join(home.path, 'IMG_1.jpg')))).toBe(true)
  })

  test('is told which file is no picture, and nothing of that upload is stored', async () => {
    const both = ['files@IMG_1.jpg', 'files@notes.txt']
    const answer = await http('--form', 'POST', '/api/upload', ...both)
    expect(answer).toMatchObject({
      code: 'INVALID_FILE_TYPE',
      details: { files: [{ fileName: 'notes.txt' }] },
    })
    expect((await http('GET', '/api/folders')).data.totalImages).toBe(0)
  })

  test('lists them', async () => {
    const { data } = await http('GET', '/api/folders', 'path==2024/Ana & Tom')
    expect(data.parentPath).toBe('2024')
    const names = data.images.map(({ name }: { name: string }) => name)
    expect(names).toEqual(['été.png', 'IMG_1.jpg', 'IMG_2.jpg'])
    expect(data.images[1].dimensions).toEqual({ width: 40, height: 30 })
  })

  test('gets each of them once in three random picks', async () => {
    const names: string[] = []
    for (const _ of [1, 2, 3]) {
      names.push((await http('GET', '/api/images/random', 'folder==2024')).data.fileName)
    }
    expect(names.toSorted()).toEqual(['IMG_1.jpg', 'IMG_2.jpg', 'été.png'])
  })

  test('sees a picture as it was sent at the address that a pick gives', async () => {
    const { url, fileName } = (await http('GET', '/api/images/random', 'folder==2024')).data
    const seen = await fetch(`${server.url}${url}`)
    const sent = await readFile(join(home.path, fileName))
    expect(sent.equals(await seen.bytes())).toBe(true)
  })

  test('deletes one by the path of a random pick, and is told which is not there', async () => {
    const images = JSON.stringify(['2024/none.jpg', '/uploads/2024/Ana & Tom/été.png'])
    const { data } = await http('DELETE', '/api/images', `images:=${images}`)
    expect(data).toMatchObject({
      deletedImages: [{ status: 'not_found' }, { status: 'deleted' }],
      totalDeleted: 1,
    })
  })

  test('logs out, and what is protected is so again', async () => {
    expect((await http('POST', '/api/auth/logout')).data.authenticated).toBe(false)
    const again = await http('DELETE', '/api/images', 'images:=["2024/Ana & Tom/IMG_1.jpg"]')
    expect(again).toMatchObject({ success: false, code: 'AUTHENTICATION_REQUIRED' })
    expect((await http('GET', '/api/folders', 'path==2024')).data.folders[0].imageCount).toBe(2)
  })
})
