import { expect, test } from 'bun:test'
import * as fc from 'fast-check'
import { z } from 'zod'
import { decodeLines, encodeLines } from '../../src/lib/checked-lines.ts'

const schema = z.object({ name: z.string(), count: z.number() })
const values = fc.array(fc.record({ name: fc.string(), count: fc.integer() }))

test('what is written is read again', () => {
  fc.assert(
    fc.property(values, (all) => {
      expect(decodeLines(Buffer.from(encodeLines(all)), schema)).toEqual(all)
    }),
  )
})

test('a wrong bit costs the line that it is in, and no other', () => {
  const all = ['one', 'two', 'three'].map((name, count) => ({ name, count }))
  const bytes = Buffer.from(encodeLines(all))
  const lineEnds = [...bytes.entries()].flatMap(([at, byte]) => (byte === 0x0a ? [at] : []))
  for (let at = 0; at < bytes.length; at += 1) {
    const damaged = Buffer.from(bytes)
    damaged[at] = (damaged[at] ?? 0) ^ 1
    const line = lineEnds.findIndex((end) => at <= end)
    // Without the line break between them, two lines read as one.
    const lost = bytes[at] === 0x0a ? [line, line + 1] : [line]
    expect(decodeLines(damaged, schema)).toEqual(all.filter((_, index) => !lost.includes(index)))
  }
})

test('a line of another shape, and what is no text, are left out', () => {
  const bytes = Buffer.concat([
    Buffer.from(encodeLines([{ name: 1 }, { name: 'a', count: 1 }])),
    Buffer.of(0xff, 0xfe, 0x0a, 0x00),
  ])
  expect(decodeLines(bytes, schema)).toEqual([{ name: 'a', count: 1 }])
  expect(decodeLines(undefined, schema)).toEqual([])
})
