import { expect, test } from 'bun:test'
import * as fc from 'fast-check'
import { orders } from '../../src/library/order/sort-order.ts'
import { readConditions, type ConditionQuery } from '../../src/frames/conditions/registry.ts'
import { day, fullDeck, type Facts, type FullDeck } from '../support/deck.ts'
import { seededRandom } from '../support/collection.ts'

const folders = ['', 'a', 'a/b', 'c']

/** A day as conditions name it, from its number since 1970-01-01. */
const textOf = (number: number) => new Date(number * 24 * 60 * 60_000).toISOString().slice(0, 10)

/** Says by itself whether a picture meets conditions. */
function isWanted(path: string, facts: Facts, wanted: ConditionQuery, today: number): boolean {
  const isIn = (folder: string) => folder === '' || path.startsWith(`${folder}/`)
  const { folder = [], exclude = [], orientation } = wanted
  if (folder.length > 0 && ![folder].flat().some(isIn)) return false
  if ([exclude].flat().some(isIn)) return false
  if (orientation === 'portrait' && facts.width > facts.height) return false
  if (orientation === 'landscape' && facts.width < facts.height) return false
  if (wanted.rating !== undefined && (facts.rating ?? 0) < wanted.rating) return false
  if (wanted.from !== undefined && textOf(facts.day) < wanted.from) return false
  if (wanted.to !== undefined && textOf(facts.day) > wanted.to) return false
  return wanted.since === undefined || facts.day >= today - Number.parseInt(wanted.since)
}

/** What the rounds of one frame with one combination of conditions owe. */
class ModelRound {
  readonly owed = new Set<string>()
  /** Those that may be dealt in this round or only in the next one. */
  readonly optional = new Set<string>()
  /** Whether the deck has not seen the pictures since a restart. */
  isFresh = false
  last: string | undefined
  readonly wanted: ConditionQuery

  constructor(wanted: ConditionQuery) {
    this.wanted = wanted
  }

  /** A picture meets the conditions that did not before. */
  join(path: string, isNew: boolean): void {
    if (isNew || !this.isFresh) this.owed.add(path)
    else this.optional.add(path)
  }

  leave(path: string): void {
    this.owed.delete(path)
    this.optional.delete(path)
  }

  expectDealt(path: string | undefined, wanted: ReadonlySet<string>): void {
    this.isFresh = false
    if (wanted.size === 0) {
      expect(path).toBeUndefined()
      return
    }
    expect(wanted).toContain(path ?? '')
    const isOpen = this.optional.delete(path ?? '') && !this.owed.has(path ?? '')
    if (!isOpen) {
      const begins = this.owed.size === 0
      if (begins) {
        this.optional.clear()
        for (const each of wanted) this.owed.add(each)
        if (wanted.size > 1) expect(path).not.toBe(this.last)
      }
      expect(this.owed).toContain(path ?? '')
    }
    this.owed.delete(path ?? '')
    this.last = path
  }
}

class Model {
  readonly today: number
  readonly pictures = new Map<string, Facts>()
  readonly hidden = new Set<string>()
  readonly rounds: readonly ModelRound[]

  constructor(today: number, wanted: readonly ConditionQuery[]) {
    this.today = today
    this.rounds = wanted.map((each) => new ModelRound(each))
  }

  wantedBy({ wanted }: ModelRound): Set<string> {
    const isHidden = (path: string) =>
      [...this.hidden].some((folder) => path.startsWith(`${folder}/`))
    return new Set(
      [...this.pictures]
        .filter(([path, facts]) => !isHidden(path) && isWanted(path, facts, wanted, this.today))
        .map(([path]) => path),
    )
  }

  /** Changes something, and sees for each round what that lets come or go. */
  change(work: () => void, isNew: (path: string) => boolean): void {
    const before = this.rounds.map((round) => this.wantedBy(round))
    work()
    for (const [index, round] of this.rounds.entries()) {
      const after = this.wantedBy(round)
      for (const path of after) if (!before[index]?.has(path)) round.join(path, isNew(path))
      for (const path of before[index] ?? []) if (!after.has(path)) round.leave(path)
    }
  }
}

type Step =
  | { kind: 'add' | 'alter'; path: string; facts: Facts }
  | { kind: 'remove'; path: string }
  | { kind: 'hide'; folder: string; isHidden: boolean }
  | { kind: 'deal'; round: number; times: number }
  | { kind: 'restart' }

const path = fc
  .record({ folder: fc.constantFrom(...folders), number: fc.nat(12) })
  .map(({ folder, number }) => (folder === '' ? `${number}.jpg` : `${folder}/${number}.jpg`))
const facts = fc.record({
  width: fc.constantFrom(2, 3, 4),
  height: fc.constantFrom(2, 3, 4),
  day: fc.integer({ min: day - 40, max: day }),
  rating: fc.nat(5),
})
const inner = fc.constantFrom('a', 'a/b', 'c')
const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 4, arbitrary: fc.record({ kind: fc.constant<'add'>('add'), path, facts }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant<'alter'>('alter'), path, facts }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant<'remove'>('remove'), path }) },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: fc.constant<'hide'>('hide'),
      folder: inner,
      isHidden: fc.boolean(),
    }),
  },
  {
    weight: 7,
    arbitrary: fc.record({ kind: fc.constant<'deal'>('deal'), round: fc.nat(2), times: fc.nat(9) }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant<'restart'>('restart') }) },
)
const someFolders = fc.array(fc.constantFrom(...folders, 'none'), { maxLength: 2 })
const optionalDay = fc.option(fc.integer({ min: day - 40, max: day }).map(textOf), {
  nil: undefined,
})
const wanted = fc.record({
  folder: someFolders,
  exclude: fc.array(fc.constantFrom('a/b', 'c', 'none'), { maxLength: 2 }),
  orientation: fc.option(fc.constantFrom('landscape' as const, 'portrait' as const), {
    nil: undefined,
  }),
  from: optionalDay,
  to: optionalDay,
  since: fc.option(
    fc.integer({ min: 1, max: 40 }).map((days) => `${days}d`),
    { nil: undefined },
  ),
  rating: fc.option(fc.integer({ min: 1, max: 5 }), { nil: undefined }),
  order: fc.constantFrom(...orders),
})

/** A change of a date moves a picture in an order by date, which is no coming or going. */
const keepsDate = (order: string | undefined, before: Facts | undefined, after: Facts) =>
  order === 'shuffle' || order === 'name' || before === undefined || before.day === after.day

async function take(each: Step, deck: FullDeck, model: Model): Promise<void> {
  const { pictures, rounds, hidden } = model
  if (each.kind === 'deal') {
    const round = rounds[each.round]
    if (round === undefined) return
    for (let n = 0; n < each.times; n += 1) {
      const dealt = await deck.deal(readConditions(round.wanted))
      round.expectDealt(dealt?.path, model.wantedBy(round))
    }
  } else if (each.kind === 'restart') {
    deck.restart()
    for (const round of rounds) round.isFresh = true
  } else if (each.kind === 'hide') {
    deck.hide(each.folder, each.isHidden)
    const change = () => void (each.isHidden ? hidden.add(each.folder) : hidden.delete(each.folder))
    model.change(change, () => true)
  } else if (each.kind === 'remove') {
    deck.remove(each.path)
    model.change(
      () => void pictures.delete(each.path),
      () => false,
    )
  } else {
    const before = pictures.get(each.path)
    if ((each.kind === 'add') !== (before === undefined)) return
    if (rounds.some(({ wanted: { order } }) => !keepsDate(order, before, each.facts))) return
    if (each.kind === 'add') deck.add(each.path, each.facts)
    else deck.alter(each.path, each.facts)
    model.change(
      () => void pictures.set(each.path, each.facts),
      () => each.kind === 'add',
    )
  }
}

test('whatever comes, goes, changes and hides, a round deals each picture that is wanted once, and no other', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.tuple(wanted, wanted, wanted),
      fc.array(step, { maxLength: 60, size: 'max' }),
      fc.oneof(
        fc.nat().map(seededRandom),
        fc.constantFrom(0, 0.5, 0.999_999).map((constant) => () => constant),
      ),
      async (allWanted, steps, random) => {
        const deck = fullDeck(random)
        // Rounds are of conditions: the same ones would share them.
        const keys = new Set(allWanted.map((each) => readConditions(each).key))
        fc.pre(keys.size === allWanted.length)
        const model = new Model(day, allWanted)
        for (const each of steps) await take(each, deck, model)
      },
    ),
    { seed: 3, numRuns: 400 },
  )
}, 60_000)
