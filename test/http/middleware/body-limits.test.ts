import { describe, expect, test } from 'bun:test'
import { expectFailed, openApp, password, type Question } from '../../support/app.ts'

const kibibyte = 1024

/** A JSON body of so many bytes. */
function padded(value: unknown, bytes: number): string {
  const text = JSON.stringify(value)
  return text + ' '.repeat(bytes - text.length)
}

/** The ways to send a body: with its length said before, or in chunks. */
const ways: [string, (body: string) => Question][] = [
  ['with its length', (body) => ({ body, headers: lengthOf(body) })],
  ['in chunks', (body) => ({ body: new Blob([body]).stream(), headers: json })],
]

const json = { 'Content-Type': 'application/json' }
const lengthOf = (body: string) => ({ ...json, 'Content-Length': String(body.length) })

describe.each(ways)('a body that comes %s', (_, question) => {
  test.each<[string, unknown, number]>([
    ['POST /api/auth/login', { password }, 16 * kibibyte],
    ['DELETE /api/images', { images: ['a.jpg'] }, kibibyte ** 2],
  ])('for %s %j may have %d bytes, and no byte more', async (line, value, limit) => {
    await using service = await openApp()
    const cookie = await service.login()
    const send = (bytes: number) => service.ask(line, { ...question(padded(value, bytes)), cookie })
    expect((await send(limit)).status).toBe(200)
    await expectFailed(await send(limit + 1), 'BODY_TOO_LARGE')
  })

  test('may be anything where none is read', async () => {
    await using service = await openApp()
    const answer = await service.ask('POST /api/auth/logout', question('x'.repeat(kibibyte ** 2)))
    expect(answer.status).toBe(200)
  })
})
