import { describe, expect, test } from 'bun:test'
import { readdir } from 'node:fs/promises'
import { bodyByHand, failed, openApp, type TestApp } from '../../support/app.ts'
import { formAround, formType } from '../../support/form.ts'
import { picture } from '../../support/pictures.ts'

const photo = picture('a')
const { before, after } = formAround('new.jpg')
const json = 'application/json'

const changes: [
  line: string,
  type: string,
  first: string | Uint8Array,
  rest: string | Uint8Array,
][] = [
  [
    'POST /api/upload',
    formType,
    Buffer.concat([before, photo.subarray(0, 20)]),
    Buffer.concat([photo.subarray(20), after]),
  ],
  ['POST /api/folders', json, '{"path":"new",', '"name":"new"}'],
  ['DELETE /api/images', json, '{"images":[', '"old.jpg"]}'],
]

const visible = async (service: TestApp) =>
  (await readdir(service.uploadsDir, { recursive: true })).filter((name) => !name.startsWith('.'))

describe.each(changes)('%s, while its body is still coming', (line, type, first, rest) => {
  test.each<
    [string, (service: TestApp) => Promise<{ headers: object; end: () => Promise<unknown> }>]
  >([
    [
      'the session is logged out',
      async ({ login, ask }) => {
        const headers = { Cookie: await login() }
        return { headers, end: () => ask('POST /api/auth/logout', { headers }) }
      },
    ],
    [
      'the token is ended',
      async ({ told, admin }) => {
        const { id, token } = await told('POST /api/auth/tokens', { label: 'a program' })
        const headers = { Authorization: `Bearer ${token}` }
        return { headers, end: () => admin(`DELETE /api/auth/tokens/${id}`) }
      },
    ],
  ])('ends in 401 and changes nothing when %s', async (_, open) => {
    await using service = await openApp({ files: { 'old.jpg': picture('old') } })
    const access = await open(service)
    const { body, send, end } = bodyByHand()
    const headers = { 'Content-Type': type, ...access.headers }
    const answering = service.ask(line, { body, headers })
    await send(first)
    await access.end()
    await send(rest)
    await end()
    const answer = await answering
    expect(answer.status).toBe(401)
    expect(await answer.json()).toEqual(failed('AUTHENTICATION_REQUIRED'))
    expect(await visible(service)).toEqual(['old.jpg'])
    expect(await readdir(service.at('.photo-frame/staging'))).toEqual([])
  })

  test('is done when another session is logged out', async () => {
    await using service = await openApp({ files: { 'old.jpg': picture('old') } })
    const [cookie, other] = [await service.login(), await service.login()]
    const { body, send, end } = bodyByHand()
    const answering = service.ask(line, { body, headers: { 'Content-Type': type }, cookie })
    await send(first)
    await service.ask('POST /api/auth/logout', { cookie: other })
    await send(rest)
    await end()
    expect((await answering).status).toBe(200)
    expect(await visible(service)).not.toEqual(['old.jpg'])
  })
})
