import { expect } from 'bun:test'
import { startServer, type TestServer } from './server.ts'
import { temporaryFolder } from './temporary.ts'

async function labelsIn({ told }: TestServer): Promise<Record<string, string>> {
  const { frames } = await told('GET /api/frames')
  return Object.fromEntries(
    frames.map(({ name, label }: Record<string, string>) => [name, label ?? '']),
  )
}

/** Kills the service again and again while frames are steered: every change that was answered has to be there. */
export async function killWhileSteering(kills: number): Promise<void> {
  await using folder = await temporaryFolder()
  const acknowledged: Record<string, string> = {}
  let changes = 0
  for (let count = 0; count < kills; count += 1) {
    await using service = await startServer({ env: { UPLOADS_DIR: folder.path } })
    expect(await labelsIn(service)).toMatchObject(acknowledged)
    setTimeout(() => service.signal('SIGKILL'), 100 + (count % 7) * 90)
    for (let isUp = true; isUp; changes += 1) {
      const name = `f${changes % 40}`
      const label = String(changes)
      const answer = await service
        .admin(`PUT /api/frames/${name}`, { label })
        .catch(() => undefined)
      isUp = answer !== undefined
      if (answer?.status === 200) acknowledged[name] = label
      // What was not answered may have been made, or not.
      else delete acknowledged[name]
    }
  }
  await using service = await startServer({ env: { UPLOADS_DIR: folder.path } })
  expect(await labelsIn(service)).toMatchObject(acknowledged)
  expect(Object.keys(acknowledged)).not.toEqual([])
}
