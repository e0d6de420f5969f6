import { expect, test } from 'bun:test'
import { expectFailed, openApp, password, type Question, type TestApp } from '../../support/app.ts'

async function fail(service: TestApp, times = 10, question: Question = {}) {
  for (let time = 0; time < times; time += 1) {
    expect((await service.tryToLogIn('wrong', question)).status).toBe(401)
  }
}

test('after ten failed logins the next is refused, right or wrong, and a session stays open', async () => {
  await using service = await openApp()
  const cookie = await service.login()
  await fail(service)
  for (const attempt of ['wrong', password]) {
    const answer = await service.tryToLogIn(attempt)
    expect(answer.headers.get('retry-after')).toBe('60')
    expect(answer.headers.get('set-cookie')).toBeNull()
    await expectFailed(answer, 'TOO_MANY_ATTEMPTS', { retryAfter: 60 })
  }
  expect((await service.ask('GET /api/admin', { cookie })).status).toBe(200)
  expect((await service.ask('POST /api/auth/logout', { cookie })).status).toBe(200)
})

test('thirty logins at once with the right password all get in', async () => {
  await using service = await openApp()
  const logins = Array.from({ length: 30 }, () => service.tryToLogIn(password))
  const statuses = (await Promise.all(logins)).map(({ status }) => status)
  expect(statuses).toEqual(statuses.map(() => 200))
})

test('a login without a proper password, or from another site, is no attempt', async () => {
  await using service = await openApp()
  const headers = { Origin: 'https://evil.example', Host: 'photos.example' }
  for (let time = 0; time < 20; time += 1) {
    await service.tryToLogIn('')
    await service.tryToLogIn('wrong', { headers })
  }
  expect((await service.tryToLogIn(password)).status).toBe(200)
})

const via = (forwarded: string) => ({ headers: { 'X-Forwarded-For': forwarded } })

test('behind a proxy that is trusted, the address is the last of X-Forwarded-For', async () => {
  await using service = await openApp({ trustProxy: true })
  await fail(service, 10, via('192.0.2.1, 198.51.100.1'))
  expect((await service.tryToLogIn(password, via('192.0.2.2,198.51.100.1'))).status).toBe(429)
  expect((await service.tryToLogIn(password, via('192.0.2.1, 198.51.100.2'))).status).toBe(200)
  expect(service.lines.join()).toContain('login failed from 198.51.100.1')
})

test.each([
  ...['2001:db8::1', 'fe80::1%eth0', '::ffff:198.51.100.3'].map((text) => [text, 200] as const),
  // What is no address is that of the connection.
  ...['unknown', '', 'a b', '1.2.3.4.5', '%eth0'].map((text) => [text, 429] as const),
])(
  'behind a proxy that is trusted and writes %j, the connection itself then gets %d',
  async (text, status) => {
    await using service = await openApp({ trustProxy: true })
    await fail(service, 10, via(text))
    expect((await service.tryToLogIn(password, via(text))).status).toBe(429)
    expect((await service.tryToLogIn(password)).status).toBe(status)
  },
)

test('behind a proxy that is not trusted, X-Forwarded-For counts for nothing', async () => {
  await using service = await openApp()
  for (let time = 0; time < 10; time += 1) {
    await service.tryToLogIn('wrong', via(`192.0.2.${time}`))
  }
  expect((await service.tryToLogIn(password, via('192.0.2.99'))).status).toBe(429)
})
