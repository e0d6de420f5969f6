import { expect, spyOn, test } from 'bun:test'
import { mkdir } from 'node:fs/promises'
import { Context } from 'hono'
import { busy } from '../../../src/errors.ts'
import { sessionIdOf } from '../../../src/http/middleware/session.ts'
import { SealedTable } from '../../../src/store/sealed-table.ts'
import { cookieOf, openApp, password } from '../../support/app.ts'
import { steppedTime } from '../../support/time.ts'

test('a logout ends this session, if there is one, and no other, and clears the cookie', async () => {
  await using service = await openApp()
  const [first, second] = [await service.login(), await service.login()]
  for (const cookie of [first, first, '', 'session=unknown']) {
    const answer = await service.ask('POST /api/auth/logout', { cookie })
    const data = { authenticated: false }
    expect(await answer.json()).toEqual({ success: true, message: expect.any(String), data })
    expect(answer.headers.get('set-cookie')).toMatch(/^session=; Max-Age=0; Path=\/; /)
  }
  expect((await service.ask('GET /api/admin', { cookie: first })).status).toBe(401)
  expect((await service.ask('GET /api/admin', { cookie: second })).status).toBe(200)
})

const ninetyDays = 'Max-Age=7776000'
const day = 24 * 60 * 60_000
const remembering = { json: { password, remember: true } }

test('a login with "remember" begins the 90 days anew with a use on another day', async () => {
  const time = { now: Date.now() }
  await using service = await openApp({ collectionClock: () => time.now })
  const cookie = cookieOf(await service.ask('POST /api/auth/login', remembering))
  const cookieOfUse = async () =>
    (await service.ask('GET /api/frames', { cookie })).headers.get('set-cookie')
  expect(await cookieOfUse()).toBeNull()
  time.now += day
  expect(await cookieOfUse()).toStartWith(`${cookie}; ${ninetyDays}; Path=/; HttpOnly`)
  expect(await cookieOfUse()).toBeNull()
  time.now += day
  const refused = await service.ask('POST /api/folders', { cookie, json: {} })
  expect(refused.status).toBe(400)
  expect(refused.headers.get('set-cookie')).toStartWith(`${cookie}; ${ninetyDays}`)
})

test.each([true, false])(
  'a login with "remember" goes on while the disk is away, and until the end of the process where it takes nothing: %p',
  async (takesNothing) => {
    await using service = await openApp()
    if (takesNothing) await mkdir(service.at('.photo-frame/sessions.json.new'))
    const cookie = cookieOf(await service.ask('POST /api/auth/login', remembering))
    const isToldInLog = service.lines.join().includes(' error a session is not remembered: ')
    expect(isToldInLog).toBe(takesNothing)
    const status = async () => (await service.ask('GET /api/frames', { cookie })).status
    using time = steppedTime()
    time.pass(1100)
    expect(await service.whileAway(status)).toBe(200)
    time.pass(1100)
    expect(await status()).toBe(200)
  },
)

test('a request that takes long is answered also where the disk answers none of its looks at sessions', async () => {
  await using service = await openApp()
  const cookie = cookieOf(await service.ask('POST /api/auth/login', remembering))
  using look = spyOn(SealedTable.prototype, 'refresh').mockRejectedValue(busy('Ask again', 1))
  const { setInterval: repeat } = globalThis
  const atOnce = (run: () => void, ms?: number) => {
    run()
    return repeat(run, ms)
  }
  using _ = spyOn(globalThis, 'setInterval').mockImplementation(Object.assign(atOnce, repeat))
  expect((await service.ask('GET /api/frames', { cookie })).status).toBe(200)
  expect(look).toHaveBeenCalled()
})

test.each([
  [true, 'https', true],
  [true, 'http, HTTPS', true],
  [true, 'https, http', false],
  [true, 'http', false],
  [false, 'https', false],
])(
  'the Secure attribute with TRUST_PROXY %p and X-Forwarded-Proto %j is %p',
  async (trustProxy, proto, expected) => {
    await using service = await openApp({ trustProxy })
    const headers = { 'X-Forwarded-Proto': proto }
    const login = await service.tryToLogIn(password, { headers })
    const logout = await service.ask('POST /api/auth/logout', { headers })
    for (const answer of [login, logout]) {
      expect(answer.headers.get('set-cookie')?.includes('; Secure')).toBe(expected)
    }
  },
)

test('the cookie of a session is found among others, and only by its whole name', () => {
  const bringsOne = (headers: Record<string, string>) =>
    sessionIdOf(new Context(new Request('http://localhost', { headers }))) !== ''
  const found = (cookie: string) => bringsOne({ Cookie: cookie })
  expect(['session=1', 'a=b; session=1', 'a=b;session=1; c=d'].every(found)).toBeTrue()
  expect(['', 'my-session=1', 'a=session=1', 'sessions=1'].some(found)).toBeFalse()
  expect(bringsOne({})).toBeFalse()
})
