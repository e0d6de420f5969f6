import { expect, test } from 'bun:test'
import { once } from '../../src/lib/once.ts'

test('once makes a value one time, but tries again after a failure', async () => {
  let calls = 0
  const value = once(async () => {
    calls += 1
    if (calls === 1) throw new Error('no')
    return calls
  })
  await expect(value()).rejects.toThrow('no')
  expect(await Promise.all([value(), value()])).toEqual([2, 2])
})
