import { describe, expect, test } from 'bun:test'
import { readFile, writeFile } from 'node:fs/promises'
import { z } from 'zod'
import { picture } from '../support/pictures.ts'
import { startServer, type TestServer } from '../support/server.ts'
import { temporaryFolder } from '../support/temporary.ts'

const listSchema = z.object({
  data: z.object({ frames: z.array(z.object({ name: z.string(), label: z.string().nullable() })) }),
})
const dealtSchema = z.object({ data: z.object({ imagePath: z.string() }) })

const files = { 'a.jpg': picture('a'), 'b.jpg': picture('b'), 'trips/c.jpg': picture('c') }

async function adminOf(service: TestServer) {
  const { cookie } = await service.login()
  const headers = { 'Content-Type': 'application/json', cookie }
  return {
    put: (name: string, change: object) =>
      fetch(`${service.url}/api/frames/${name}`, {
        method: 'PUT',
        headers,
        body: JSON.stringify(change),
      }),
    labels: async (): Promise<Record<string, string>> => {
      const answer = await fetch(`${service.url}/api/frames`, { headers })
      const { data } = listSchema.parse(await answer.json())
      return Object.fromEntries(data.frames.map(({ name, label }) => [name, label ?? '']))
    },
  }
}

const dealt = async ({ url }: TestServer): Promise<string> => {
  const answer = await fetch(`${url}/api/images/random?frame=hall`)
  return dealtSchema.parse(await answer.json()).data.imagePath
}

describe('several processes on one folder', () => {
  test('answer by a setting within 2 s, whichever of them it was made at', async () => {
    await using one = await startServer({ files })
    await using other = await startServer({ env: { UPLOADS_DIR: one.uploadsDir } })
    await dealt(other)
    await (await adminOf(one)).put('hall', { settings: { folder: 'trips' } })
    expect(await dealt(one)).toBe('/uploads/trips/c.jpg')
    await Bun.sleep(2000)
    for (let n = 0; n < 4; n += 1) expect(await dealt(other)).toBe('/uploads/trips/c.jpg')
  })

  test('lose no change that two make at once', async () => {
    await using one = await startServer({ files })
    await using other = await startServer({ env: { UPLOADS_DIR: one.uploadsDir } })
    const admins = [await adminOf(one), await adminOf(other)]
    const names = Array.from({ length: 100 }, (_, index) => `f${index}`)
    const answers = await Promise.all(
      names.map((name, index) => admins[index % 2]?.put(name, { label: name })),
    )
    expect(answers.map((answer) => answer?.status)).toEqual(names.map(() => 200))
    await Bun.sleep(1100)
    for (const admin of admins) {
      expect(await admin.labels()).toEqual(Object.fromEntries(names.map((name) => [name, name])))
    }
  })
})

test('every change that was answered outlives kills at any moment', async () => {
  await using folder = await temporaryFolder()
  const acknowledged: Record<string, string> = {}
  let changes = 0
  while (changes < 500) {
    await using service = await startServer({ env: { UPLOADS_DIR: folder.path } })
    const { put, labels } = await adminOf(service)
    expect(await labels()).toMatchObject(acknowledged)
    const kill = setTimeout(() => service.signal('SIGKILL'), 100 + (changes % 7) * 90)
    for (let isUp = true; isUp && changes < 500;) {
      const name = `f${changes % 40}`
      const label = String(changes)
      const answer = await put(name, { label }).catch(() => undefined)
      isUp = answer !== undefined
      if (answer?.status === 200) acknowledged[name] = label
      // What was not answered may have been made, or not.
      else delete acknowledged[name]
      changes += 1
    }
    clearTimeout(kill)
  }
  await using service = await startServer({ env: { UPLOADS_DIR: folder.path } })
  expect(await (await adminOf(service)).labels()).toMatchObject(acknowledged)
}, 120_000)

test('a damaged file of settings loses no more than what can not be read, and says so', async () => {
  await using folder = await temporaryFolder()
  const env = { UPLOADS_DIR: folder.path }
  const path = `${folder.path}/.photo-frame/steering.json`
  {
    await using service = await startServer({ env })
    const { put } = await adminOf(service)
    for (const name of ['a', 'b', 'c']) await put(name, { label: name })
  }
  const lines = (await readFile(path, 'utf8')).split('\n')
  await writeFile(
    path,
    [lines[0], lines[1]?.replace('label', 'lapel'), 'x', ...lines.slice(2)].join('\n'),
  )
  await using service = await startServer({ env })
  const { put, labels } = await adminOf(service)
  expect(await labels()).toEqual({ a: 'a', c: 'c' })
  expect(service.stdout()).toContain("2 lines of steering.json can't be read")
  expect((await put('d', { label: 'd' })).status).toBe(200)
  expect(await labels()).toEqual({ a: 'a', c: 'c', d: 'd' })
})
