import { describe, expect, test } from 'bun:test'
import * as fc from 'fast-check'
import { listOrders } from '../../../src/library/listing/list-request.ts'
import { codeOf } from '../../support/collection.ts'
import { listedTree } from '../../support/listed-tree.ts'

const day = 24 * 60 * 60

/** Few paths and few dates, so that most meet. */
const path = fc
  .tuple(fc.constantFrom('', 'a/', 'a/b/', 'c/'), fc.integer({ min: 0, max: 12 }))
  .map(([folder, number]) => `${folder}IMG_${number}.jpg`)
const taken = fc.constantFrom(0, ...[1, 1, 2, 40, 400, 800].map((days) => days * day), -day)
const picture = fc.record({ path, taken })
const order = fc.constantFrom(...listOrders)
const request = fc.record({ order, recursive: fc.boolean(), limit: fc.integer({ min: 1, max: 7 }) })

test('every picture that stays comes once in the pages, in its order, whatever comes and goes', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(picture, { maxLength: 40 }),
      fc.array(
        fc.record({
          added: fc.array(picture, { maxLength: 3 }),
          removed: fc.array(path, { maxLength: 3 }),
        }),
      ),
      request,
      async (pictures, changes, asked) => {
        const listed = listedTree()
        for (const each of pictures) listed.add(each.path, each)
        const before = new Set(listed.paths())
        const gone = new Set<string>()
        const left = [...changes]
        const pages = await listed.pages('', asked, () => {
          const { added = [], removed = [] } = left.shift() ?? {}
          for (const each of removed) {
            listed.remove(each)
            gone.add(each)
          }
          // What is gone does not come back: then it would be another picture.
          for (const each of added) if (!gone.has(each.path)) listed.add(each.path, each)
        })
        const stayed = (each: string) => before.has(each) && !gone.has(each)
        const whole = (await listed.list('', { ...asked, limit: 1000 })).images
        const shown = pages.flat().filter(stayed)
        expect(shown).toEqual(whole.map((image) => image.path).filter(stayed))
        for (const page of pages) expect(page.length).toBeLessThanOrEqual(asked.limit)
      },
    ),
  )
})

test('the pages of a folder are its listing in parts: folders, then images', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(picture, { maxLength: 40 }), request, async (pictures, asked) => {
      const listed = listedTree()
      for (const each of pictures) listed.add(each.path, each)
      const { limit: _, ...rest } = asked
      const whole = await listed.list('', rest)
      const paths = [...whole.folders, ...whole.images].map((entry) => entry.path)
      const pages = await listed.pages('', asked)
      expect(pages.flat()).toEqual(paths)
      expect([whole.totalFolders, whole.totalImages, whole.nextCursor]).toEqual([
        whole.folders.length,
        whole.images.length,
        null,
      ])
      for (const page of pages.slice(0, -1)) expect(page).toHaveLength(asked.limit)
    }),
  )
})

describe('an order', () => {
  test('by date has pictures without one at the end', async () => {
    const listed = listedTree()
    listed.add('undated.jpg')
    for (const [index, name] of ['b.jpg', 'a.jpg', 'c.jpg'].entries())
      listed.add(name, { taken: index * day + 1 })
    listed.add('future.jpg', { taken: Date.UTC(2030, 0, 1) / 1000 })
    const dated = ['b.jpg', 'a.jpg', 'c.jpg']
    const undated = ['future.jpg', 'undated.jpg']
    expect(await listed.pages('', { order: 'oldest' })).toEqual([[...dated, ...undated]])
    expect(await listed.pages('', { order: 'newest' })).toEqual([
      [...dated.toReversed(), ...undated],
    ])
    const { images } = await listed.list('', { order: 'oldest' })
    expect(images.map(({ date }) => date)).toEqual([
      '1970-01-01T00:00:01',
      '1970-01-02T00:00:01',
      '1970-01-03T00:00:01',
      null,
      null,
    ])
  })

  test('by what was added has the last first, whatever its folder, also once it has moved', async () => {
    const listed = listedTree()
    for (const name of ['b/1.jpg', 'c.jpg', 'a/2.jpg']) listed.add(name)
    const asked = { order: 'added', recursive: true } as const
    expect(await listed.pages('', asked)).toEqual([['a/2.jpg', 'c.jpg', 'b/1.jpg']])
    const image = listed.tree.imageAt(['c.jpg'])
    if (image !== undefined) listed.tree.moveImage(image, listed.folderAt('b'), 'c.jpg')
    expect(await listed.pages('', { ...asked, limit: 2 })).toEqual([
      ['a/2.jpg', 'b/c.jpg'],
      ['b/1.jpg'],
    ])
  })

  test('by name looks at no file but those of the page', async () => {
    const listed = listedTree()
    for (let index = 0; index < 50; index += 1) listed.add(`${index}.jpg`)
    const { nextCursor } = await listed.list('', { limit: 3 })
    await listed.list('', { limit: 3, cursor: nextCursor ?? '' })
    expect(listed.probed.map(({ name }) => name)).toEqual(
      [0, 1, 2, 3, 4, 5].map((index) => `${index}.jpg`),
    )
  })
})

test('the cursor of a month begins with it, and its number leads to the next one', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(picture, { maxLength: 40 }),
      fc.array(picture, { maxLength: 5 }),
      fc.constantFrom('newest' as const, 'oldest' as const),
      async (pictures, later, byDate) => {
        const listed = listedTree()
        for (const each of pictures) listed.add(each.path, each)
        const asked = { order: byDate, recursive: true, limit: 1000 }
        const { months = [], images } = await listed.list('', { ...asked, months: true })
        const monthOf = (date: string | null) => date?.slice(0, 7) ?? null
        let from = 0
        for (const { month, images: number, cursor } of months) {
          const part = (await listed.list('', { ...asked, limit: number, cursor })).images
          expect(part).toEqual(images.slice(from, from + number))
          expect(new Set(part.map(({ date }) => monthOf(date)))).toEqual(new Set([month]))
          from += number
        }
        expect(from).toBe(images.length)
        for (const each of later) listed.add(each.path, each)
        // What comes into a month, its cursor finds.
        for (const { month, cursor } of months) {
          const all = (await listed.list('', asked)).images
          const first = all.findIndex(({ date }) => monthOf(date) === month)
          expect((await listed.list('', { ...asked, cursor })).images).toEqual(all.slice(first))
        }
      },
    ),
  )
})

test('a cursor of another order, or of nobody, is refused', async () => {
  const listed = listedTree()
  for (const name of ['a.jpg', 'b.jpg']) listed.add(name)
  const { nextCursor } = await listed.list('', { limit: 1 })
  const cursor = nextCursor ?? ''
  expect(await codeOf(listed.list('', { order: 'newest', cursor }))).toBe('INVALID_REQUEST')
  for (const text of ['', 'x', 'W10', cursor.slice(1), cursor.slice(0, -2), btoa('{"a":1}')])
    expect(await codeOf(listed.list('', { cursor: text }))).toBe('INVALID_REQUEST')
  await fc.assert(
    fc.asyncProperty(fc.string(), async (text) => {
      expect(await codeOf(listed.list('', { cursor: text }))).toBe('INVALID_REQUEST')
    }),
  )
})
