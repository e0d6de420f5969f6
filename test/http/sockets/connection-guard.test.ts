import { describe, expect, test } from 'bun:test'
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

describe('the connections to end', () => {
  test('are those of the network that has most, the longest silent first', () => {
    const open = [1, 2, 3, 4, 5].map((silentMs) => socket('many', silentMs))
    expect(chosen([...open, socket('few', 100), socket('few', 200)], 3)).toEqual([
      'many 5',
      'many 4',
      'many 3',
    ])
  })

  test('are of all networks by turns, once those have as many', () => {
    const open = ['a', 'b', 'c'].flatMap((network) => [1, 2].map((ms) => socket(network, ms)))
    expect(chosen(open, 3).toSorted()).toEqual(['a 2', 'b 2', 'c 2'])
  })

  test('are idle ones first, and of those in use only such on which nothing happens', () => {
    const open = [
      socket('a', 999, false),
      socket('a', 1000, false),
      socket('a', 9000, false),
      socket('a', 0),
    ]
    expect(chosen(open, 3)).toEqual(['a 0', 'a 9000', 'a 1000'])
  })

  test('are none of a network that has no more than its share', () => {
    const open = Array.from({ length: 100 }, () => socket('many', 0, false))
    expect(chosen([...open, socket('few', 9000)], 50)).toEqual([])
  })

  test('are never more than are wanted, each once, and all of the largest that may be ended', () => {
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
})
