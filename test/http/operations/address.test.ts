import { describe, expect, test } from 'bun:test'
import { generate } from 'lean-qr'
import { toSvgDataURL } from 'lean-qr/extras/svg'
import { z } from 'zod'
import { openApp } from '../../support/app.ts'

const answerSchema = z.object({ data: z.object({ url: z.string(), qr: z.string() }) })

async function addressAt(headers: Record<string, string>, trustProxy = false) {
  await using service = await openApp({ trustProxy })
  const answer = await service.ask('GET /api/address', { headers })
  return answerSchema.parse(await answer.json()).data
}

describe('the address for other devices', () => {
  test('is the one that was asked for, with a QR code that leads to where pictures are added', async () => {
    for (const host of ['192.168.1.20:3000', 'frame.local:3000', 'a.example', '[fd00::1]:8080']) {
      const { url, qr } = await addressAt({ Host: host })
      expect(url).toBe(`http://${host}/`)
      expect(qr).toBe(toSvgDataURL(generate(`http://${host}/admin`)))
    }
  })

  test('is one of the network where the board asks itself', async () => {
    for (const host of ['localhost', '127.0.0.1', '[::1]', 'frame.localhost', '0.0.0.0']) {
      const { url } = await addressAt({ Host: `${host}:3000` })
      expect(url).toEndWith(':3000/')
      expect(url).not.toMatch(/127\.|::1|0\.0\.0\.0|frame\./)
    }
  })

  test('is never made of what is no host', async () => {
    for (const host of ['a"b', 'x y', '<b>', 'a/b', 'h'.repeat(300)]) {
      expect((await addressAt({ Host: host })).url).toMatch(/^http:\/\/[\w.:[\]]+\/$/)
    }
  })

  test('begins with https where a trusted proxy says so', async () => {
    for (const [trustProxy, scheme] of [
      [true, 'https'],
      [false, 'http'],
    ] as const) {
      const { url } = await addressAt(
        { Host: 'a.example', 'X-Forwarded-Proto': 'https' },
        trustProxy,
      )
      expect(url).toBe(`${scheme}://a.example/`)
    }
  })
})
