import { expect, test } from 'bun:test'
import * as fc from 'fast-check'
import { LongListing } from '../../../../src/pages/admin/pictures/grid/long-listing.ts'
import { listedTree } from '../../../support/listed-tree.ts'

const day = 24 * 60 * 60
const picture = fc.record({
  path: fc.integer({ min: 0, max: 9999 }).map((number) => `a/${number}.jpg`),
  taken: fc.integer({ min: 0, max: 900 }).map((days) => days * day),
})

/**
 * A listing of a tree as the page gets it.
 * @param arrive waits until an answer arrives.
 */
async function longListing(
  pictures: readonly { path: string; taken: number }[],
  arrive = async () => {},
) {
  const listed = listedTree()
  for (const each of pictures) listed.add(each.path, each)
  const asked: string[] = []
  const listing = new LongListing(
    async ({ months, limit = '', cursor }) => {
      asked.push(limit)
      const request = { order: 'newest', recursive: true, cursor } as const
      const wish = { ...request, months: months === 'true', limit: Number(limit) }
      const answer = await listed.list('', wish)
      await arrive()
      return answer
    },
    [{ query: {} }],
    () => undefined,
  )
  return { listed, listing, asked }
}

test('what is seen of a long listing is loaded in its place, and all of it once it is wanted', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.uniqueArray(picture, { selector: ({ path }) => path, maxLength: 400, size: 'max' }),
      fc.nat(400),
      async (pictures, seen) => {
        const { listed, listing } = await longListing(pictures)
        await listing.reload()
        const all = (await listed.list('', { order: 'newest', recursive: true, limit: 1000 }))
          .images
        const paths = all.map(({ path }) => path)
        expect(listing.pictures).toHaveLength(paths.length)
        await listing.see(seen, seen + 20)
        const part = listing.pictures.slice(seen, seen + 20).map((each) => each?.path)
        expect(part).toEqual(paths.slice(seen, seen + 20))
        await listing.whole()
        expect(listing.pictures.map((each) => each?.path)).toEqual(paths)
        for (const { month, first, count } of listing.groups) {
          const own = all.slice(first, first + count).map(({ date }) => date?.slice(0, 7) ?? '')
          expect(new Set(own)).toEqual(new Set([month ?? '']))
        }
      },
    ),
    { numRuns: 30 },
  )
})

test('what has changed is seen at the next reload, and nothing is loaded that is far away', async () => {
  const pictures = Array.from({ length: 900 }, (_, index) => ({
    path: `a/${index}.jpg`,
    taken: (1000 - index) * day,
  }))
  const { listed, listing, asked } = await longListing(pictures)
  await listing.reload()
  await listing.see(600, 620)
  const loaded = listing.pictures.filter((each) => each !== undefined).length
  expect(loaded).toBeLessThan(400)
  expect(asked).toHaveLength(2)
  listed.remove('a/610.jpg')
  await listing.reload()
  expect(listing.pictures.slice(609, 611).map((each) => each?.path)).toEqual([
    'a/609.jpg',
    'a/611.jpg',
  ])
})

test('all of a listing is loaded, also what another look at it still waits for, or a reload begins anew', async () => {
  const pictures = Array.from({ length: 1500 }, (_, index) => ({
    path: `a/${index}.jpg`,
    taken: (2000 - index) * day,
  }))
  await fc.assert(
    fc.asyncProperty(fc.scheduler(), fc.nat(1500), async (scheduler, seen) => {
      const { listed, listing } = await longListing(pictures, () =>
        scheduler.schedule(Promise.resolve()),
      )
      await scheduler.waitFor(listing.reload())
      const seeing = listing.see(seen, seen + 20)
      const whole = listing.whole()
      listed.remove('a/700.jpg')
      const reloading = listing.reload()
      await scheduler.waitFor(whole)
      expect(listing.pictures.filter((each) => each === undefined)).toEqual([])
      await scheduler.waitFor(Promise.all([seeing, reloading]))
      const paths = listing.pictures.map((each) => each?.path)
      expect(paths).toEqual(pictures.map(({ path }) => path).filter((path) => path !== 'a/700.jpg'))
    }),
    { numRuns: 30 },
  )
})
