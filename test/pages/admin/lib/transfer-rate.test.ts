import { expect, test } from 'bun:test'
import * as fc from 'fast-check'
import { TransferRate } from '../../../../src/pages/admin/lib/transfer-rate.ts'

test('a steady network takes as long for the rest as for what it has sent', () => {
  const positive = fc.integer({ min: 1, max: 1_000_000 })
  fc.assert(
    fc.property(positive, positive, fc.integer({ min: 4, max: 60 }), (each, rest, seconds) => {
      const rate = new TransferRate()
      rate.add(0, 0)
      for (let at = 1; at <= seconds; at += 1) rate.add(each, at * 1000)
      const expected = (rest / each) * 1000
      // At the edge of what is looked back to, one second more or less counts.
      expect(rate.timeFor(rest, seconds * 1000)).toBeWithin(expected * 0.9, expected * 1.1)
    }),
  )
})

test('nothing is said before anybody knows, nor after a pause', () => {
  const rate = new TransferRate()
  expect(rate.timeFor(10, 0)).toBeUndefined()
  rate.add(5, 0)
  expect(rate.timeFor(10, 100)).toBeUndefined()
  rate.add(5, 5000)
  expect(rate.timeFor(10, 5000)).toBe(5000)
  rate.reset()
  expect(rate.timeFor(10, 9000)).toBeUndefined()
})
