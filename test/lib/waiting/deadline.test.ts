import { expect, test } from 'bun:test'
import { Deadline } from '../../../src/lib/waiting/deadline.ts'

const limitOf = (milliseconds: number) => new Deadline(milliseconds, () => new Error('too slow'))

test('a task in time gives its value or its error', async () => {
  const limit = limitOf(10_000)
  expect(await limit.run(async () => 7)).toBe(7)
  expect(limit.run(() => Promise.reject(new Error('own')))).rejects.toThrow('own')
})

test('while a task is overdue others are refused, and after it they are not', async () => {
  const limit = limitOf(1)
  const slow = Promise.withResolvers<string>()
  const late: string[] = []
  expect(
    limit.run(
      () => slow.promise,
      (value) => late.push(value),
    ),
  ).rejects.toThrow('too slow')
  await Bun.sleep(20)
  let hasRun = false
  const next = limit.run(async () => (hasRun = true))
  expect(next).rejects.toThrow('too slow')
  expect(hasRun).toBeFalse()
  slow.resolve('late')
  await Bun.sleep(1)
  expect(late).toEqual(['late'])
  expect(await limit.run(async () => 'again')).toBe('again')
})

test('a task that begins after others have ended is given up, too', async () => {
  const limit = limitOf(20)
  expect(await limit.run(async () => 7)).toBe(7)
  await Bun.sleep(10)
  const never = Promise.withResolvers<void>()
  expect(limit.run(() => never.promise)).rejects.toThrow('too slow')
})

test('a task that throws at once leaves no trace', async () => {
  const limit = limitOf(1)
  const failing = () => {
    throw new Error('own')
  }
  expect(limit.run(failing)).rejects.toThrow('own')
  await Bun.sleep(20)
  expect(await limit.run(async () => 7)).toBe(7)
})
