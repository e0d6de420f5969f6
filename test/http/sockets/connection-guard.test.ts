import { expect, test } from 'bun:test'
import * as fc from 'fast-check'
import { chooseConnections } from '../../../src/http/sockets/connection-guard.ts'
import type { OpenSocket } from '../../../src/http/sockets/open-sockets.ts'

let descriptor = 0
const socket = (network: string, silentMs: number, isIdle = true): OpenSocket => ({
  descriptor: (descriptor += 1),
  network,
  isIdle,
  silentMs,
})

const chosen = (open: OpenSocket[], count: number) =>
  chooseConnections(open, count).map(({ network, silentMs }) => `${network} ${silentMs}`)

const many = (count: number, isIdle = true) =>
  Array.from({ length: count }, (_, index) => socket('many', isIdle ? index + 1 : 0, isIdle))
const few = [socket('few', 100), socket('few', 200)]
const three = ['a', 'b', 'c'].flatMap((network) => [1, 2].map((ms) => socket(network, ms)))
const inUse = [socket('a', 0), ...[999, 1000, 9000].map((ms) => socket('a', ms, false))]
const late = socket('few', 9000)

test.each<[string, OpenSocket[], number, string[]]>([
  ['of the network that has most', [...many(5), ...few], 3, ['many 5', 'many 4', 'many 3']],
  ['of all networks by turns, once those have as many', three, 3, ['a 2', 'b 2', 'c 2']],
  ['idle ones first, then silent ones', inUse, 3, ['a 0', 'a 9000', 'a 1000']],
  ['none of a network that has no more than its share', [...many(100, false), late], 50, []],
])('the connections to end are %s', (_, open, count, expected) => {
  expect(chosen(open, count)).toEqual(expected)
})

test('the connections to end are never more than are wanted, each once, and all of the largest that may be ended', () => {
  const any = fc.record({
    network: fc.constantFrom('a', 'b', 'c'),
    silentMs: fc.nat(4000),
    isIdle: fc.boolean(),
  })
  fc.assert(
    fc.property(fc.array(any), fc.nat(30), (all, count) => {
      const open = all.map((each) => socket(each.network, each.silentMs, each.isIdle))
      const ended = chooseConnections(open, count)
      expect(ended.length).toBeLessThanOrEqual(count)
      expect(new Set(ended).size).toBe(ended.length)
      expect(ended.every(({ isIdle, silentMs }) => isIdle || silentMs >= 1000)).toBeTrue()
      if (ended.length === count) return
      const left = Map.groupBy(
        open.filter((each) => !ended.includes(each)),
        ({ network }) => network,
      )
      for (const sockets of left.values()) {
        const isInUse = sockets.every(({ isIdle, silentMs }) => !isIdle && silentMs < 1000)
        const share = Math.max(
          1,
          (open.length - count) / new Set(all.map((each) => each.network)).size,
        )
        expect(isInUse || sockets.length <= share).toBeTrue()
      }
    }),
  )
})
