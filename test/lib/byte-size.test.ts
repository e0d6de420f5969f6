import { describe, expect, test } from 'bun:test'
import * as fc from 'fast-check'
import { formatByteSize, parseByteSize } from '../../src/lib/byte-size.ts'

describe('reading a size', () => {
  test.each([
    ['0', 0],
    ['1', 1],
    ['1B', 1],
    ['10MB', 10 * 1024 ** 2],
    ['10 MB', 10 * 1024 ** 2],
    ['10mb', 10 * 1024 ** 2],
    ['10MiB', 10 * 1024 ** 2],
    ['10mIb', 10 * 1024 ** 2],
    ['1KB', 1024],
    ['1GB', 1024 ** 3],
    ['1.5KB', 1536],
    ['.5KB', 512],
    ['0.0015KB', 1],
    ['2.9', 2],
    ['007KB', 7 * 1024],
    [' 1KB ', 1024],
  ])('%j is %d bytes', (text, bytes) => {
    expect(parseByteSize(text)).toBe(bytes)
  })

  test.each(
    [
      ['', ' ', 'B', 'KB', 'ten', '-1', '+1', '1e3', '0x10', '1_000', '1,5MB', '1.', '1.KB'],
      ['1M', '1K', '1TB', '1iB', '1 iB', '1  KB', '1\u00a0KB', '1KBs', '1KB 1', 'NaN', 'Infinity'],
      ['9007199254740993', '9'.repeat(400), '9999999GB'.repeat(2), '١KB'],
    ].flat(),
  )('%j is none', (text) => {
    expect(parseByteSize(text)).toBeUndefined()
  })

  test('gives whole bytes or nothing, whatever the text', () => {
    const text = fc.oneof(fc.string(), fc.stringMatching(/^\d*\.?\d* ?[kKmMgG]?[iI]?[bB]?$/))
    fc.assert(
      fc.property(text, (text) => {
        const bytes = parseByteSize(text)
        expect(bytes === undefined || (Number.isSafeInteger(bytes) && bytes >= 0)).toBeTrue()
      }),
    )
  })
})

describe('writing a size', () => {
  test.each([
    [0, '0B'],
    [12, '12B'],
    [1023, '1023B'],
    [1024, '1KB'],
    [1536, '1.5KB'],
    [1024 ** 2, '1MB'],
    [1024 ** 3, '1GB'],
    [10 * 1024 ** 2, '10MB'],
    [1.25 * 1024 ** 3, '1.25GB'],
    [5000 * 1024 ** 3, '5000GB'],
  ])('%d bytes are %s', (bytes, text) => {
    expect(formatByteSize(bytes)).toBe(text)
  })

  test('of a byte over a limit never reads as the limit', () => {
    for (const limit of ['1KB', '16KB', '1MB', '1.5MB', '10MB', '1GB']) {
      expect(formatByteSize((parseByteSize(limit) ?? 0) + 1)).not.toBe(limit)
    }
  })

  test('can be read again, and is off by less than a hundredth of its unit', () => {
    fc.assert(
      fc.property(fc.nat(2 ** 31 - 1), (bytes) => {
        const again = parseByteSize(formatByteSize(bytes)) ?? Number.NaN
        expect(again).toBeGreaterThanOrEqual(bytes)
        expect(again - bytes).toBeLessThanOrEqual(Math.max(bytes / 100, 0))
      }),
    )
  })
})
