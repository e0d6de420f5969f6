import { describe, expect, test } from 'bun:test'
import { generate } from 'lean-qr'
import { toSvgDataURL } from 'lean-qr/extras/svg'
import { z } from 'zod'
import { openApp } from '../../support/app.ts'

const answerSchema = z.object({ data: z.object({ url: z.string(), qr: z.string() }) })

async function addressAt(
  host: string | undefined,
  options: { trustProxy?: boolean } = {},
  more = {},
) {
  await using service = await openApp(options)
  const headers = { ...(host === undefined ? {} : { Host: host }), ...more }
  const answer = await service.ask('GET /api/address', { headers })
  return answerSchema.parse(await answer.json()).data
}

describe('the address for other devices', () => {
  test.each(['192.168.1.20:3000', 'raspberrypi.local:3000', 'frames.example', '[fd00::1]:8080'])(
    'is the one that was asked for: %s',
    async (host) => {
      expect((await addressAt(host)).url).toBe(`http://${host}/`)
    },
  )

  test.each([
    'localhost:3000',
    '127.0.0.1:3000',
    '[::1]:3000',
    'frame.localhost:3000',
    '0.0.0.0:3000',
  ])('is one of the network where the board asks itself: %s', async (host) => {
    const { url } = await addressAt(host)
    expect(url).toEndWith(':3000/')
    expect(url).not.toMatch(/127\.|::1|0\.0\.0\.0|frame\./)
  })

  test.each(['a"b', 'x y', '<b>', 'a/b', 'h'.repeat(300)])(
    'is never made of what is no host: %p',
    async (host) => {
      expect((await addressAt(host)).url).toMatch(/^http:\/\/[\w.:[\]]+\/$/)
    },
  )

  test('begins with https where a trusted proxy says so', async () => {
    const proxied = { 'X-Forwarded-Proto': 'https' }
    const { url } = await addressAt('frames.example', { trustProxy: true }, proxied)
    expect(url).toBe('https://frames.example/')
    expect((await addressAt('frames.example', {}, proxied)).url).toBe('http://frames.example/')
  })

  test('comes with a QR code that leads to where pictures are added', async () => {
    const { qr } = await addressAt('one.example')
    expect(qr).toBe(toSvgDataURL(generate('http://one.example/admin')))
    expect(qr).toStartWith('data:image/svg+xml;base64,')
  })
})
