import { describe, expect, test } from 'bun:test'
import { join } from 'node:path'
import * as fc from 'fast-check'
import { NameMap, type Usage } from '../../src/frames/name-map.ts'

const today: Usage = { days: 1, lastDay: 20 }
const earlier: Usage = { days: 1, lastDay: 19 }
const settled: Usage = { days: 2, lastDay: 20 }

const openMap = (capacity: number, newCapacity = Number.POSITIVE_INFINITY) =>
  new NameMap<Usage>({ capacity, newCapacity, weigh: () => 1, usageOf: (usage) => usage })

const keysOf = (map: NameMap<Usage>) => Array.from(map.entries(), ([key]) => key)

const numbered = (count: number, name: string) =>
  Array.from({ length: count }, (_, index) => `${name} ${index}`)

describe('where there is no room', () => {
  test('the newest of this day goes, however often another one was used', () => {
    const map = openMap(3)
    for (const key of ['a', 'b', 'c']) map.set(key, today)
    map.get('a')
    map.set('b', { ...today })
    map.set('d', today)
    expect(keysOf(map)).toEqual(['a', 'b', 'd'])
  })

  test('what was used on one earlier day only goes first, the oldest of it', () => {
    const map = openMap(4)
    for (const key of ['a', 'b']) map.set(key, earlier)
    for (const key of ['c', 'd', 'e']) map.set(key, today)
    expect(keysOf(map)).toEqual(['b', 'c', 'd', 'e'])
  })

  test('of what is settled, only the least recently used goes, and only for a few new ones', () => {
    const map = openMap(100)
    const known = numbered(100, 'settled')
    for (const key of known) map.set(key, settled)
    for (const key of known.slice(0, 90)) map.get(key)
    for (const key of numbered(1000, 'new')) map.set(key, today)
    const kept = keysOf(map)
    expect(kept.filter((key) => key.startsWith('settled'))).toEqual(known.slice(0, 90))
    expect(kept).toContain('new 999')
  })

  test('what is new is bounded in weight, too, beside any number that is settled', () => {
    const map = openMap(100, 5)
    for (const key of numbered(50, 'settled')) map.set(key, settled)
    for (const key of numbered(50, 'new')) map.set(key, today)
    expect(keysOf(map)).toHaveLength(55)
  })

  test('it never holds more than it may, and always what was set last', () => {
    const entry = fc.record({
      key: fc.integer({ min: 0, max: 30 }),
      usage: fc.constantFrom(today, earlier, settled),
    })
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 12 }), fc.array(entry), (capacity, entries) => {
        const map = openMap(capacity)
        for (const { key, usage } of entries) {
          map.set(`${key}`, usage)
          expect(keysOf(map).length).toBeLessThanOrEqual(capacity)
          expect(map.get(`${key}`)).toBe(usage)
        }
      }),
    )
  })
})

test('an entry that takes the place of another one leaves little garbage', async () => {
  const script = `
    import { heapStats } from 'bun:jsc'
    import { NameMap } from ${JSON.stringify(join(import.meta.dir, '../../src/frames/name-map.ts'))}
    const usage = { days: 1, lastDay: 20 }
    const map = new NameMap({
      capacity: 1000, newCapacity: 900, weigh: () => 1, usageOf: () => usage,
    })
    for (let key = 0; key < 1000; key += 1) map.set(key, {})
    const before = heapStats().heapCapacity
    for (let key = 1000; key < 2000; key += 1) map.set(key, {})
    console.log((heapStats().heapCapacity - before) / 1000)`
  const env = { ...process.env, BUN_JSC_useGC: 'false' }
  await using child = Bun.spawn([process.execPath, '-e', script], { env, stdout: 'pipe' })
  const bytes = Number(await new Response(child.stdout).text())
  expect(bytes).toBeLessThan(8 * 1024)
})
