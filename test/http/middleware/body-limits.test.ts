import { describe, expect, test } from 'bun:test'
import { failed, openApp, password, type Question } from '../../support/app.ts'

const kibibyte = 1024

/** A JSON body of so many bytes. */
function padded(value: unknown, bytes: number): string {
  const text = JSON.stringify(value)
  return text + ' '.repeat(bytes - text.length)
}

/** The ways to send a body: with its length said before, or in chunks. */
const ways: [string, (body: string) => Question][] = [
  ['with its length', (body) => ({ body, headers: lengthOf(body) })],
  ['in chunks', (body) => ({ body: chunked(body), headers: json })],
]

const json = { 'Content-Type': 'application/json' }
const lengthOf = (body: string) => ({ ...json, 'Content-Length': String(body.length) })

function chunked(body: string): ReadableStream<Uint8Array> {
  let sent = 0
  return new ReadableStream({
    pull(controller) {
      if (sent >= body.length) return controller.close()
      controller.enqueue(Buffer.from(body.slice(sent, sent + 1000)))
      sent += 1000
    },
  })
}

describe.each(ways)('a body that comes %s', (_, question) => {
  test('may have 16 KiB for a login, and no byte more', async () => {
    await using service = await openApp()
    const login = (bytes: number) =>
      service.ask('POST /api/auth/login', question(padded({ password }, bytes)))
    expect((await login(16 * kibibyte)).status).toBe(200)
    const answer = await login(16 * kibibyte + 1)
    expect(answer.status).toBe(413)
    expect(await answer.json()).toEqual(failed('BODY_TOO_LARGE'))
    expect(answer.headers.get('set-cookie')).toBeNull()
  })

  test.each<[string, unknown]>([
    ['POST /api/folders', { path: 'a', name: 'a' }],
    ['DELETE /api/images', { images: ['a.jpg'] }],
    ['POST /api/images/move', { images: ['a.jpg'], folder: 'b' }],
  ])('may have 1 MiB for %s, and no byte more', async (operation, value) => {
    await using service = await openApp()
    const cookie = await service.login()
    const send = (bytes: number) =>
      service.ask(operation, { ...question(padded(value, bytes)), cookie })
    expect((await send(kibibyte ** 2)).status).toBe(200)
    const answer = await send(kibibyte ** 2 + 1)
    expect(answer.status).toBe(413)
    expect(await answer.json()).toEqual(failed('BODY_TOO_LARGE'))
  })

  test('may be anything where none is read', async () => {
    await using service = await openApp()
    const answer = await service.ask('POST /api/auth/logout', question('x'.repeat(kibibyte ** 2)))
    expect(answer.status).toBe(200)
  })
})
