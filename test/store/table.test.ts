import { describe, expect, spyOn, test } from 'bun:test'
import { appendFile, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import * as fc from 'fast-check'
import { z } from 'zod'
import { encodeLines } from '../../src/lib/checked-lines.ts'
import { ensureDiskId } from '../../src/disk/processes/private-folder.ts'
import { privateFolder } from '../../src/disk/paths.ts'
import { SealedTable } from '../../src/store/sealed-table.ts'
import { StateFile } from '../../src/store/state-file.ts'
import { Table } from '../../src/store/table.ts'
import { temporaryFolder } from '../support/temporary.ts'

const schema = () => z.object({ at: z.number() })

/** A table of any kind, as its users see it. A value of null removes a key. */
interface Opened {
  put: (key: string, at: number | null) => Promise<void>
  /** The values by their keys. */
  all: () => Promise<Record<string, number>>
}

const recordOf = (entries: Iterable<readonly [string, { at: number }]>) =>
  Object.fromEntries(Array.from(entries, ([key, { at }]) => [key, at]))

const lineOf = (key: string, at: number | null) => [key, at === null ? null : { at }] as const

const kinds: Record<string, (root: string, notices: string[]) => Promise<Opened>> = {
  'of one process': async (root, notices) => {
    const table = new Table({ ...placeIn(root, notices), isShared: false })
    await table.read()
    return {
      put: async (key, at) => {
        if (at === null) table.delete(key)
        else table.set(key, { at })
        await table.save()
      },
      all: async () => recordOf(table.values),
    }
  },
  'of one process, at once': async (root, notices) => {
    const table = new Table({ ...placeIn(root, notices), isShared: false })
    await table.read()
    return {
      put: (key, at) => table.change(() => [lineOf(key, at)]),
      all: async () => recordOf(table.values),
    }
  },
  shared: async (root, notices) => {
    const table = new Table({ ...placeIn(root, notices), isShared: true })
    return {
      put: (key, at) => table.change(() => [lineOf(key, at)]),
      all: async () => {
        await table.refresh()
        return recordOf(table.values)
      },
    }
  },
  'shared and sealed': async (root, notices) => {
    const table = new SealedTable({
      ...placeIn(root, notices),
      textOf: ({ at }) => `${at}`,
      endsStay: Number.POSITIVE_INFINITY,
      makeKey: async (salt) => Buffer.from(salt),
      clock: Date.now,
    })
    return {
      put: (key, at) => table.change(() => [lineOf(key, at)]),
      all: async () => {
        await table.refresh()
        return recordOf(await table.entries())
      },
    }
  },
}

const placeIn = (root: string, notices: string[]) => ({
  folder: { root, path: privateFolder, verify: async () => undefined },
  name: 'kept',
  schema,
  onNotice: (notice: string) => notices.push(notice),
})

/** Cuts off what is written to files of state in the middle, until it is disposed. */
function fullDisk(): Disposable {
  const { writeAt } = StateFile.prototype
  const spies = new DisposableStack()
  const refuse = async () => {
    throw new Error('ENOSPC')
  }
  spies.use(spyOn(StateFile.prototype, 'write').mockImplementation(refuse))
  const half = async function (this: StateFile, position: number, bytes: Uint8Array) {
    await writeAt.call(this, position, bytes.subarray(0, bytes.length / 2))
    return refuse()
  }
  spies.use(spyOn(StateFile.prototype, 'writeAt').mockImplementation(half))
  return spies
}

describe.each(Object.entries(kinds))('a table that is %s', (_, openTable) => {
  async function prepare() {
    const folder = await temporaryFolder()
    await Bun.write(join(folder.path, privateFolder, 'x'), '')
    await ensureDiskId(folder.path)
    const notices: string[] = []
    return {
      notices,
      file: join(folder.path, privateFolder, 'kept'),
      open: () => openTable(folder.path, notices),
      [Symbol.asyncDispose]: () => folder[Symbol.asyncDispose](),
    }
  }

  test('gives back what was put last, whatever was removed, and wherever the file was cut off', async () => {
    const step = fc.record({
      key: fc.constantFrom('a', 'b', 'c', 'd', 'e'),
      at: fc.option(fc.nat()),
      cut: fc.option(fc.nat(20)),
    })
    await fc.assert(
      fc.asyncProperty(fc.array(step, { size: 'max', maxLength: 40 }), async (steps) => {
        await using place = await prepare()
        let table = await place.open()
        const expected: Record<string, number> = {}
        const removed = new Set<string>()
        for (const { key, at, cut } of steps) {
          // What is sealed never comes back once it was removed.
          if (removed.has(key)) continue
          await table.put(key, at)
          if (at === null) {
            removed.add(key)
            delete expected[key]
          } else expected[key] = at
          if (cut === null) continue
          const torn = encodeLines([lineOf('a', -1)]).slice(0, cut)
          await appendFile(place.file, torn)
          table = await place.open()
          expect(await table.all()).toEqual(expected)
        }
        expect(await table.all()).toEqual(expected)
        expect(await (await place.open()).all()).toEqual(expected)
        expect(place.notices).toEqual([])
      }),
      { numRuns: 20 },
    )
  })

  test('appends what has changed, and writes the file anew once most of it is outdated', async () => {
    await using place = await prepare()
    const table = await place.open()
    for (let index = 0; index < 50; index += 1) await table.put(`key ${index}`, index)
    const whole = Bun.file(place.file).size
    let [before, longest, rewritten] = [whole, 0, 0]
    for (let change = 0; change < 600; change += 1) {
      await table.put('key 7', change)
      const { size } = await stat(place.file)
      if (size < before) rewritten += 1
      before = size
      longest = Math.max(longest, size)
    }
    expect(longest).toBeGreaterThan(10_000)
    expect(longest).toBeLessThan(16 * 1024 + 2.2 * whole)
    // As much at most as was appended.
    expect(rewritten).toBeLessThan((600 * (whole / 50)) / (16 * 1024) + 1)
    expect(Object.keys(await (await place.open()).all())).toHaveLength(50)
  })

  test('keeps what a full disk did not take off, and takes it again when there is room', async () => {
    await using place = await prepare()
    const table = await place.open()
    await table.put('a', 1)
    {
      using _ = fullDisk()
      await expect(table.put('b', 2)).rejects.toThrow('ENOSPC')
      expect(await (await place.open()).all()).toEqual({ a: 1 })
    }
    await table.put('b', 2)
    await table.put('c', 3)
    for (const each of [table, await place.open()]) {
      expect(await each.all()).toEqual({ a: 1, b: 2, c: 3 })
    }
  })

  test('leaves out lines that are no values, behind a right checksum too, and tells so', async () => {
    await using place = await prepare()
    await (await place.open()).put('a', 1)
    const text = (line: string) => `${Bun.hash.crc32(line).toString(16).padStart(8, '0')} ${line}\n`
    const lines = ['["b",{"at":"no"}]', 'no JSON', '{"at":7}', '[', '["c"]'].map(text)
    await appendFile(place.file, ['x\n', ...lines].join(''))
    const table = await place.open()
    expect(await table.all()).toEqual({ a: 1 })
    expect(place.notices).toEqual(["6 lines of kept can't be read and are left out"])
    await table.put('d', 4)
    expect(await (await place.open()).all()).toEqual({ a: 1, d: 4 })
  })
})

describe('a table of one process', () => {
  test('saves what is left of thousands of changes, also of those that come during a write', async () => {
    await using folder = await temporaryFolder()
    const open = async () => {
      const kept = new Table({ ...placeIn(folder.path, []), isShared: false })
      await kept.read()
      return kept
    }
    await Bun.write(join(folder.path, privateFolder, 'x'), '')
    const table = await open()
    const flood = (name: string) => {
      for (let index = 0; index < 5000; index += 1) {
        table.set(`${name} ${index}`, { at: index })
        if (table.values.size > 10) table.delete([...table.values.keys()][0] ?? '')
      }
    }
    flood('before')
    const saving = table.save()
    flood('during')
    await saving
    await table.save()
    expect([...(await open()).values]).toEqual([...table.values])
  })

  test('takes the file of an earlier version once, and then keeps its own', async () => {
    await using folder = await temporaryFolder()
    await Bun.write(join(folder.path, privateFolder, 'x'), '')
    const former = join(folder.path, privateFolder, 'kept.json')
    await writeFile(
      former,
      encodeLines([
        { key: 'a', at: 1 },
        { key: 'b', at: 2 },
      ]),
    )
    const open = async () => {
      const kept = new Table({
        ...placeIn(folder.path, []),
        isShared: false,
        former: {
          name: 'kept.json',
          schema: () =>
            schema()
              .extend({ key: z.string() })
              .transform(({ key, at }) => [key, { at }]),
        },
      })
      await kept.read()
      return kept
    }
    for (let start = 0; start < 2; start += 1) {
      expect(recordOf((await open()).values)).toEqual({ a: 1, b: 2 })
    }
    const table = await open()
    table.set('c', { at: 3 })
    await table.save()
    expect(await Bun.file(former).exists()).toBe(false)
    expect(recordOf((await open()).values)).toEqual({ a: 1, b: 2, c: 3 })
  })
})
