import { expect, test } from 'bun:test'
import * as fc from 'fast-check'
import {
  groupByMonth,
  joinSmallMonths,
  orders,
  sortPictures,
} from '../../../../src/pages/admin/pictures/grid/months.ts'

const dates = fc.option(
  fc
    .date({ min: new Date('1990-01-01'), max: new Date('2030-01-01'), noInvalidDate: true })
    .map((date) => date.toISOString().slice(0, 19)),
)
/** They come by name. */
const pictures = fc
  .array(dates, { maxLength: 60 })
  .map((all) => all.map((date, name) => ({ name, date })))

test('pictures are sorted by their dates, those of one moment by name, those without one last', () => {
  fc.assert(
    fc.property(pictures, fc.constantFrom(...orders), (all, order) => {
      const sorted = sortPictures(all, order)
      expect(new Set(sorted)).toEqual(new Set(all))
      const sign = order === 'newest' ? -1 : 1
      for (const [index, { date, name }] of sorted.slice(1).entries()) {
        const before = sorted[index]
        if (before === undefined) continue
        const byName = before.name < name
        if (order === 'name' || before.date === date) expect(byName).toBe(true)
        else if (date === null || before.date === null) expect(date).toBeNull()
        else expect(Math.sign(Date.parse(date) - Date.parse(before.date))).toBe(sign)
      }
    }),
  )
})

test('each month stands once, with all of its pictures', () => {
  fc.assert(
    fc.property(pictures, fc.constantFrom('newest', 'oldest'), (all, order) => {
      const sorted = sortPictures(all, order)
      const groups = groupByMonth(sorted)
      expect(new Set(groups.map(({ month }) => month)).size).toBe(groups.length)
      const months = groups.flatMap(({ month, first, count }) =>
        sorted.slice(first, first + count).map(({ date }) => [date?.slice(0, 7) ?? '', month]),
      )
      expect(months).toHaveLength(all.length)
      for (const [own, month] of months) expect(own).toBe(month)
    }),
  )
})

test('months of a year with one or two pictures share a heading, and no others', () => {
  const months = { '2024-03': 1, '2024-02': 2, '2024-01': 3, '2023-12': 2, '2023-05': 1, '': 1 }
  let first = 0
  const groups = Object.entries(months).map(([month, count]) => ({
    month,
    count,
    first: (first += count) - count,
  }))
  expect(joinSmallMonths(groups)).toEqual([
    { month: '2024-03', until: '2024-02', first: 0, count: 3 },
    { month: '2024-01', first: 3, count: 3 },
    { month: '2023-12', until: '2023-05', first: 6, count: 3 },
    { month: '', first: 9, count: 1 },
  ])
})
