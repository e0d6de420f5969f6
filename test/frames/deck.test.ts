import { describe, expect, test } from 'bun:test'
import type { Image } from '../../src/library/tree/nodes.ts'
import { seededRandom } from '../support/collection.ts'
import { numbered, testDeck } from '../support/deck.ts'

const sorted = (paths: readonly (string | undefined)[]) => [...paths].toSorted()

function expectNoRepeats(dealt: readonly (string | undefined)[]): void {
  for (const [index, path] of dealt.entries()) expect(path).not.toBe(dealt[index + 1])
}

describe('an image', () => {
  test('that turns out unreadable is passed over, and brings back no picture seen last', async () => {
    for (let seed = 0; seed < 300; seed += 1) {
      const deck = testDeck(numbered(4), seededRandom(seed))
      const dealt = await deck.dealMany(4)
      const spoilt = dealt[seed % 3]
      deck.spoil(spoilt ?? '')
      dealt.push(...(await deck.dealMany(9)))
      expectNoRepeats(dealt.slice(3))
      expect(dealt.slice(4)).not.toContain(spoilt)
    }
  })

  test('that nobody can look at for the moment is dealt in the round all the same', async () => {
    const deck = testDeck(numbered(5))
    const away = () => Promise.reject(new Error('the disk is away'))
    const dealt: unknown[] = []
    for (let round = 0; round < 15; round += 1) {
      for (let failing = 0; failing < 3; failing += 1) {
        const [outcome] = await Promise.allSettled([deck.dealBy(away)])
        expect(outcome.status).toBe('rejected')
      }
      dealt.push(await deck.dealBy(() => true))
    }
    for (let start = 0; start < 15; start += 5) {
      expect(new Set(dealt.slice(start, start + 5)).size).toBe(5)
    }
  })

  test('that nobody can look at for the moment comes next all the same where they are in order', async () => {
    const deck = testDeck(numbered(5))
    const away = () => Promise.reject(new Error('the disk is away'))
    const dealt: unknown[] = []
    for (let count = 0; count < 10; count += 1) {
      for (let failing = 0; failing < count % 3; failing += 1) {
        await expect(deck.dealBy(away, 'name')).rejects.toThrow('the disk is away')
      }
      dealt.push(await deck.dealBy(() => true, 'name'))
    }
    expect(dealt).toEqual([...numbered(5), ...numbered(5)])
  })

  test('is as likely as any other to come first', async () => {
    const images = numbered(8)
    const deck = testDeck(images)
    const firsts = new Map<string | undefined, number>()
    const rounds = 4000
    for (let round = 0; round < rounds; round += 1) {
      const [first] = await deck.dealMany(images.length)
      firsts.set(first, (firsts.get(first) ?? 0) + 1)
    }
    const expected = rounds / images.length
    const chiSquare = images
      .map((path) => ((firsts.get(path) ?? 0) - expected) ** 2 / expected)
      .reduce((sum, part) => sum + part, 0)
    // 24.3 is exceeded by chance once in a thousand (7 degrees of freedom); the seed is fixed.
    expect(chiSquare).toBeLessThan(24.3)
  })
})

describe('a deal', () => {
  const images = numbered(20)
  const never = [
    ['at once', () => false],
    ['later', async () => false],
  ] as const

  test.each(never)('asks about each image once where none is accepted %s', async (_, no) => {
    for (const before of [0, 1, 13, 20, 33]) {
      const deck = testDeck(images)
      await deck.dealMany(before)
      const asked: string[] = []
      const accept = (image: Image) => {
        asked.push(image.name)
        return no()
      }
      expect(await deck.dealBy(accept)).toBeUndefined()
      expect(sorted(asked)).toEqual(sorted(images))
    }
  })

  test('lets nobody wait for one that takes its time, and deals them no picture twice', async () => {
    const deck = testDeck(images)
    const slow = Promise.withResolvers<boolean>()
    const first = deck.dealBy(() => slow.promise)
    const others = await deck.dealMany(19)
    slow.resolve(true)
    expect(sorted([...others, await first])).toEqual(sorted(images))
  })
})

test('a thousand pairs of frame and folder are remembered, of new ones those that came first', async () => {
  const deck = testDeck(numbered(3))
  await deck.deal('', 'kept')
  for (let index = 0; index < 1500; index += 1) {
    await deck.deal('', `frame ${index}`)
    if (index % 500 === 0) await deck.deal('', 'kept')
  }
  const frames = deck.frames()
  expect(frames).toHaveLength(1000)
  expect(frames).toEqual(expect.arrayContaining(['kept', 'frame 499', 'frame 1499']))
  expect(frames).not.toContain('frame 1498')
})

test('a round of thousands deals each once, and goes on after restarts', async () => {
  const deck = testDeck(numbered(3000), seededRandom(7))
  const dealt: unknown[] = []
  while (dealt.length < 3000) {
    dealt.push(...(await deck.dealMany(750)))
    deck.restart()
  }
  expect(new Set(dealt).size).toBe(3000)
})
