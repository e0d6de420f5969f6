import { expect, test } from 'bun:test'
import { z } from 'zod'
import { startServer, type TestServer } from '../support/server.ts'
import { temporaryFolder } from '../support/temporary.ts'

const listSchema = z.object({
  data: z.object({ frames: z.array(z.object({ name: z.string(), label: z.string().nullable() })) }),
})

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
