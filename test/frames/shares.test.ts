import { expect, test } from 'bun:test'
import { readConditions } from '../../src/frames/conditions/registry.ts'
import { openCollection, type OpenedCollection } from '../support/collection.ts'
import { picture } from '../support/pictures.ts'
import { temporaryFolder } from '../support/temporary.ts'

const names = Array.from({ length: 12 }, (_, index) => `${index}.jpg`)
const files = Object.fromEntries(names.map((name) => [name, picture(name)]))

async function deal({ collection }: OpenedCollection, frame: string, count: number) {
  const paths: string[] = []
  for (let index = 0; index < count; index += 1) {
    paths.push((await collection.pick({ frame })).path)
  }
  return paths
}

/** Asks once under each of 1,500 names that no frame has. */
async function makeNamesUp({ collection }: OpenedCollection, every?: string) {
  for (let index = 0; index < 1500; index += 1) {
    await collection.pick({ frame: `made-up-${index}`, conditions: readConditions({ every }) })
  }
}

test('names that are made up take no round and no slot of a frame that came before, over a restart too', async () => {
  await using folder = await temporaryFolder()
  const options = { uploadsDir: folder.path }
  const ask = ({ collection }: OpenedCollection) =>
    collection.pick({ frame: 'hall', conditions: readConditions({ every: '30d' }) })
  const dealt: string[] = []
  let slot: string
  {
    await using opened = await openCollection(files, options)
    dealt.push(...(await deal(opened, 'hall', 4)))
    slot = (await ask(opened)).path
    await makeNamesUp(opened)
    await makeNamesUp(opened, '30d')
    dealt.push(...(await deal(opened, 'hall', 4)))
    expect((await ask(opened)).path).toBe(slot)
  }
  await using opened = await openCollection({}, options)
  await makeNamesUp(opened)
  dealt.push(...(await deal(opened, 'hall', 3)))
  expect((await ask(opened)).path).toBe(slot)
  expect([...dealt, slot].toSorted()).toEqual(names.toSorted())
})
