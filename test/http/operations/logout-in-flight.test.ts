import { describe, expect, test } from 'bun:test'
import { bodyByHand, expectFailed, openApp, type TestApp } from '../../support/app.ts'
import { contentOf } from '../../support/collection.ts'
import { formAround, formType } from '../../support/form.ts'
import { picture } from '../../support/pictures.ts'

const photo = picture('a')
const { before, after } = formAround('new.jpg')
const json = 'application/json'

type Part = string | Uint8Array

const whole = Buffer.concat([before, photo, after])
const half = before.length + 20
const changes: [line: string, type: string, first: Part, rest: Part][] = [
  ['POST /api/upload', formType, whole.subarray(0, half), whole.subarray(half)],
  ['POST /api/folders', json, '{"path":"new",', '"name":"new"}'],
  ['DELETE /api/images', json, '{"images":[', '"old.jpg"]}'],
]

const files = { 'old.jpg': picture('old') }

describe.each(changes)('%s, while its body is still coming', (line, type, first, rest) => {
  /** The answer to who had access, after something was done meanwhile. */
  async function askDuring(service: TestApp, access: object, work: () => Promise<unknown>) {
    const { body, send, end } = bodyByHand()
    const answering = service.ask(line, { body, headers: { 'Content-Type': type, ...access } })
    await send(first)
    await work()
    await send(rest)
    await end()
    return answering
  }

  test('ends in 401 and changes nothing when its session is logged out or its token ended', async () => {
    await using service = await openApp({ files })
    const [cookie, other] = [await service.login(), await service.login()]
    const { id, token } = await service.told('POST /api/auth/tokens', { label: 'a program' })
    for (const [access, end] of [
      [{ Cookie: cookie }, 'POST /api/auth/logout'],
      [{ Authorization: `Bearer ${token}` }, `DELETE /api/auth/tokens/${id}`],
    ] as const) {
      const work = () => service.ask(end, { cookie: 'Cookie' in access ? cookie : other })
      await expectFailed(await askDuring(service, access, work), 'AUTHENTICATION_REQUIRED')
      expect(await contentOf(service.uploadsDir)).toEqual({ visible: ['old.jpg'], staged: [] })
    }
    // It is done when another session is logged out.
    const logout = async () =>
      service.ask('POST /api/auth/logout', { cookie: await service.login() })
    expect((await askDuring(service, { Cookie: other }, logout)).status).toBe(200)
    expect(await service.visible()).not.toEqual(['old.jpg'])
  })
})
