import { describe, expect, test } from 'bun:test'
import { LoginAttempts } from '../../../src/http/middleware/login-attempts.ts'
import { codeOf } from '../../support/collection.ts'

const right = 'right'

/** Attempts with a clock that the test moves, and sleep that moves it. */
function openAttempts() {
  const time = { now: 0 }
  const lines: string[] = []
  const checked: string[] = []
  const slept: number[] = []
  const attempts = new LoginAttempts({
    checkPassword: async (password) => {
      checked.push(password)
      await Bun.sleep(0)
      return password.startsWith(right)
    },
    clock: () => time.now,
    log: (_, line) => lines.push(line),
    sleep: async (ms) => {
      slept.push(ms)
      time.now += ms
    },
  })
  const tryFrom = (address: string, password = 'wrong', signal?: AbortSignal) =>
    codeOf(attempts.run({ address, password, signal }))
  return { time, lines, checked, slept, attempts, tryFrom }
}

test('the addresses of an IPv6 network count as one, but for the one that has logged in', async () => {
  const { tryFrom } = openAttempts()
  expect(await tryFrom('2001:db8:1:2::1', right)).toBeUndefined()
  for (let host = 2; host <= 11; host += 1) {
    expect(await tryFrom(`2001:db8:1:2::${host}`)).toBe('AUTHENTICATION_FAILED')
  }
  expect(await tryFrom('2001:db8:1:2:3:4:5:6', right)).toBe('TOO_MANY_ATTEMPTS')
  expect(await tryFrom('2001:db8:1:3::1', right)).toBeUndefined()
  expect(await tryFrom('2001:db8:1:2::1', right)).toBeUndefined()
})

const failFrom = async ({ tryFrom }: ReturnType<typeof openAttempts>, count: number) => {
  for (let host = 0; host < count; host += 1) await tryFrom(`10.0.${host >> 8}.${host & 255}`)
}

test('failures from many networks slow strangers down, and let them in all the same', async () => {
  const opened = openAttempts()
  await failFrom(opened, 100)
  expect(opened.slept).toEqual([])
  await failFrom(opened, 5)
  expect(await opened.tryFrom('192.0.2.1', right)).toBeUndefined()
  expect(opened.slept).toEqual([600, 600, 600, 600, 600, 600])
  opened.time.now += 60_000
  await opened.tryFrom('192.0.2.2')
  expect(opened.slept).toHaveLength(6)
})

test('failures from many networks do not slow down an address that has logged in, but for a month later', async () => {
  const opened = openAttempts()
  await opened.tryFrom('192.0.2.1', right)
  await failFrom(opened, 100)
  expect(await opened.tryFrom('192.0.2.1', right)).toBeUndefined()
  expect(await opened.tryFrom('192.0.2.1')).toBe('AUTHENTICATION_FAILED')
  expect(opened.slept).toEqual([])
  opened.time.now += 30 * 24 * 3_600_000
  await failFrom(opened, 100)
  await opened.tryFrom('192.0.2.1', right)
  expect(opened.slept).toHaveLength(1)
})

describe('attempts that wait', () => {
  test('do not wait for those of strangers where the address has logged in', async () => {
    const { tryFrom, checked } = openAttempts()
    await tryFrom('192.0.2.1', right)
    const strangers = Array.from({ length: 50 }, (_, host) => tryFrom(`10.0.0.${host}`, `${host}`))
    await tryFrom('192.0.2.1', `${right} again`)
    expect(checked.length).toBeLessThan(10)
    await Promise.all(strangers)
  })

  test('are bounded and checked in turns: one network does not take the room of another', async () => {
    const { tryFrom, checked } = openAttempts()
    const many = Array.from({ length: 500 }, () => tryFrom('2001:db8::1'))
    const admin = tryFrom('192.0.2.1', right)
    const codes = await Promise.all(many)
    expect(codes.filter((code) => code === 'BUSY').length).toBeGreaterThan(300)
    expect(await admin).toBeUndefined()
    expect(checked).toHaveLength(11)
    expect(checked.indexOf(right)).toBeLessThan(3)
  })

  test('are dropped with their clients', async () => {
    const { tryFrom, checked } = openAttempts()
    const controller = new AbortController()
    const first = tryFrom('192.0.2.1')
    const gone = tryFrom('192.0.2.1', 'gone', controller.signal).catch(() => 'dropped')
    controller.abort()
    await Promise.all([first, gone])
    expect(checked).toEqual(['wrong'])
  })
})

test('refusals are logged once a minute for each client', async () => {
  const { tryFrom, lines, time } = openAttempts()
  const refusals = () => lines.filter((line) => line.startsWith('login refused')).length
  for (const address of ['192.0.2.1', '192.0.2.2']) {
    for (let count = 0; count < 30; count += 1) await tryFrom(address)
  }
  expect(refusals()).toBe(2)
  expect(lines).toHaveLength(22)
  time.now += 59_000
  await tryFrom('192.0.2.1')
  expect(refusals()).toBe(2)
  time.now += 1500
  for (let count = 0; count < 30; count += 1) await tryFrom('192.0.2.1')
  expect(refusals()).toBe(3)
})
