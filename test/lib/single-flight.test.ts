import { expect, test } from 'bun:test'
import { once } from '../../src/lib/once.ts'
import { SingleFlight } from '../../src/lib/single-flight.ts'

test('callers of one key at the same time share one run, later ones get another', async () => {
  const flights = new SingleFlight<string, number>()
  let runs = 0
  const task = async () => {
    runs += 1
    const own = runs
    await Bun.sleep(0)
    return own
  }
  const [a, b, other] = [flights.run('a', task), flights.run('a', task), flights.run('b', task)]
  expect(await Promise.all([a, b, other])).toEqual([1, 1, 2])
  expect(await flights.run('a', task)).toBe(3)
})

test('a failed run is shared and not kept', async () => {
  const flights = new SingleFlight<string, number>()
  const failing = () => flights.run('a', () => Promise.reject(new Error('no')))
  const both = await Promise.allSettled([failing(), failing()])
  expect(both.map(({ status }) => status)).toEqual(['rejected', 'rejected'])
  expect(await flights.run('a', async () => 1)).toBe(1)
})

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
