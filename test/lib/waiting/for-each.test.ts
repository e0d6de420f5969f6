import { describe, expect, test } from 'bun:test'
import { forEachParallel } from '../../../src/lib/waiting/for-each.ts'

/** Tasks that end when the test says so. */
function tasks() {
  const ends: (() => void)[] = []
  return {
    begin: () => new Promise<void>((resolve) => ends.push(resolve)),
    end: (index: number) => ends[index]?.(),
  }
}

describe('forEachParallel', () => {
  test('works on every item once, on no more at a time than it may', async () => {
    const seen: number[] = []
    let [running, most] = [0, 0]
    const work = async (item: number) => {
      running += 1
      most = Math.max(most, running)
      await Bun.sleep(0)
      seen.push(item)
      running -= 1
    }
    const items = Array.from({ length: 20 }, (_, index) => index)
    await forEachParallel(items, work)
    expect(seen.toSorted((a, b) => a - b)).toEqual(items)
    expect(most).toBe(8)
  })

  test('fails as the first task that fails', async () => {
    const work = async (item: number) => {
      if (item === 2) throw new Error('two')
    }
    await expect(forEachParallel([1, 2, 3], work)).rejects.toThrow('two')
  })

  test('has ended when it fails, and begins nothing after that', async () => {
    const { begin, end } = tasks()
    const [begun, ended]: [number[], number[]] = [[], []]
    const work = async (item: number) => {
      begun.push(item)
      await begin()
      ended.push(item)
      if (item === 3) throw new Error('three')
    }
    const items = Array.from({ length: 20 }, (_, index) => index)
    const failing = forEachParallel(items, work).catch(() => ended.length)
    end(3)
    await Bun.sleep(0)
    for (const item of items) end(item)
    expect(await failing).toBe(8)
    expect(begun).toEqual(items.slice(0, 8))
  })
})
