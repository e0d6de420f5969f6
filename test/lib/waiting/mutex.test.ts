import { expect, test } from 'bun:test'
import { Mutex } from '../../../src/lib/waiting/mutex.ts'

test('a mutex runs one task after the other, in the order of the calls', async () => {
  const mutex = new Mutex()
  const ends = [0, 1, 2].map(() => Promise.withResolvers<void>())
  const order: string[] = []
  const running = ends.map(({ promise }, index) =>
    mutex.run(async () => {
      order.push(`begin ${index}`)
      await promise
      order.push(`end ${index}`)
    }),
  )
  ends[2]?.resolve()
  ends[1]?.resolve()
  await Bun.sleep(0)
  expect(order).toEqual(['begin 0'])
  ends[0]?.resolve()
  await Promise.all(running)
  expect(order).toEqual(['begin 0', 'end 0', 'begin 1', 'end 1', 'begin 2', 'end 2'])
})

test('a mutex goes on after a task that fails, and passes its error on', async () => {
  const mutex = new Mutex()
  const failing = mutex.run(() => Promise.reject(new Error('no')))
  const next = mutex.run(async () => 'yes')
  await expect(failing).rejects.toThrow('no')
  expect(await next).toBe('yes')
})
