import { describe, expect, test } from 'bun:test'
import { moveToTrash } from '../../src/trash/move-to-trash.ts'
import { restoreItems } from '../../src/trash/restore-items.ts'
import { readConditions } from '../../src/frames/conditions/registry.ts'
import { openCollection, permitted, seededRandom } from '../support/collection.ts'
import { picture } from '../support/pictures.ts'

const count = 24
const files = Object.fromEntries(
  Array.from({ length: count }, (_, index) => [
    `${index % 3 === 0 ? 'a/' : ''}${index}.jpg`,
    picture(index),
  ]),
)
const paths = Object.keys(files)

/** Whether the service is started anew while things are in the trash. */
const ways = [
  ['in one run', false],
  ['over a restart', true],
] as const

describe.each(ways)('%s', (_, isRestarted) => {
  test.each(['shuffle', 'name', 'oldest'])(
    'what comes back within a round is dealt once in it: %s',
    async (order) => {
      for (const seed of [1, 2, 3, 4, 5, 6]) {
        const random = seededRandom(seed)
        const conditions = readConditions({ order })
        let opened = await openCollection(files, { random })
        const { uploadsDir } = opened
        await using stack = new AsyncDisposableStack()
        stack.use(opened)
        const dealt: string[] = []
        const deal = async (times: number) => {
          for (let time = 0; time < times; time += 1) {
            dealt.push((await opened.collection.pick({ frame: 'hall', conditions })).path)
          }
        }
        await deal(8)
        const some = paths.filter(() => random() < 0.5).filter((path) => path[0] !== 'a')
        const { changes } = opened.collection
        const { trashedItems } = await changes.run(moveToTrash, permitted, some, ['a'])
        const away = new Set([...some, ...paths.filter((path) => path.startsWith('a/'))])
        const left = paths.filter((path) => !away.has(path) && !dealt.includes(path))
        await deal(Math.min(3, left.length))
        if (isRestarted) {
          await opened.collection.close()
          opened = stack.use(await openCollection({}, { uploadsDir, random }))
        }
        const ids = trashedItems.map(({ id }) => id ?? '')
        const result = await opened.collection.changes.run(restoreItems, permitted, ids)
        expect(result.totalRestored).toBe(ids.length)
        await deal(count - dealt.length)
        expect(dealt.toSorted()).toEqual(paths.toSorted())
      }
    },
  )
})

test('the picture of a slot goes with it, and another one is dealt', async () => {
  await using opened = await openCollection(files)
  const { collection } = opened
  const conditions = readConditions({ every: '1h' })
  const pick = async () => (await collection.pick({ frame: 'hall', conditions })).path
  const first = await pick()
  const { trashedItems } = await collection.changes.run(moveToTrash, permitted, [first], [])
  const id = trashedItems[0]?.id ?? ''
  await collection.changes.run(restoreItems, permitted, [id])
  expect(await pick()).toBe(first)
  await collection.changes.run(moveToTrash, permitted, [first], [])
  expect(await pick()).not.toBe(first)
})
