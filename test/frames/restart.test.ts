import { describe, expect, test } from 'bun:test'
import { readFile, rm, truncate, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { readConditions } from '../../src/frames/conditions/registry.ts'
import { encodeLines } from '../../src/lib/checked-lines.ts'
import { deal, openCollection, type OpenedCollection } from '../support/collection.ts'
import { picture } from '../support/pictures.ts'
import { temporaryFolder } from '../support/temporary.ts'

const names = (count: number, prefix = '') =>
  Array.from({ length: count }, (_, index) => `${prefix}${index}.jpg`)

/** Opens the same collection again and again, as a device that is switched off every night. */
async function nights(count: number) {
  const folder = await temporaryFolder()
  const put = (name: string) => writeFile(join(folder.path, name), picture(name))
  for (const name of names(count)) await put(name)
  return {
    put,
    at: (path: string) => join(folder.path, path),
    day: async <T>(work: (opened: OpenedCollection) => Promise<T>): Promise<T> => {
      await using opened = await openCollection({}, { uploadsDir: folder.path })
      return await work(opened)
    },
    [Symbol.asyncDispose]: () => folder[Symbol.asyncDispose](),
  }
}

const sorted = (paths: readonly string[]) => paths.toSorted()

/** Has the lines of a file name the network that asked last, as earlier versions wrote them. */
async function addOwners(path: string) {
  const lines = (await readFile(path, 'utf8')).trimEnd().split('\n')
  const values = lines.map((line) => JSON.parse(line.slice(9)))
  for (const [, { usage }] of values) usage.owner = '10.0.0.7'
  await writeFile(path, encodeLines(values))
}

describe('after a restart', () => {
  test('rounds and slots go on whose lines name the network that asked', async () => {
    await using device = await nights(6)
    const conditions = readConditions({ every: '30d' })
    const first = await device.day((opened) => deal(opened, 3))
    const slot = await device.day(({ collection }) =>
      collection.pick({ frame: 'hall', conditions }),
    )
    for (const name of ['rounds.table', 'slots.table']) {
      await addOwners(device.at(`.photo-frame/${name}`))
    }
    const rest = await device.day((opened) => deal(opened, 3))
    expect(sorted([...first, ...rest])).toEqual(names(6))
    const again = await device.day(({ collection }) =>
      collection.pick({ frame: 'hall', conditions }),
    )
    expect(again.path).toBe(slot.path)
  })

  test('a round goes on where it stood, with what was copied in, and without what was removed', async () => {
    await using frame = await nights(12)
    const dealt = await frame.day((opened) => deal(opened, 3))
    dealt.push(...(await frame.day((opened) => deal(opened, 3))))
    const gone = names(12).find((name) => !dealt.includes(name)) ?? ''
    await rm(frame.at(gone))
    for (const name of names(2, 'late ')) await frame.put(name)
    dealt.push(...(await frame.day((opened) => deal(opened, 4))))
    dealt.push(...(await frame.day((opened) => deal(opened, 3))))
    expect(sorted([...dealt, gone])).toEqual(sorted([...names(12), ...names(2, 'late ')]))
  })

  test('images copied in after the newest ones were deleted are dealt in the round', async () => {
    await using frame = await nights(8)
    const newest = names(6, 'new ')
    const before = await frame.day(async (opened) => {
      const first = await deal(opened, 1)
      for (const name of newest) await opened.upload('', { name, content: picture(name) })
      for (const name of newest) await rm(opened.at(name))
      opened.passTime()
      return [...first, ...(await deal(opened, 6))]
    })
    const late = names(4, 'late ')
    for (const name of late) await frame.put(name)
    const after = await frame.day((opened) => deal(opened, 5))
    expect(sorted([...before, ...after])).toEqual(sorted([...names(8), ...late]))
  })

  test.each<[string, (path: string) => Promise<unknown>]>([
    ['empty', (path) => truncate(path)],
    ['missing', (path) => rm(path)],
    ['cut off', async (path) => truncate(path, (await readFile(path)).length - 3)],
    ['of other bytes', async (path) => writeFile(path, Buffer.alloc(80, 0xff))],
    ['of an older kind', (path) => writeFile(path, '{"rounds":{}}')],
    ['full of nonsense', (path) => writeFile(path, '[{"frame":"","folder":"","seed":1e400}]')],
  ])('state files that are %s only begin new rounds', async (_, damage) => {
    for (const name of ['rounds.table', 'images.bin']) {
      await using frame = await nights(6)
      await frame.day((opened) => deal(opened, 4))
      await damage(frame.at(`.photo-frame/${name}`))
      for (let day = 0; day < 2; day += 1) {
        const dealt = await frame.day((opened) => deal(opened, 12))
        expect(new Set(dealt)).toEqual(new Set(names(6)))
      }
    }
  })
})
