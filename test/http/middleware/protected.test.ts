import { describe, expect, test } from 'bun:test'
import { failed, openApp } from '../../support/app.ts'
import { requests } from '../openapi/requests.ts'

describe('a protected operation', () => {
  const operations = Object.keys(requests).filter(
    (line) => '401 AUTHENTICATION_REQUIRED' in (requests[line] ?? {}) && !line.includes('current'),
  )

  test.each([
    ['no cookie', undefined],
    ['an empty cookie', 'session='],
    ['an id that was never given out', `session=${crypto.randomUUID()}`],
    ['an id of words', 'session=admin; session=true'],
    ['the id of a session that was logged out', 'the last'],
  ])('is refused with %s', async (_, sent) => {
    await using service = await openApp()
    const last = await service.login()
    await service.ask('POST /api/auth/logout', { cookie: last })
    const cookie = sent === 'the last' ? last : sent
    for (const operation of operations) {
      const answer = await service.ask(operation, cookie === undefined ? {} : { cookie })
      expect([operation, answer.status]).toEqual([operation, 401])
      expect(await answer.json()).toEqual(failed('AUTHENTICATION_REQUIRED'))
      expect(answer.headers.get('set-cookie')).toBeNull()
    }
  })

  test.each([
    ['malformed JSON', '{', 'application/json'],
    ['JSON of another shape', '[]', 'application/json'],
    ['a form that is none', 'x', 'multipart/form-data'],
    ['a body over every limit', 'x'.repeat(2 * 1024 ** 2), 'application/json'],
  ])('is refused for the missing session first, with %s', async (_, body, type) => {
    await using service = await openApp()
    for (const operation of operations.filter((line) => !line.startsWith('GET'))) {
      const answer = await service.ask(operation, { body, headers: { 'Content-Type': type } })
      expect(await answer.json()).toEqual(failed('AUTHENTICATION_REQUIRED'))
    }
  })

  test.each<[Record<string, string>]>([[{}], [{ Authorization: 'Bearer none' }]])(
    'is refused before anything of the body is read, with %j',
    async (headers) => {
      await using service = await openApp()
      for (const operation of operations.filter((line) => !line.startsWith('GET'))) {
        let isRead = false
        const pull = () => void (isRead = true)
        const body = new ReadableStream<Uint8Array>({ pull }, { highWaterMark: 0 })
        const address = operation
        expect((await service.ask(operation, { body, headers, address })).status).toBe(401)
        expect(isRead).toBeFalse()
      }
    },
  )
})
