import { expect, test } from 'bun:test'
import { ThumbnailTurns } from '../../../../src/pages/admin/pictures/grid/thumbnail-turns.ts'

test('nothing is made while something is shown, and then four at a time', () => {
  const turns = new ThumbnailTurns()
  const made: number[] = []
  const endShowing = [turns.show(), turns.show()]
  const ends = Array.from({ length: 7 }, (_, index) => turns.make(() => made.push(index)))
  endShowing[0]?.()
  endShowing[0]?.()
  expect(made).toEqual([])
  endShowing[1]?.()
  expect(made).toEqual([0, 1, 2, 3])
  // Who goes away while waiting is not made.
  ends[4]?.()
  ends[2]?.()
  expect(made).toEqual([0, 1, 2, 3, 5])
  const endAnother = turns.show()
  ends[0]?.()
  expect(made).toHaveLength(5)
  endAnother()
  expect(made).toEqual([0, 1, 2, 3, 5, 6])
})
