import { expect, test } from 'bun:test'
import { heapStats } from 'bun:jsc'
import { readConditions } from '../../src/frames/conditions/registry.ts'
import { noDevice } from '../../src/frames/frame-log.ts'
import { frameName } from '../../src/http/request/frame/picture-query.ts'
import { openCollection, type OpenedCollection } from '../support/collection.ts'
import { picture } from '../support/pictures.ts'

/** What 1,000 rounds take, and the 512 KiB of new frames; two bytes where a text is copied. */
const maxGrowth = 4 * 1024 ** 2

/** Asks once under each name, with an address of 2,000 characters that all is cut from. */
async function makeNamesUp(
  { collection }: OpenedCollection,
  from: number,
  to: number,
  order: 'shuffle' | 'name',
) {
  for (let number = from; number < to; number += 1) {
    const address = Buffer.from(`made-up-${number}&exclude=${number}`.padEnd(2000, 'x')).toString()
    const [name = '', conditions = ''] = address.split('&')
    const exclude = conditions.slice('exclude='.length)
    const asked = { frame: name, conditions: readConditions({ exclude, order }) }
    const picked = await collection.pick(asked)
    const sighting = { name, address: '10.0.0.66', display: null, conditions, device: noDevice }
    collection.parts.frames.log.record({ ...sighting, path: picked.path })
  }
}

function heapSize(): number {
  Bun.gc(true)
  return heapStats().heapSize
}

test.each(['shuffle', 'name'] as const)(
  'names that are made up with long conditions leave little in memory: %s',
  async (order) => {
    const names = Array.from({ length: 1000 }, (_, index) => `${index}.jpg`)
    const files = Object.fromEntries(names.map((name) => [name, picture(name)]))
    await using opened = await openCollection(files)
    await makeNamesUp(opened, 0, 10, order)
    const before = heapSize()
    await makeNamesUp(opened, 10, 4000, order)
    expect(heapSize() - before).toBeLessThan(maxGrowth)
  },
)

test('of a name of a million marks none is composed, and 64 letters may have three each', () => {
  // To compose them would take hours.
  expect(frameName.safeParse(`a${'\u0316\u0301'.repeat(500_000)}`).success).toBeFalse()
  const letters = 'ᾂ'.repeat(64)
  expect(frameName.parse(letters.normalize('NFD'))).toBe(letters)
})
