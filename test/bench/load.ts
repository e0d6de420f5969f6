/**
 * A process that asks for one thing again and again on several connections at once:
 * `bun load.ts URL CONNECTIONS REQUESTS [STATUS HEADER]`; `{n}` in the query is another number each
 * time. It writes a `LoadResult` as JSON.
 */
import { openConnection } from './connection.ts'

const [target = '', connections = '', requests = '', expected = '200', header] =
  process.argv.slice(2)
const { pathname, search, host } = new URL(target)
const headers = [`Host: ${host}`, ...(header === undefined ? [] : [header])].join('\r\n')
const numbers = search.includes('{n}') ? 300 : 1
const messages = Array.from({ length: numbers }, (_, number) => {
  const path = pathname + search.replace('{n}', String(number))
  return Buffer.from(`GET ${path} HTTP/1.1\r\n${headers}\r\n\r\n`)
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
    void connection.send(messages[sent % numbers] ?? Buffer.alloc(0))
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
