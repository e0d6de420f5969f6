import { expect, test } from 'bun:test'
import { RecentReads } from '../../../../src/collection/disk/stalls/recent-reads.ts'

const mebibyte = 1024 ** 2

test('a content counts as read for so long, and not when others have taken its place in memory', () => {
  let now = 0
  const reads = new RecentReads(1000, () => now)
  reads.add('a', mebibyte)
  now = 999
  expect(reads.has('a')).toBeTrue()
  expect(reads.has('b')).toBeFalse()
  now = 1000
  expect(reads.has('a')).toBeFalse()
  reads.add('a', mebibyte)
  reads.add('b', 32 * mebibyte)
  expect(reads.has('a')).toBeFalse()
  expect(reads.has('b')).toBeTrue()
})
