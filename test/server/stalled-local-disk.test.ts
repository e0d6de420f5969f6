import { describe, expect, setDefaultTimeout, test } from 'bun:test'
import { noise } from '../support/pixels.ts'
import { eventually, startServer } from '../support/server.ts'
import { canStall, stallingDisk } from '../support/stalling-disk.ts'

setDefaultTimeout(120_000)

const folders = ['2023', '2024', '2025', '2026']
const paths = folders.flatMap((folder) =>
  ['a.jpg', 'b.jpg', 'c.jpg'].map((name) => `${folder}/${name}`),
)
const photo = await new Bun.Image(noise(1200, 800)).jpeg({ quality: 90 }).bytes()
const files = Object.fromEntries(paths.map((path) => [path, photo]))

const pictures = paths.map((path) => `/uploads/${path}`)
const renditions = pictures.map((path) => `${path}?width=900`)
const listings = folders.map((folder) => `/api/folders?path=${folder}`)
const randoms = paths.map(() => '/api/images/random')
const everything = [...pictures, ...renditions, ...listings, ...randoms]

/** A service on a disk that can be stalled, with all renditions made and kept. */
async function startOn({ path }: { path: string }) {
  const server = await startServer({ env: { UPLOADS_DIR: path } })
  const get = (address: string) => fetch(`${server.url}${address}`)
  const statusOf = async (address: string) => {
    const answer = await get(address)
    await answer.bytes()
    return answer.status
  }
  for (const address of everything) expect(await statusOf(address)).toBe(200)
  return { server, get, statusOf }
}

describe.skipIf(!(await canStall()))('a local disk that does not answer', () => {
  test.each([
    ['find a file', 'everything', everything],
    ['read a file that it has found', 'contents', pictures.map((path) => `${path}?width=800`)],
  ] as const)(
    'that can not %s for seconds keeps nobody from what needs no disk, and is told as BUSY',
    async (_what, cache, addresses) => {
      await using disk = await stallingDisk(files)
      const { server, get, statusOf } = await startOn(disk)
      await using _ = server
      await disk.dropCaches(cache)
      await disk.stall()
      await disk.outdate()
      const waiting = addresses.map(get)
      for (let round = 0; round < 20; round += 1) expect(await statusOf('/api/health')).toBe(200)
      const answers = await Promise.all(waiting)
      const refused = answers.filter(({ status }) => status !== 200)
      expect(refused.length).toBeGreaterThan(0)
      for (const answer of refused) {
        expect(answer.status).toBe(503)
        expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0)
        expect(JSON.parse(await answer.text()).code).toBe('BUSY')
      }
      await disk.resume()
      for (const address of addresses) {
        await eventually(async () => (await statusOf(address)) === 200)
      }
      expect(server.stderr()).toBe('')
    },
  )

  test('takes no picture from frames that the system has in memory, and lets the service stop', async () => {
    await using disk = await stallingDisk(files)
    const { server, get, statusOf } = await startOn(disk)
    await using _ = server
    await disk.stall()
    for (const address of everything) expect(await statusOf(address)).toBe(200)
    await disk.resume()
    await disk.dropCaches()
    await disk.stall()
    for (const address of everything) void get(address).catch(() => undefined)
    server.signal('SIGTERM')
    await server.logged(/info stopped/)
    // Linux lets no process end while a disk owes it an answer.
    await disk.resume()
    expect(await server.exited).toBe(0)
  })
})
