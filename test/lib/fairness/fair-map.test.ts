import { describe, expect, test } from 'bun:test'
import { join } from 'node:path'
import * as fc from 'fast-check'
import { FairMap } from '../../../src/lib/fairness/fair-map.ts'

interface Entry {
  owner: string
  settled?: boolean
}

const openMap = (capacity: number) =>
  new FairMap<string, Entry>({
    capacity,
    newCapacity: Number.POSITIVE_INFINITY,
    weigh: () => 1,
    ownerOf: ({ owner }) => owner,
    isSettled: ({ settled = false }) => settled,
  })

const has = (map: FairMap<string, Entry>, ...keys: string[]) =>
  keys.filter((key) => [...map.values()].includes(map.get(key) ?? { owner: 'nobody' }))

test('what was set is got, until it is deleted', () => {
  const map = openMap(10)
  map.set('a', { owner: 'x' })
  expect(map.get('a')).toEqual({ owner: 'x' })
  expect(map.delete('a')).toBeTrue()
  expect(map.get('a')).toBeUndefined()
  expect(map.size).toBe(0)
})

describe('where there is no room', () => {
  test('one owner loses what it has used least recently', () => {
    const map = openMap(3)
    for (const key of ['a', 'b', 'c']) map.set(key, { owner: 'x' })
    map.get('a')
    map.set('d', { owner: 'x' })
    expect(has(map, 'a', 'b', 'c', 'd')).toEqual(['a', 'c', 'd'])
  })

  test('an owner with a thousand keys evicts none of the others', () => {
    const map = openMap(100)
    const frames = Array.from({ length: 20 }, (_, index) => `frame ${index}`)
    for (const frame of frames) map.set(frame, { owner: frame })
    for (let index = 0; index < 1000; index += 1) map.set(`made up ${index}`, { owner: 'x' })
    expect(has(map, ...frames)).toEqual(frames)
    expect(map.size).toBe(100)
  })

  test('what has been in use for long stays, whoever comes, and newcomers have some room', () => {
    const map = openMap(100)
    const settled = Array.from({ length: 100 }, (_, index) => `settled ${index}`)
    for (const key of settled) map.set(key, { owner: 'x', settled: true })
    for (let index = 0; index < 1000; index += 1) map.set(`${index}`, { owner: `y ${index}` })
    expect(has(map, ...settled)).toHaveLength(90)
    expect(has(map, '999', '998', '990')).toEqual(['999', '998', '990'])
  })

  test('it never holds more than it may, and always what was set last', () => {
    const entry = fc.record({
      key: fc.integer({ min: 0, max: 30 }),
      owner: fc.constantFrom('x', 'y', 'z'),
      settled: fc.boolean(),
    })
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 12 }), fc.array(entry), (capacity, entries) => {
        const map = openMap(capacity)
        for (const { key, owner, settled } of entries) {
          map.set(`${key}`, { owner, settled })
          expect(map.size).toBeLessThanOrEqual(capacity)
          expect(map.get(`${key}`)?.owner).toBe(owner)
        }
      }),
    )
  })
})

test('an entry that takes the place of another one leaves little garbage', async () => {
  const script = `
    import { heapStats } from 'bun:jsc'
    import { FairMap } from ${JSON.stringify(join(import.meta.dir, '../../../src/lib/fairness/fair-map.ts'))}
    const map = new FairMap({
      capacity: 1000, newCapacity: 900, weigh: () => 1, ownerOf: () => 'x', isSettled: () => false,
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
