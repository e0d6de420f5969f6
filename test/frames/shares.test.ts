import { describe, expect, test } from 'bun:test'
import { openCollection, type OpenedCollection } from '../support/collection.ts'
import { picture } from '../support/pictures.ts'
import { temporaryFolder } from '../support/temporary.ts'

const dayMs = 24 * 60 * 60_000
const names = Array.from({ length: 12 }, (_, index) => `${index}.jpg`)
const files = Object.fromEntries(names.map((name) => [name, picture(name)]))

async function deal({ collection }: OpenedCollection, frame: string, count = 6) {
  const paths: string[] = []
  for (let index = 0; index < count; index += 1) {
    paths.push((await collection.pick({ frame })).path)
  }
  return paths
}

/** Asks once under each of 1,500 names that no frame has. */
async function makeNamesUp({ collection }: OpenedCollection, slotLength?: number) {
  for (let index = 0; index < 1500; index += 1) {
    await collection.pick({ frame: `made-up-${index}`, slotLength })
  }
}

describe('names that are made up', () => {
  test('take no round of a frame that came before', async () => {
    await using opened = await openCollection(files)
    const before = await deal(opened, 'hall')
    await makeNamesUp(opened)
    const after = await deal(opened, 'hall')
    expect([...before, ...after].toSorted()).toEqual(names.toSorted())
  })

  test('take no round of a frame that was used for days, over a restart too', async () => {
    await using folder = await temporaryFolder()
    let now = Date.now()
    const options = { uploadsDir: folder.path, clock: () => now }
    const before: string[] = []
    {
      await using opened = await openCollection(files, options)
      before.push(...(await deal(opened, 'hall', 3)))
      now += dayMs
      before.push(...(await deal(opened, 'hall', 3)))
    }
    await using opened = await openCollection({}, options)
    await makeNamesUp(opened)
    const after = await deal(opened, 'hall')
    expect([...before, ...after].toSorted()).toEqual(names.toSorted())
  })

  test('take no slot of a frame that came before', async () => {
    await using opened = await openCollection(files)
    const ask = () => opened.collection.pick({ frame: 'hall', slotLength: 30 * 86_400 })
    const first = await ask()
    await makeNamesUp(opened, 30 * 86_400)
    expect((await ask()).path).toBe(first.path)
  })
})
