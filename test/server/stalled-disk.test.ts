import { expect, test } from 'bun:test'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { jpeg } from '../support/pictures.ts'
import { mountable, type Mount } from '../support/mounts.ts'
import { eventually, startServer } from '../support/server.ts'

const [, mount] = (await mountable()).find(([name]) => name === 'sshfs') ?? []
const large = jpeg({ width: 4, height: 3, salt: 'x'.repeat(2 * 1024 ** 2) })

/** Sends a signal to the process on the other side of a mount. */
async function signalServer({ behind }: Mount, signal: NodeJS.Signals): Promise<void> {
  const pid = Number(await readFile(join(behind, '../pid'), 'utf8'))
  expect(pid).toBeGreaterThan(1)
  process.kill(pid, signal)
}

test.skipIf(mount === undefined)(
  'a disk that does not answer keeps nobody from what needs no disk, and is told as BUSY',
  async () => {
    await using disk = await (mount?.() ?? Promise.reject(new Error('There is no sshfs.')))
    const { path } = disk
    for (const name of ['a.jpg', 'b.jpg']) await writeFile(join(path, name), large)
    await using server = await startServer({ env: { UPLOADS_DIR: path } })
    const get = (address: string) => fetch(`${server.url}${address}`)
    const whole = await get('/uploads/a.jpg')
    expect(large.equals(await whole.bytes())).toBeTrue()
    const part = await fetch(`${server.url}/uploads/a.jpg`, { headers: { Range: 'bytes=5-9' } })
    expect([part.status, part.headers.get('content-range')]).toEqual([
      206,
      `bytes 5-9/${large.length}`,
    ])
    expect(large.subarray(5, 10).equals(await part.bytes())).toBeTrue()

    await signalServer(disk, 'SIGSTOP')
    try {
      const waiting = ['/uploads/a.jpg', '/uploads/b.jpg', '/api/images/random'].map(get)
      for (let round = 0; round < 5; round += 1) {
        expect((await get('/api/health')).status).toBe(200)
      }
      for (const answer of await Promise.all(waiting)) {
        expect(answer.status).toBe(503)
        expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0)
        expect(JSON.parse(await answer.text()).code).toBe('BUSY')
      }
      await signalServer(disk, 'SIGCONT')
      await eventually(async () => expect((await get('/uploads/b.jpg')).status).toBe(200))
      await signalServer(disk, 'SIGSTOP')
      void get('/uploads/a.jpg').catch(() => undefined)
      server.signal('SIGTERM')
      await server.logged(/info stopped/)
      // Linux lets no process end while a FUSE mount owes it an answer.
      await signalServer(disk, 'SIGCONT')
      expect(await server.exited).toBe(0)
    } finally {
      await signalServer(disk, 'SIGCONT')
    }
  },
  120_000,
)
