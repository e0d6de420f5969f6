import { expect } from 'bun:test'
import { z } from 'zod'
import { startServer, type TestServer } from './server.ts'
import { temporaryFolder } from './temporary.ts'

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

/** Kills the service again and again while frames are steered: every change that was answered has to be there. */
export async function killWhileSteering(kills: number): Promise<void> {
  await using folder = await temporaryFolder()
  const acknowledged: Record<string, string> = {}
  let changes = 0
  for (let count = 0; count < kills; count += 1) {
    await using service = await startServer({ env: { UPLOADS_DIR: folder.path } })
    const { put, labels } = await adminOf(service)
    expect(await labels()).toMatchObject(acknowledged)
    setTimeout(() => service.signal('SIGKILL'), 100 + (count % 7) * 90)
    for (let isUp = true; isUp; changes += 1) {
      const name = `f${changes % 40}`
      const label = String(changes)
      const answer = await put(name, { label }).catch(() => undefined)
      isUp = answer !== undefined
      if (answer?.status === 200) acknowledged[name] = label
      // What was not answered may have been made, or not.
      else delete acknowledged[name]
    }
  }
  await using service = await startServer({ env: { UPLOADS_DIR: folder.path } })
  expect(await (await adminOf(service)).labels()).toMatchObject(acknowledged)
  expect(Object.keys(acknowledged)).not.toEqual([])
}
