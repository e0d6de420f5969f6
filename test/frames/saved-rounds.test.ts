import { expect, test } from 'bun:test'
import * as fc from 'fast-check'
import { noConditions } from '../../src/frames/conditions/registry.ts'
import { Dates } from '../../src/library/dates/dates.ts'
import { Tree } from '../../src/library/tree/tree.ts'
import { CandidateFinder } from '../../src/frames/candidates.ts'
import { Deck, roundKey } from '../../src/frames/deck.ts'
import { seededRandom } from '../support/collection.ts'
import { temporaryFolder } from '../support/temporary.ts'

/** A deck whose rounds are kept in a file of a folder that may be away. */
async function savedDeck(images: number) {
  const folder = await temporaryFolder()
  const tree = new Tree()
  tree.addImages(
    tree.root,
    Array.from({ length: images }, (_, index) => `${index}.jpg`),
  )
  const finder = new CandidateFinder(tree, new Dates(Date.now))
  const random = seededRandom(1)
  let isAway = false
  const verify = async () => {
    if (isAway) throw new Error('The disk is away.')
  }
  const open = async () => {
    const place = { root: folder.path, path: '', verify }
    const deck = new Deck({ folder: place, onNotice: () => undefined }, random, Date.now)
    await deck.read()
    return deck
  }
  let deck = await open()
  return {
    deal: (frame: string) => deck.deal(roundKey(frame, ''), finder.find(noConditions), new Set()),
    putBack: (deal: NonNullable<ReturnType<Deck['deal']>>) => deck.putBack(deal),
    save: async (how: 'save' | 'fail' | 'fail before' = 'save') => {
      isAway = how === 'fail'
      const before = async () => {
        if (how === 'fail before') throw new Error('The disk is full.')
      }
      await deck
        .prepare(before)()
        .catch(() => undefined)
      isAway = false
    },
    restart: async () => {
      deck = await open()
    },
    size: () => Bun.file(`${folder.path}/rounds.table`).size,
    [Symbol.asyncDispose]: () => folder[Symbol.asyncDispose](),
  }
}

test('a round that is saved now and then deals every image once, whatever came between', async () => {
  const step = fc.constantFrom(
    'deal',
    'deal',
    'deal',
    'put back',
    'save',
    'fail',
    'fail before',
    'restart',
  )
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 60, size: 'max' }), async (steps) => {
      await using deck = await savedDeck(40)
      const dealt = new Set<string>()
      // In the end what is left of the round is dealt after a restart.
      const rest = Array.from({ length: 40 }, () => 'deal' as const)
      for (const each of [...steps, 'restart' as const, ...rest]) {
        if (each === 'save' || each === 'fail' || each === 'fail before') await deck.save(each)
        if (each === 'restart') {
          await deck.save()
          await deck.restart()
        }
        if (each !== 'deal' && each !== 'put back') continue
        if (dealt.size === 40) dealt.clear()
        const deal = deck.deal('hall')
        const name = deal?.image.name ?? ''
        expect(dealt.has(name)).toBe(false)
        if (deal !== undefined && each === 'put back') deck.putBack(deal)
        else dealt.add(name)
      }
    }),
    { numRuns: 50 },
  )
})

test('a deal in the middle of a large round wears a card little, as does a name that asks once', async () => {
  await using deck = await savedDeck(100_000)
  for (let count = 0; count < 50_000; count += 1) deck.deal('hall')
  await deck.save()
  const whole = deck.size()
  for (let save = 1; save <= 20; save += 1) {
    deck.deal('hall')
    await deck.save()
    expect(deck.size()).toBeLessThan(whole + 200 * save)
  }
  const before = deck.size()
  deck.deal('passer-by')
  await deck.save()
  expect(deck.size()).toBeLessThan(before + 300)
})
