import { describe, expect, test } from 'bun:test'
import { bodyByHand, expectFailed, openApp, type TestApp } from '../../support/app.ts'
import { contentOf } from '../../support/collection.ts'
import { formAround, formType } from '../../support/form.ts'
import { picture } from '../../support/pictures.ts'

const photo = picture('a')
const { before, after } = formAround('new.jpg')
const json = 'application/json'

type Part = string | Uint8Array

const changes: [line: string, type: string, first: Part, rest: Part][] = [
  [
    'POST /api/upload',
    formType,
    Buffer.concat([before, photo.subarray(0, 20)]),
    Buffer.concat([photo.subarray(20), after]),
  ],
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

  test.each<[string, (service: TestApp) => Promise<[access: object, end: string]>]>([
    [
      'the session is logged out',
      async ({ login }) => [{ Cookie: await login() }, 'POST /api/auth/logout'],
    ],
    [
      'the token is ended',
      async ({ told }) => {
        const { id, token } = await told('POST /api/auth/tokens', { label: 'a program' })
        return [{ Authorization: `Bearer ${token}` }, `DELETE /api/auth/tokens/${id}`]
      },
    ],
  ])('ends in 401 and changes nothing when %s', async (_, open) => {
    await using service = await openApp({ files })
    const [access, end] = await open(service)
    const cookie = 'Cookie' in access ? String(access.Cookie) : await service.login()
    const answer = await askDuring(service, access, () => service.ask(end, { cookie }))
    await expectFailed(answer, 'AUTHENTICATION_REQUIRED')
    expect(await contentOf(service.uploadsDir)).toEqual({ visible: ['old.jpg'], staged: [] })
  })

  test('is done when another session is logged out', async () => {
    await using service = await openApp({ files })
    const [cookie, other] = [await service.login(), await service.login()]
    const logout = () => service.ask('POST /api/auth/logout', { cookie: other })
    expect((await askDuring(service, { Cookie: cookie }, logout)).status).toBe(200)
    expect(await service.visible()).not.toEqual(['old.jpg'])
  })
})
