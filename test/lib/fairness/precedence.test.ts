import { expect, test } from 'bun:test'
import { Precedence } from '../../../src/lib/fairness/precedence.ts'

test('other work stands still until all urgent work has ended, also where that fails', async () => {
  const precedence = new Precedence()
  const order: string[] = []
  const ends = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const urgent = ends.map(({ promise }) => precedence.run(() => promise))
  const other = precedence.giveWay().then(() => order.push('other'))
  ends[0]?.resolve()
  await urgent[0]
  order.push('first')
  ends[1]?.reject(new Error('broken'))
  expect(await urgent[1]?.catch((error: unknown) => error)).toEqual(new Error('broken'))
  await other
  expect(order).toEqual(['first', 'other'])
})

test('other work goes on though urgent work never ends', async () => {
  const precedence = new Precedence()
  const { promise, resolve } = Promise.withResolvers<void>()
  const urgent = precedence.run(() => promise)
  let hasEnded = false
  void urgent.then(() => (hasEnded = true))
  await precedence.giveWay()
  expect(hasEnded).toBe(false)
  resolve()
  await urgent
  await precedence.giveWay()
})
