import { expect, test } from 'bun:test'
import * as fc from 'fast-check'
import { seededRandom } from '../support/collection.ts'
import { numbered, testDeck } from '../support/deck.ts'

/** What a round owes: those not dealt in it yet. Knows nothing of places and windows. */
class Model {
  readonly images = new Set<string>()
  readonly owed = new Set<string>()
  last: string | undefined

  add(path: string): void {
    if (this.images.has(path)) return
    this.images.add(path)
    this.owed.add(path)
  }

  remove(path: string): void {
    this.images.delete(path)
    this.owed.delete(path)
  }

  expectDealt(path: string | undefined): void {
    if (this.images.size === 0) {
      expect(path).toBeUndefined()
      return
    }
    expect(this.images).toContain(path ?? '')
    const begins = this.owed.size === 0
    if (begins) for (const image of this.images) this.owed.add(image)
    expect(this.owed).toContain(path ?? '')
    if (begins && this.images.size > 1) expect(path).not.toBe(this.last)
    this.owed.delete(path ?? '')
    this.last = path
  }
}

type Step =
  { kind: 'add' | 'remove'; path: string } | { kind: 'deal'; times: number } | { kind: 'restart' }

const path = fc.nat(30).map((number) => (number % 3 === 0 ? `a/${number}.jpg` : `${number}.jpg`))
const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 3, arbitrary: fc.record({ kind: fc.constant<'add'>('add'), path }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant<'remove'>('remove'), path }) },
  { weight: 5, arbitrary: fc.record({ kind: fc.constant<'deal'>('deal'), times: fc.nat(12) }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant<'restart'>('restart') }) },
)

test('whatever is added, removed and dealt, a round deals each of its images once', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(step, { maxLength: 80, size: 'max' }),
      fc.oneof(
        fc.nat().map(seededRandom),
        fc.constantFrom(0, 0.5, 0.999_999).map((constant) => () => constant),
      ),
      async (steps, random) => {
        const deck = testDeck([], random)
        const model = new Model()
        for (const each of steps) {
          if (each.kind === 'restart') deck.restart()
          else if (each.kind === 'deal') {
            for (let n = 0; n < each.times; n += 1) model.expectDealt(await deck.deal())
          } else {
            deck[each.kind](each.path)
            model[each.kind](each.path)
          }
        }
      },
    ),
    { seed: 1, numRuns: 600 },
  )
})

test('the same holds for more images than are looked up at once', async () => {
  const random = seededRandom(7)
  const deck = testDeck(numbered(3000), random)
  const model = new Model()
  for (const image of numbered(3000)) model.add(image)
  for (let count = 0; count < 7000; count += 1) {
    const image = `${Math.floor(random() * 3500)}.jpg`
    if (count % 50 === 0) {
      deck.add(image)
      model.add(image)
    } else if (count % 50 === 25) {
      deck.remove(image)
      model.remove(image)
    }
    if (count % 1500 === 1499) deck.restart()
    model.expectDealt(await deck.deal())
  }
}, 30_000)
