import { expect, test } from 'bun:test'
import { cp } from 'node:fs/promises'
import { z } from 'zod'
import { noise } from '../support/pixels.ts'
import { startServer, type TestServer } from '../support/server.ts'
import { temporaryFolder } from '../support/temporary.ts'

const pathsOf = z.object({ data: z.object({ imagePath: z.string() }) })

/** Asks as a frame does, and gives the picture. */
async function next(server: TestServer, query: string) {
  const answer = await fetch(`${server.url}/api/images/random?${query}`)
  return pathsOf.parse(await answer.json()).data.imagePath
}

/** Sends what only an admin may, and gives the answer. */
async function send(server: TestServer, method: string, path: string, body?: unknown) {
  const { cookie } = await server.login()
  const headers = { Cookie: cookie, 'Content-Type': 'application/json' }
  const sent = { method, headers, body: body === undefined ? null : JSON.stringify(body) }
  const answer = await fetch(`${server.url}/api/${path}`, sent)
  expect(answer.status).toBe(200)
  return answer.text()
}

test('a copy of the folder is a backup: pictures, rounds, settings of frames, favourites, trash', async () => {
  const names = Array.from({ length: 8 }, (_, index) => `${index}.png`)
  const files = Object.fromEntries(names.map((name, index) => [name, noise(8 + index, 8)]))
  await using server = await startServer({ files })
  await send(server, 'POST', 'images/marks', { images: ['1.png'], favourite: true })
  await send(server, 'POST', 'trash', { images: ['0.png'] })
  await send(server, 'PUT', 'frames/kitchen', { settings: { favourites: 'only' } })
  const before: string[] = []
  for (let turn = 0; turn < 3; turn += 1) before.push(await next(server, 'frame=hall'))
  expect(await next(server, 'frame=kitchen')).toBe('/uploads/1.png')
  await server.stop()

  await using backup = await temporaryFolder()
  await cp(server.uploadsDir, backup.path, { recursive: true, preserveTimestamps: true })
  await using restored = await startServer({ env: { UPLOADS_DIR: backup.path } })
  const after: string[] = []
  for (let turn = 0; turn < 4; turn += 1) after.push(await next(restored, 'frame=hall'))
  const all = names.slice(1).map((name) => `/uploads/${name}`)
  expect([...before, ...after].toSorted()).toEqual(all)
  expect(await next(restored, 'frame=kitchen')).toBe('/uploads/1.png')
  const [, id] = /"id":"(.*?)"/.exec(await send(restored, 'GET', 'trash')) ?? []
  await send(restored, 'POST', 'trash/restore', { ids: [id] })
  expect((await fetch(`${restored.url}/uploads/0.png`)).status).toBe(200)
})
