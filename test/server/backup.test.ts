import { expect, test } from 'bun:test'
import { cp } from 'node:fs/promises'
import { noise } from '../support/pixels.ts'
import { startServer, type TestServer } from '../support/server.ts'
import { temporaryFolder } from '../support/temporary.ts'

/** Asks as a frame does, and gives the picture. */
const next = async ({ told }: TestServer, query: string): Promise<string> =>
  (await told(`GET /api/images/random?${query}`)).imagePath

test('a copy of the folder is a backup: pictures, rounds, settings of frames, favourites, trash', async () => {
  const names = Array.from({ length: 8 }, (_, index) => `${index}.png`)
  const files = Object.fromEntries(names.map((name, index) => [name, noise(8 + index, 8)]))
  await using server = await startServer({ files })
  await server.told('POST /api/images/marks', { images: ['1.png'], favourite: true })
  await server.told('POST /api/trash', { images: ['0.png'] })
  await server.told('PUT /api/frames/kitchen', { settings: { favourites: 'only' } })
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
  const { items } = await restored.told('GET /api/trash')
  await restored.told('POST /api/trash/restore', { ids: [items[0].id] })
  expect((await fetch(`${restored.url}/uploads/0.png`)).status).toBe(200)
})
