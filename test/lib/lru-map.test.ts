import { describe, expect, test } from 'bun:test'
import * as fc from 'fast-check'
import { LruMap } from '../../src/lib/lru-map.ts'

const keys = fc.constantFrom('a', 'b', 'c', 'd', 'e')
const step = fc.oneof(
  fc.record({ act: fc.constant('get' as const), key: keys }),
  fc.record({ act: fc.constant('delete' as const), key: keys }),
  fc.record({
    act: fc.constant('set' as const),
    key: keys,
    weight: fc.integer({ min: 0, max: 6 }),
  }),
)

/** The same map, written as plainly as can be: a list with the newest entry at its end. */
class ListOfEntries {
  entries: { key: string; weight: number }[] = []

  get(key: string): number | undefined {
    const entry = this.entries.find((each) => each.key === key)
    if (entry === undefined) return undefined
    this.delete(key)
    this.entries.push(entry)
    return entry.weight
  }

  set(key: string, weight: number, capacity: number): void {
    this.delete(key)
    if (weight > 5) return
    this.entries.push({ key, weight })
    while (this.weight > capacity) this.entries.shift()
  }

  delete(key: string): void {
    this.entries = this.entries.filter((each) => each.key !== key)
  }

  get weight(): number {
    return this.entries.reduce((sum, { weight }) => sum + weight, 0)
  }
}

describe('a map of bounded weight', () => {
  test('holds what a plain list of the entries used last would hold', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 12 }), fc.array(step), (capacity, steps) => {
        const options = { capacity, maxWeight: 5, weigh: (weight: number) => weight }
        const map = new LruMap<string, number>(options)
        const list = new ListOfEntries()
        for (const each of steps) {
          if (each.act === 'get') expect(map.get(each.key)).toBe(list.get(each.key))
          if (each.act === 'delete') {
            map.delete(each.key)
            list.delete(each.key)
          }
          if (each.act === 'set') {
            map.set(each.key, each.weight)
            list.set(each.key, each.weight, capacity)
          }
          const entries = Array.from(map.entries(), ([key, weight]) => ({ key, weight }))
          expect(entries).toEqual(list.entries)
        }
      }),
    )
  })
})
