import { expect, test } from 'bun:test'
import * as fc from 'fast-check'
import { Selection } from '../../../../src/pages/admin/pictures/grid/selection.ts'

const all = Array.from({ length: 20 }, (_, index) => `${index}.jpg`)
const place = fc.nat(all.length - 1)
const pathAt = (index: number) => all[index] ?? ''

test('a picture that is tapped twice is as it was', () => {
  fc.assert(
    fc.property(fc.array(place), place, (before, tapped) => {
      const selection = new Selection(new Set(before.map(pathAt)))
      const twice = selection.toggle([pathAt(tapped)]).toggle([pathAt(tapped)])
      expect([...twice.paths].toSorted()).toEqual([...selection.paths].toSorted())
    }),
  )
})

test('a range has everything between its ends, from either side, and loses nothing', () => {
  fc.assert(
    fc.property(fc.array(place), place, place, (before, from, to) => {
      const known = new Selection(new Set(before.map(pathAt)), pathAt(from))
      const { paths } = known.extend(pathAt(to), all)
      for (let index = Math.min(from, to); index <= Math.max(from, to); index += 1) {
        expect(paths.has(pathAt(index))).toBeTrue()
      }
      for (const path of known.paths) expect(paths.has(path)).toBeTrue()
    }),
  )
})

test('what is gone is not selected any more, and begins no range', () => {
  const selection = new Selection(new Set(['gone.jpg', pathAt(1)])).within(all)
  expect([...selection.paths]).toEqual([pathAt(1)])
  const range = new Selection(new Set(), 'gone.jpg').extend(pathAt(3), all)
  expect([...range.paths]).toEqual([pathAt(3)])
})

test('a group is selected whole, and not at all after another time', () => {
  fc.assert(
    fc.property(fc.array(place), place, place, (before, one, other) => {
      const group = all.slice(Math.min(one, other), Math.max(one, other) + 1)
      const known = new Selection(new Set(before.map(pathAt)))
      const isWhole = group.every((path) => known.paths.has(path))
      const once = known.toggle(group)
      for (const path of group) expect(once.paths.has(path)).toBe(!isWhole)
      for (const path of group) expect(once.toggle(group).paths.has(path)).toBe(isWhole)
      const others = (paths: ReadonlySet<string>) =>
        [...paths].filter((path) => !group.includes(path))
      expect(others(once.paths)).toEqual(others(known.paths))
    }),
  )
})
