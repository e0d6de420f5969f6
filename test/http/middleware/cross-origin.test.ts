import { expect, test } from 'bun:test'
import { expectFailed, openApp, password } from '../../support/app.ts'

const host = 'photos.example'

test.each([
  ['https://evil.example', host],
  ['http://photos.example:8080', host],
  ['http://photos.example', 'photos.example:3000'],
  ['https://sub.photos.example', host],
  ['https://photos.example.evil.example', host],
  ['https://evil.example/photos.example', host],
  ['https://photos.example@evil.example', host],
  ['null', host],
  ['', host],
  ['photos.example', host],
  ['file://', host],
  ['file://', ''],
  ['http://localhost', '127.0.0.1'],
])('a change that a page of %j asks %j for is refused', async (origin, host) => {
  await using service = await openApp()
  const headers = { Origin: origin, Host: host }
  const answer = await service.tryToLogIn(password, { headers })
  await expectFailed(answer, 'CROSS_ORIGIN')
  expect(answer.headers.get('set-cookie')).toBeNull()
  expect(answer.headers.get('access-control-allow-origin')).toBeNull()
  const cookie = await service.login()
  expect((await service.ask('POST /api/auth/logout', { cookie, headers })).status).toBe(403)
  expect((await service.ask('GET /api/admin', { cookie })).status).toBe(200)
})

test.each([
  ['http://photos.example', host],
  ['http://photos.example:3000', 'photos.example:3000'],
  ['http://192.168.1.20:3000', '192.168.1.20:3000'],
  ['http://[fd00::1]:3000', '[fd00::1]:3000'],
  ['http://photos.example', 'PHOTOS.example'],
  ['http://photos.example', 'photos.example:80'],
  // A proxy that ends TLS passes the host on, not the scheme.
  ['https://photos.example', host],
  ['https://photos.example', 'photos.example:443'],
  ['https://photos.example:8443', 'photos.example:8443'],
])('a change that a page of %j asks its own host %j for is made', async (origin, host) => {
  await using service = await openApp()
  const headers = { Origin: origin, Host: host }
  expect((await service.tryToLogIn(password, { headers })).status).toBe(200)
})
