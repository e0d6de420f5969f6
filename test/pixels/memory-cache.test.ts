import { expect, test } from 'bun:test'
import { MemoryCache } from '../../src/pixels/memory-cache.ts'

const bytes = (length: number) => new Uint8Array(length).fill(7)

const found = (recent: MemoryCache, ...keys: string[]) =>
  keys.filter((key) => recent.find(key) !== undefined)

test('where there is no room for all, the least recently used go first', () => {
  const recent = new MemoryCache(1000)
  for (const key of ['a', 'b', 'c', 'd']) recent.put(key, bytes(250))
  recent.find('a')
  recent.put('e', bytes(250))
  recent.put('f', bytes(250))
  expect(found(recent, 'a', 'b', 'c', 'd', 'e', 'f')).toEqual(['a', 'd', 'e', 'f'])
})

test('what is put again counts once, and what would drive most others out is not kept', () => {
  const recent = new MemoryCache(1000)
  for (let time = 0; time < 20; time += 1) recent.put('a', bytes(250))
  for (const key of ['b', 'c', 'd']) recent.put(key, bytes(250))
  recent.put('e', bytes(251))
  expect(found(recent, 'a', 'b', 'c', 'd', 'e')).toEqual(['a', 'b', 'c', 'd'])
  expect(recent.find('a')).toEqual(bytes(250))
  const none = new MemoryCache(0)
  none.put('a', bytes(1))
  expect(found(none, 'a')).toEqual([])
})
