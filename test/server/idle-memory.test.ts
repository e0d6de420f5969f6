import { describe, expect, test } from 'bun:test'
import { picture } from '../support/pictures.ts'
import { eventually, startServer } from '../support/server.ts'

const mebibyte = 1024 ** 2

/** Resident bytes (proc(5)): private ones, or those of files, which are the executable's. */
async function resident(pid: number, kind: 'RssAnon' | 'RssFile'): Promise<number> {
  const status = await Bun.file(`/proc/${pid}/status`).text()
  return Number(new RegExp(`^${kind}:\\s+(\\d+) kB$`, 'm').exec(status)?.[1]) * 1024
}

describe('memory of a process at rest', () => {
  test('holds neither the code of the start nor the garbage of requests', async () => {
    await using server = await startServer({ files: { 'a.jpg': picture(1) } })
    const { pid, ask } = server
    const atStart = await resident(pid, 'RssFile')
    await eventually(async () => (await resident(pid, 'RssFile')) < atStart - 8 * mebibyte)
    for (let turn = 0; turn < 100; turn += 1) {
      await Promise.all(Array.from({ length: 50 }, () => ask('GET /api/images/random')))
    }
    const inUse = await resident(pid, 'RssAnon')
    await eventually(async () => (await resident(pid, 'RssAnon')) < inUse - 8 * mebibyte)
    expect((await ask('GET /api/images/random')).status).toBe(200)
  })
})
