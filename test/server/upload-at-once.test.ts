import { afterAll, beforeAll, expect, test } from 'bun:test'
import { readdir, readFile } from 'node:fs/promises'
import { formOf } from '../support/app.ts'
import { jpeg } from '../support/pictures.ts'
import { startServer, type TestServer } from '../support/server.ts'

const count = 50

let server: TestServer
let cookie: string
beforeAll(async () => {
  server = await startServer()
  cookie = (await server.login()).cookie
})
afterAll(() => server[Symbol.asyncDispose]())

/** All of one length, so that only their bytes tell them apart. */
const content = (index: number) =>
  jpeg({ width: 4, height: 3, salt: String(index).padStart(4, '0').repeat(50_000) })

async function upload(files: Record<string, Uint8Array>, folder: string) {
  const headers = { Cookie: cookie }
  const body = formOf(files, folder)
  const answer = await fetch(`${server.url}/api/upload`, { method: 'POST', headers, body })
  expect(answer.status).toBe(200)
  const { data } = JSON.parse(await answer.text())
  return data.uploadedFiles.map(({ path }: { path: string }) => path)
}

const atOnce = async (work: (index: number) => Promise<string[]>) =>
  (await Promise.all(Array.from({ length: count }, (_, index) => work(index)))).flat()

async function listed(folder: string) {
  const answer = await fetch(`${server.url}/api/folders?path=${folder}`)
  const { data } = JSON.parse(await answer.text())
  return data.images.map(({ name }: { name: string }) => name)
}

test(`${count} pictures sent at once under one name are ${count} intact files`, async () => {
  const paths = await atOnce((index) => upload({ 'IMG_1.jpg': content(index) }, 'different'))
  const numbered = Array.from({ length: count - 1 }, (_, index) => `IMG_1-${index + 1}.jpg`)
  const names = (await readdir(server.at('different'))).toSorted()
  expect(names).toEqual(['IMG_1.jpg', ...numbered].toSorted())
  for (const [index, path] of paths.entries()) {
    expect(content(index).equals(await readFile(server.at(path)))).toBe(true)
  }
  expect((await listed('different')).toSorted()).toEqual(names)
})

test('a thousand pictures of one name in one request are a thousand files', async () => {
  // As phones send them that call every picture by the same name.
  const form = new FormData()
  form.append('folder', 'phone')
  const sizes = Array.from({ length: 1000 }, (_, index) => index)
  for (const size of sizes) {
    const photo = new Uint8Array(jpeg({ width: 4, height: 3, salt: 'z'.repeat(size) }))
    form.append('files', new File([photo], 'image.jpg'))
  }
  const request = { method: 'POST', headers: { Cookie: cookie }, body: form }
  const answer = await fetch(`${server.url}/api/upload`, request)
  expect(answer.status).toBe(200)
  expect(await readdir(server.at('phone'))).toHaveLength(sizes.length)
  expect(await readFile(server.at('phone/image-999.jpg'), 'latin1')).toEndWith('z'.repeat(999))
})

test(`one picture sent ${count} times at once is one file`, async () => {
  const paths = await atOnce(() => upload({ 'IMG_1.jpg': content(7) }, 'same'))
  expect([...new Set(paths)]).toEqual(['same/IMG_1.jpg'])
  expect(await readdir(server.at('same'))).toEqual(['IMG_1.jpg'])
  expect(content(7).equals(await readFile(server.at('same/IMG_1.jpg')))).toBe(true)
  expect(await listed('same')).toEqual(['IMG_1.jpg'])
})

test('requests that meet under the same names each keep all of their pictures', async () => {
  const paths = await Promise.all(
    Array.from({ length: 10 }, (_, index) =>
      upload({ 'a.jpg': content(index), 'b.jpg': content(index), 'c.jpg': content(99) }, 'mixed'),
    ),
  )
  for (const [index, [a, b, c]] of paths.entries()) {
    expect(content(index).equals(await readFile(server.at(a)))).toBe(true)
    expect(content(index).equals(await readFile(server.at(b)))).toBe(true)
    expect(c).toBe('mixed/c.jpg')
  }
  expect(await readdir(server.at('mixed'))).toHaveLength(21)
  expect(await server.staged()).toEqual([])
})
