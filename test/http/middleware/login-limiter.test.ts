import { describe, expect, test } from 'bun:test'
import { z } from 'zod'
import { LoginLimiter } from '../../../src/http/middleware/login-limiter.ts'

const second = 1000
const minute = 60 * second
const refusal = z.object({ details: z.object({ retryAfter: z.number() }) })

/** A limiter whose clock the test moves. */
function limiterAt(start = 0) {
  const time = { now: start }
  const limiter = new LoginLimiter(() => time.now)
  /** Seconds to wait, or 0 where the attempt may go ahead. */
  const attempt = (address = 'a') => {
    try {
      limiter.attempt(address)
      return 0
    } catch (error) {
      expect(error).toMatchObject({ code: 'TOO_MANY_ATTEMPTS' })
      return refusal.parse(error).details.retryAfter
    }
  }
  const fail = (times: number, address = 'a') => {
    for (let time = 0; time < times; time += 1) expect(attempt(address)).toBe(0)
  }
  return { time, limiter, attempt, fail }
}

describe('an address', () => {
  test('waits 60 s at first, whatever fraction of a millisecond the clock shows', () => {
    const { attempt, fail } = limiterAt(99_999.7)
    fail(10)
    expect(attempt()).toBe(60)
  })

  test('is told the seconds that are left, and no attempt makes them more', () => {
    const { time, attempt, fail } = limiterAt()
    fail(10)
    attempt()
    time.now += 20.5 * second
    expect(attempt()).toBe(40)
    time.now += 39.4 * second
    expect(attempt()).toBe(1)
    time.now += 0.1 * second
    expect(attempt()).toBe(0)
  })

  test('has ten more attempts after its wait, then waits twice as long, up to 15 minutes', () => {
    const { time, attempt, fail } = limiterAt()
    for (const wait of [60, 120, 240, 480, 900, 900, 900]) {
      fail(10)
      expect(attempt()).toBe(wait)
      time.now += wait * second
    }
  })

  test('may try again as soon as its oldest failure is a minute old', () => {
    const { time, attempt, fail } = limiterAt()
    fail(1)
    time.now += 30 * second
    fail(9)
    time.now += 30 * second
    expect(attempt()).toBe(0)
    expect(attempt()).toBe(60)
  })

  test('is forgiven when it gets the password right', () => {
    const { time, limiter, attempt, fail } = limiterAt()
    fail(10)
    expect(attempt()).toBe(60)
    time.now += minute
    fail(10)
    limiter.succeed('a')
    fail(10)
    expect(attempt()).toBe(60)
  })

  test('is a stranger again after an hour without a failure, and not earlier', () => {
    for (const [minutes, wait] of [
      [60, 60],
      [59, 120],
    ] as const) {
      const { time, attempt, fail } = limiterAt()
      fail(10)
      expect(attempt()).toBe(60)
      time.now += minute + minutes * minute
      fail(10)
      expect(attempt()).toBe(wait)
    }
  })
})

test('of many addresses 10,000 are remembered, those that tried last', () => {
  const { attempt, fail } = limiterAt()
  fail(10, 'first')
  fail(10, 'other')
  for (let index = 0; index < 20_000; index += 1) {
    if (index % 5000 === 0) expect(attempt('first')).toBe(60)
    attempt(`address ${index}`)
  }
  expect(attempt('first')).toBe(60)
  expect(attempt('other')).toBe(0)
})
