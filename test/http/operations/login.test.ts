import { expect, test } from 'bun:test'
import { cookieOf, expectFailed, openApp, password } from '../../support/app.ts'

test.each([
  [undefined, []],
  [false, []],
  [true, ['Max-Age=7776000']],
])(
  'the right password opens a session with a cookie for this site alone, remembered: %p',
  async (remember, kept) => {
    await using service = await openApp()
    const answer = await service.ask('POST /api/auth/login', { json: { password, remember } })
    const cookie = cookieOf(answer)
    expect(cookie).toMatch(/^session=[\w.-]{20,}$/)
    const body: unknown = await answer.json()
    expect(body).toEqual({
      success: true,
      message: expect.any(String),
      data: { authenticated: true, sessionId: cookie.slice('session='.length) },
    })
    expect(JSON.stringify(body)).not.toContain(password)
    const attributes = (answer.headers.get('set-cookie') ?? '').split('; ').slice(1)
    expect(attributes.toSorted()).toEqual(['HttpOnly', ...kept, 'Path=/', 'SameSite=Strict'])
    expect((await service.ask('GET /api/admin', { cookie })).status).toBe(200)
  },
)

test('the right password is taken up to 1,024 characters, spaces at its ends included', async () => {
  const long = ` ${'é'.repeat(1022)} `
  await using service = await openApp({ checkPassword: async (attempt) => attempt === long })
  expect((await service.tryToLogIn(long)).status).toBe(200)
  expect((await service.tryToLogIn(long.trim())).status).toBe(401)
})

test('the right password opens a session of its own each time, whatever cookie comes along', async () => {
  await using service = await openApp()
  const [first, foreign] = [await service.login(), 'session=chosen-by-a-client']
  const cookies = [first]
  for (const cookie of [first, foreign]) {
    cookies.push(cookieOf(await service.tryToLogIn(password, { cookie })))
  }
  expect(new Set([...cookies, foreign]).size).toBe(4)
  for (const cookie of [...cookies, foreign]) {
    const { status } = await service.ask('GET /api/admin', { cookie })
    expect(status).toBe(cookie === foreign ? 401 : 200)
  }
})

test('a wrong password gets no cookie, and is logged with the address and told to nobody', async () => {
  await using service = await openApp({ logLevel: 'debug' })
  const similar = [`${password} `, password.toUpperCase(), password.slice(1), '\0']
  for (const wrong of ['hunter2', ...similar]) {
    const answer = await service.tryToLogIn(wrong, { address: '::ffff:192.0.2.7' })
    expect(await answer.clone().text()).not.toContain(wrong)
    await expectFailed(answer, 'AUTHENTICATION_FAILED')
    expect(answer.headers.get('set-cookie')).toBeNull()
  }
  await service.tryToLogIn(password)
  const log = service.lines.join('\n')
  expect(log).toContain('warn login failed from 192.0.2.7')
  for (const secret of ['hunter2', password]) expect(log).not.toContain(secret)
})
