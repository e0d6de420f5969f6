/**
 * A process that asks for pictures as a frame does, from an address of its own: `bun frame.ts URL
 * SECONDS PATH…`, for one path after the other; `{n}` is another number each time. It writes the
 * seconds that the slowest answer to each path took as JSON, or null where one failed.
 */
import { openConnection } from '../../support/raw-http.ts'

const [url = '', duration = '', ...paths] = process.argv.slice(2)
const askEvery = 500
const slowest = paths.map(() => 0)

async function ask(path: string): Promise<number> {
  using connection = await openConnection(url, '127.0.0.2')
  connection.write(`GET ${path} HTTP/1.1\r\nHost: frame\r\nConnection: close\r\n\r\n`)
  return (await connection.answer()).status
}

/** Tries again where the connection breaks, as frames do. */
async function askTwice(path: string): Promise<number> {
  return ask(path).catch(() => ask(path).catch(() => 0))
}

const end = performance.now() + Number(duration) * 1000
for (let turn = 0; performance.now() < end; turn += 1) {
  const index = turn % paths.length
  const path = (paths[index] ?? '').replace('{n}', String(100 + (turn % 1000)))
  const from = performance.now()
  const status = await askTwice(path)
  const seconds = status === 200 ? (performance.now() - from) / 1000 : Number.POSITIVE_INFINITY
  slowest[index] = Math.max(slowest[index] ?? 0, seconds)
  await Bun.sleep(Math.max(0, from + askEvery - performance.now()))
}
console.log(JSON.stringify(slowest.map((seconds) => (Number.isFinite(seconds) ? seconds : null))))
process.exit(0)
