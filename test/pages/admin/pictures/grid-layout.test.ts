import { expect, test } from 'bun:test'
import * as fc from 'fast-check'
import { gap, layOutGrid } from '../../../../src/pages/admin/pictures/grid-layout.ts'

const input = fc.record({
  count: fc.nat(50_000),
  width: fc.integer({ min: 280, max: 4000 }),
  scrolled: fc.integer({ min: -2000, max: 2_000_000 }),
  viewHeight: fc.integer({ min: 200, max: 4000 }),
})

/** A cell, its picture, the button around it, and the mark of a selection. */
const elementsPerCell = 4

test('no grid has more than 400 elements, and no cell is outside of its width', () => {
  fc.assert(
    fc.property(input, (grid) => {
      const { columns, cell, first, last } = layOutGrid(grid)
      expect((last - first) * elementsPerCell).toBeLessThanOrEqual(400)
      expect(first).toBeLessThanOrEqual(last)
      expect(columns * (cell + gap) - gap).toBeLessThanOrEqual(grid.width + 0.001)
    }),
  )
})

test('every picture in the visible part has a cell', () => {
  fc.assert(
    fc.property(input, (grid) => {
      const { columns, cell, height, first, last } = layOutGrid(grid)
      // A page can't be scrolled beyond its end.
      const top = Math.min(grid.scrolled, height)
      const rowOf = (y: number) => Math.floor(Math.max(0, y) / (cell + gap))
      if (top !== grid.scrolled) return
      const firstVisible = Math.min(grid.count, rowOf(top) * columns)
      const lastVisible = Math.min(grid.count, (rowOf(top + grid.viewHeight) + 1) * columns)
      expect(first).toBeLessThanOrEqual(firstVisible)
      if (top + grid.viewHeight > 0) expect(last).toBeGreaterThanOrEqual(lastVisible)
    }),
  )
})
