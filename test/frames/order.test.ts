import { describe, expect, test } from 'bun:test'
import type { Order } from '../../src/library/order/sort-order.ts'
import { readConditions } from '../../src/frames/conditions/registry.ts'
import { seededRandom } from '../support/collection.ts'
import { day, fullDeck, type FullDeck } from '../support/deck.ts'

const square = { width: 2, height: 2 }

/** Pictures by path, with the number of days since they were taken. */
function deckOf(pictures: Record<string, number>): FullDeck {
  const deck = fullDeck(seededRandom(5))
  for (const [path, age] of Object.entries(pictures)) deck.add(path, { ...square, day: day - age })
  deck.index()
  return deck
}

async function dealMany(deck: FullDeck, order: Order, count: number) {
  const paths: (string | undefined)[] = []
  for (let n = 0; n < count; n += 1) paths.push((await deck.deal(readConditions({ order })))?.path)
  return paths
}

const ages = { 'b/IMG_10.jpg': 4, 'b/IMG_2.jpg': 9, 'a.jpg': 2, 'c.jpg': 7, 'b/x/1.jpg': 1 }

describe('a round with new pictures first', () => {
  test.each(['shuffle', 'newest', 'oldest', 'name'] as const)(
    'deals nothing twice, whenever they come, also over a restart: %s',
    async (order) => {
      for (let seed = 0; seed < 60; seed += 1) {
        const deck = fullDeck(seededRandom(seed))
        const conditions = readConditions({ order, new: 'first' })
        const dealt: (string | undefined)[] = []
        const dealOne = async () => dealt.push((await deck.deal(conditions))?.path)
        const add = (path: string) => {
          deck.add(path, { ...square, day: day - (seed % 7) })
          deck.index()
        }
        for (const path of ['z/1.jpg', 'b/2.jpg', 'm/3.jpg', 'y/4.jpg', 'c/5.jpg']) add(path)
        for (let count = 0; count < 1 + (seed % 4); count += 1) await dealOne()
        for (const path of ['a/new.jpg', 'n/new.jpg']) {
          add(path)
          await dealOne()
          expect(dealt.at(-1)).toBe(path)
          if (seed % 2 === 1) deck.restart()
        }
        while (dealt.length < 7) await dealOne()
        expect(new Set(dealt).size).toBe(7)
      }
    },
  )
})

describe('a round in an order', () => {
  test.each<[Order, string[]]>([
    ['newest', ['b/x/1.jpg', 'a.jpg', 'b/IMG_10.jpg', 'c.jpg', 'b/IMG_2.jpg']],
    ['oldest', ['b/IMG_2.jpg', 'c.jpg', 'b/IMG_10.jpg', 'a.jpg', 'b/x/1.jpg']],
    ['name', ['a.jpg', 'b/IMG_2.jpg', 'b/IMG_10.jpg', 'b/x/1.jpg', 'c.jpg']],
  ])('of %s deals all, and all again', async (order, expected) => {
    const deck = deckOf(ages)
    expect(await dealMany(deck, order, 10)).toEqual([...expected, ...expected])
  })

  test('deals a newcomer where it belongs', async () => {
    const deck = deckOf(ages)
    expect(await dealMany(deck, 'newest', 2)).toEqual(['b/x/1.jpg', 'a.jpg'])
    deck.add('late.jpg', { ...square, day: day - 5 })
    deck.index()
    const rest = ['b/IMG_10.jpg', 'late.jpg', 'c.jpg', 'b/IMG_2.jpg']
    expect(await dealMany(deck, 'newest', 4)).toEqual(rest)
    expect(await dealMany(deck, 'newest', 2)).toEqual(['b/x/1.jpg', 'a.jpg'])
  })

  test('deals newcomers whose places have passed next, in the order in which they came', async () => {
    for (const restarts of [false, true]) {
      const deck = deckOf(ages)
      expect(await dealMany(deck, 'newest', 3)).toEqual(['b/x/1.jpg', 'a.jpg', 'b/IMG_10.jpg'])
      deck.add('z.jpg', { ...square, day })
      deck.add('y.jpg', { ...square, day: day - 3 })
      deck.index()
      if (restarts) deck.restart()
      expect(await dealMany(deck, 'newest', 1)).toEqual(['z.jpg'])
      if (restarts) deck.restart()
      expect(await dealMany(deck, 'newest', 3)).toEqual(['y.jpg', 'c.jpg', 'b/IMG_2.jpg'])
      const again = ['z.jpg', 'b/x/1.jpg', 'a.jpg', 'y.jpg', 'b/IMG_10.jpg', 'c.jpg', 'b/IMG_2.jpg']
      expect(await dealMany(deck, 'newest', 7)).toEqual(again)
    }
  })

  test('does not begin with the picture that ended the last one', async () => {
    const deck = deckOf({ 'a.jpg': 3, 'b.jpg': 2 })
    expect(await dealMany(deck, 'newest', 2)).toEqual(['b.jpg', 'a.jpg'])
    deck.add('c.jpg', { ...square, day })
    deck.index()
    expect(await dealMany(deck, 'newest', 4)).toEqual(['c.jpg', 'b.jpg', 'c.jpg', 'a.jpg'])
  })

  test('deals pictures without a date last', async () => {
    const deck = deckOf({ 'a.jpg': 3, 'none.jpg': day, 'b.jpg': 2 })
    expect(await dealMany(deck, 'newest', 3)).toEqual(['b.jpg', 'a.jpg', 'none.jpg'])
    expect(await dealMany(deck, 'oldest', 3)).toEqual(['a.jpg', 'b.jpg', 'none.jpg'])
  })
})

describe('a round of this day', () => {
  const ofYears = { 'one.jpg': 365, 'two.jpg': 2 * 365, 'other.jpg': 100, 'next.jpg': 364 }
  const onToday = (days = 0) => readConditions({ on: 'today', days })
  const dealAll = async (deck: FullDeck, days: number, count: number) => {
    const dealt = new Set<string | undefined>()
    for (let n = 0; n < count; n += 1) {
      const picked = await deck.deal(onToday(days))
      expect(picked?.isFallback).toBe(false)
      dealt.add(picked?.path)
    }
    return [...dealt].toSorted()
  }

  test('deals pictures of other years', async () => {
    const deck = deckOf(ofYears)
    expect(await dealAll(deck, 0, 4)).toEqual(['one.jpg', 'two.jpg'])
    expect(await dealAll(deck, 1, 6)).toEqual(['next.jpg', 'one.jpg', 'two.jpg'])
  })

  test('deals others at midnight, and any where there is none', async () => {
    const deck = deckOf(ofYears)
    expect((await deck.deal(onToday()))?.path).toMatch(/one|two/)
    deck.now.ms += 24 * 60 * 60_000
    expect(await dealAll(deck, 0, 3)).toEqual(['next.jpg'])
    deck.now.ms += 24 * 60 * 60_000
    const others = new Set<string | undefined>()
    for (let n = 0; n < 4; n += 1) {
      const picked = await deck.deal(onToday())
      expect(picked?.isFallback).toBe(true)
      others.add(picked?.path)
    }
    expect([...others].toSorted()).toEqual(Object.keys(ofYears).toSorted())
  })

  test('reaches over the end of the year', async () => {
    const deck = fullDeck(seededRandom(1), { ms: Date.UTC(2026, 0, 2, 12) })
    const dayOf = (date: string) => Date.parse(`${date}T00:00:00Z`) / 86_400_000
    for (const date of ['2025-12-30', '2023-12-31', '2024-01-05', '2024-12-29', '2024-01-06']) {
      deck.add(`${date}.jpg`, { ...square, day: dayOf(date) })
    }
    expect(await dealAll(deck, 3, 9)).toEqual([
      '2023-12-31.jpg',
      '2024-01-05.jpg',
      '2025-12-30.jpg',
    ])
  })

  test('knows 29 February', async () => {
    const deck = fullDeck(seededRandom(1), { ms: Date.UTC(2024, 1, 29, 12) })
    const dayOf = (date: string) => Date.parse(`${date}T00:00:00Z`) / 86_400_000
    for (const date of ['2020-02-29', '2023-02-28', '2023-03-01', '2022-03-02']) {
      deck.add(`${date}.jpg`, { ...square, day: dayOf(date) })
    }
    expect(await dealAll(deck, 0, 3)).toEqual(['2020-02-29.jpg'])
    expect(await dealAll(deck, 1, 6)).toEqual([
      '2020-02-29.jpg',
      '2023-02-28.jpg',
      '2023-03-01.jpg',
    ])
  })
})

describe('dates', () => {
  const since = readConditions({ since: '30d' })

  test('later than tomorrow are none', async () => {
    const deck = deckOf({ 'today.jpg': 0, 'tomorrow.jpg': -1, 'later.jpg': -2 })
    const dealt = new Set<string | undefined>()
    for (let n = 0; n < 6; n += 1) dealt.add((await deck.deal(since))?.path)
    expect(dealt).toEqual(new Set(['today.jpg', 'tomorrow.jpg']))
  })

  test('are what they are on a board whose clock was never set', async () => {
    const deck = deckOf(ages)
    deck.now.ms = 5 * 60_000
    const before = await dealMany(deck, 'newest', 2)
    deck.now.ms = (day + 0.5) * 86_400_000
    expect([...before, ...(await dealMany(deck, 'newest', 3))]).toEqual(
      await dealMany(deckOf(ages), 'newest', 5),
    )
  })
})
