import { describe, expect, test } from 'bun:test'
import * as fc from 'fast-check'
import { z } from 'zod'
import { StateLog } from '../../src/store/state-log.ts'
import { encodeLines } from '../../src/lib/checked-lines.ts'

const schema = z.object({ key: z.string(), value: z.number() })
type Value = z.infer<typeof schema>

/** A file in memory that counts what is written to it, and may be full. */
function memoryFile(content = Buffer.alloc(0)) {
  const file = {
    content,
    written: 0,
    isFull: false,
    read: async () => file.content,
    write: async (bytes: Uint8Array | string) => {
      file.content = Buffer.alloc(0)
      await file.writeAt(0, Buffer.from(bytes))
    },
    writeAt: async (position: number, bytes: Uint8Array) => {
      const part = file.isFull ? bytes.subarray(0, bytes.length / 2) : bytes
      file.content = Buffer.concat([file.content.subarray(0, position), part])
      file.written += part.length
      if (file.isFull) throw new Error('ENOSPC')
    },
  }
  return file
}

const openLog = (file: ReturnType<typeof memoryFile>) =>
  new StateLog(file, { schema: () => schema, keyOf: ({ key }) => key })

/** Sets values as a caller does: keeps them, and notes which have changed. */
function table(log: ReturnType<typeof openLog>, start: readonly Value[] = []) {
  const values = new Map(start.map((each) => [each.key, each]))
  return {
    values,
    set: (key: string, value: number) => {
      values.delete(key)
      values.set(key, { key, value })
      log.note(key)
    },
    save: () => log.prepare(() => [...values.values()])(),
  }
}

describe('a log of state', () => {
  test('gives back what was saved last, whatever was written in between and wherever it was cut off', async () => {
    const change = fc.record({ key: fc.constantFrom('a', 'b', 'c'), value: fc.nat() })
    await fc.assert(
      fc.asyncProperty(fc.array(fc.array(change)), fc.nat(60), async (saves, cut) => {
        const file = memoryFile()
        let kept = table(openLog(file))
        for (const changes of saves) {
          for (const { key, value } of changes) kept.set(key, value)
          await kept.save()
          // A power cut leaves part of a line that was never acknowledged.
          const torn = encodeLines([{ key: 'a', value: -1 }]).slice(0, cut % 20)
          file.content = Buffer.concat([file.content, Buffer.from(torn)])
          const log = openLog(file)
          const read = await log.read()
          expect(new Map(read.map((each) => [each.key, each]))).toEqual(kept.values)
          kept = table(log, read)
        }
      }),
    )
  })

  test('saves what is left of thousands of changes, also of those that come during a write', async () => {
    const file = memoryFile()
    const { values, set, save } = table(openLog(file))
    const flood = (name: string) => {
      for (let index = 0; index < 5000; index += 1) {
        set(`${name} ${index}`, index)
        if (values.size > 10) values.delete([...values.keys()][0] ?? '')
      }
    }
    flood('before')
    const saving = save()
    flood('during')
    await saving
    await save()
    expect(await openLog(file).read()).toEqual([...values.values()])
  })

  test('writes what has changed, and little more than twice of it over any time', async () => {
    const file = memoryFile()
    const log = openLog(file)
    const kept = table(log)
    for (let n = 0; n < 1000; n += 1) kept.set(`frame ${n}`, n)
    await kept.save()
    const whole = file.written
    let changed = 0
    for (let n = 0; n < 20_000; n += 1) {
      kept.set('frame 7', n)
      changed += encodeLines([{ key: 'frame 7', value: n }]).length
      await kept.save()
      expect(file.content.length).toBeLessThan(2 * whole + 70_000)
    }
    expect(file.written).toBeLessThan(2 * changed + 2 * whole)
    expect(new Map((await openLog(file).read()).map(({ key, value }) => [key, value]))).toEqual(
      new Map([...kept.values].map(([key, { value }]) => [key, value])),
    )
  })

  test('saves with the next call what a full disk did not take', async () => {
    const file = memoryFile()
    const kept = table(openLog(file))
    kept.set('a', 1)
    await kept.save()
    file.isFull = true
    kept.set('b', 2)
    await expect(kept.save()).rejects.toThrow('ENOSPC')
    file.isFull = false
    await kept.save()
    expect(await openLog(file).read()).toEqual([
      { key: 'a', value: 1 },
      { key: 'b', value: 2 },
    ])
  })

  test('leaves out lines that are no values, behind a right checksum too', async () => {
    const line = (text: string) => `${Bun.hash.crc32(text).toString(16).padStart(8, '0')} ${text}\n`
    const lines = ['{"key":"a","value":1}', 'no JSON', '{"key":7}', '[', '{"key":"b","value":2}']
    const file = memoryFile(Buffer.from(lines.map(line).join('')))
    expect((await openLog(file).read()).map(({ key }) => key)).toEqual(['a', 'b'])
  })
})
