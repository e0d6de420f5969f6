import { expect, test } from 'bun:test'
import { expectFailed, openApp, password } from '../../support/app.ts'

const host = 'photos.example'

const foreign = [
  ['https://evil.example', 'http://photos.example:8080', 'https://sub.photos.example', 'null', ''],
  ['https://photos.example.evil.example', 'https://evil.example/photos.example', 'file://'],
  ['https://photos.example@evil.example', 'photos.example'],
].flat()

test.each([
  ...foreign.map((origin) => [origin, host] as const),
  ['http://photos.example', 'photos.example:3000'],
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

// A proxy that ends TLS passes the host on, not the scheme.
test.each([
  ['http://photos.example', 'PHOTOS.example'],
  ['http://photos.example', 'photos.example:80'],
  ['https://photos.example', 'photos.example:443'],
  ...[host, 'photos.example:3000', '192.168.1.20:3000', '[fd00::1]:3000'].flatMap((own) =>
    ['http', 'https'].map((scheme) => [`${scheme}://${own}`, own] as const),
  ),
])('a change that a page of %j asks its own host %j for is made', async (Origin, Host) => {
  await using service = await openApp()
  expect((await service.tryToLogIn(password, { headers: { Origin, Host } })).status).toBe(200)
})
