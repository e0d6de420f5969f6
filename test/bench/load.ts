/**
 * A process that asks for things in turn, again and again, on several connections at once:
 * `bun load.ts URLS CONNECTIONS REQUESTS [STATUS HEADER]`. It writes a `LoadResult` as JSON.
 */
import { openConnection } from './connection.ts'

const [targets = '', connections = '', requests = '', expected = '200', header] =
  process.argv.slice(2)
const urls = targets.split(' ').map((target) => new URL(target))
const target = urls[0]?.origin ?? ''
const messages = urls.map(({ pathname, search, host }) => {
  const headers = [`Host: ${host}`, ...(header === undefined ? [] : [header])].join('\r\n')
  return Buffer.from(`GET ${pathname}${search} HTTP/1.1\r\n${headers}\r\n\r\n`)
})
const total = Number(requests)

/** The first requests only warm this very process up. */
const warmUp = Math.floor(total / 10)
const latencies = new Float64Array(total - warmUp)
let sent = 0
let startedAt = 0

async function worker() {
  using connection = await openConnection(target)
  while (sent < total) {
    const number = sent - warmUp
    sent += 1
    const from = performance.now()
    if (number === 0) startedAt = from
    const answer = connection.answer()
    void connection.send(messages[sent % messages.length] ?? Buffer.alloc(0))
    const status = await answer
    if (status !== Number(expected)) throw new Error(`${target} answered ${status}`)
    if (number >= 0) latencies[number] = performance.now() - from
  }
}

await Promise.all(Array.from({ length: Number(connections) }, worker))
const perSecond = (latencies.length / (performance.now() - startedAt)) * 1000
const p99 = latencies.toSorted()[Math.floor(latencies.length * 0.99)]
console.log(JSON.stringify({ perSecond, p99 }))
process.exit(0)
