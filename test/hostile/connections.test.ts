import { describe, expect, test } from 'bun:test'
import { existsSync } from 'node:fs'
import { picture } from '../support/pictures.ts'
import { openConnection } from '../support/raw-http.ts'
import { eventually, startServer, tested } from '../support/server.ts'

const limited = ['sh', '-c', 'ulimit -n 256; exec "$@"', 'sh', ...tested]
const health = 'GET /api/health HTTP/1.1\r\nHost: frame.example\r\n\r\n'

describe.skipIf(process.platform !== 'linux')(
  'with 256 descriptors and 600 idle connections',
  () => {
    test('frames get their pictures, and the log says once what is short', async () => {
      const files = { 'a.jpg': picture('a') }
      await using server = await startServer({ files, program: limited })
      // What the service does once, behind its start, may need a descriptor when there is none.
      await eventually(async () => existsSync(server.at('.photo-frame/trash')))
      // A frame that stays connected, as most do.
      using frame = await openConnection(server.url, '127.0.0.2')
      let isFrameConnected = true
      void frame.ended.then(() => (isFrameConnected = false))
      frame.write(health)
      expect((await frame.answer()).status).toBe(200)
      const idle = await Promise.all(
        Array.from({ length: 600 }, (_, index) => openIdle(server.url, index)),
      )
      await server.logged(/file descriptors run short/)
      for (let time = 0; time < 5; time += 1) {
        const other = await askAgain(`${server.url}/api/images/random?as=image`)
        expect(other.status).toBe(200)
      }
      expect(isFrameConnected).toBeTrue()
      expect(server.log().filter((line) => line.includes('run short'))).toHaveLength(1)
      expect(server.log().filter((line) => line.includes(' error '))).toEqual([])
      for (const connection of idle) connection.breakOff()
    })
  },
)

/** Says nothing, half a request, or a whole one, and then no more. */
async function openIdle(url: string, index: number) {
  const connection = await openConnection(url)
  connection.write(['', health.slice(0, 20), health][index % 3] ?? '')
  return connection
}

/** Asks once more where the connection broke, as clients do. */
const askAgain = (url: string) => fetch(url, { keepalive: false }).catch(() => fetch(url))
