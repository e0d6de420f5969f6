import { expect, test } from 'bun:test'
import { failed, openApp } from '../../support/app.ts'
import { openOperations } from '../openapi/operations.ts'
import { requests } from '../openapi/requests.ts'

const required = failed('AUTHENTICATION_REQUIRED')
const operations = Object.keys(requests).filter(
  (line) => '401 AUTHENTICATION_REQUIRED' in (requests[line] ?? {}) && !line.includes('current'),
)

test('a protected operation is refused without an id, with one that was never given out, and after the logout', async () => {
  await using service = await openApp()
  const last = await service.login()
  await service.ask('POST /api/auth/logout', { cookie: last })
  const unknown = ['session=', `session=${crypto.randomUUID()}`, 'session=admin; session=true']
  for (const cookie of [...unknown, last]) {
    for (const operation of operations) {
      const answer = await service.ask(operation, { cookie })
      expect([operation, await answer.json()]).toEqual([operation, required])
      expect(answer.headers.get('set-cookie')).toBeNull()
    }
  }
})

test.each<[Record<string, string>]>([
  [{}],
  [{ 'Content-Type': 'text/plain', 'Content-Length': '99999999999' }],
  [{ Authorization: 'Bearer none' }],
])(
  'a protected operation is refused before anything of the body is read, with %j',
  async (headers) => {
    await using service = await openApp()
    for (const address of operations.filter((line) => !line.startsWith('GET'))) {
      let isRead = false
      const pull = () => void (isRead = true)
      const body = new ReadableStream<Uint8Array>({ pull }, { highWaterMark: 0 })
      const answer = await service.ask(address, { body, headers, address })
      expect(await answer.json()).toEqual(required)
      expect(isRead).toBeFalse()
    }
  },
)

test('of what changes something, only this needs no session: to log in and out, to take back as a guest, to log as a panel', () => {
  expect(openOperations.filter((on) => !on.startsWith('GET '))).toEqual([
    'POST /api/auth/login',
    'POST /api/auth/logout',
    'DELETE /api/invitations/current/images',
    'POST /api/log',
  ])
})

test('of what is read, only this needs no session', () => {
  expect(openOperations.filter((on) => on.startsWith('GET '))).toEqual([
    'GET /api/images/random',
    'GET /api/images/facts',
    'GET /uploads/:path',
    'GET /api/folders',
    'GET /api/invitations/current',
    'GET /api/frames/:name',
    'GET /api/frames/:name/invitation',
    'GET /api/setup',
    'GET /api/display',
    'GET /api/health',
    'GET /api/address',
    'GET /api/tags',
    'GET /',
    'GET /api/openapi.json',
    'GET /api/docs',
  ])
})
