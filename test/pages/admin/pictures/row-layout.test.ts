import { expect, test } from 'bun:test'
import * as fc from 'fast-check'
import {
  between,
  cellsOf,
  gap,
  layOutRows,
  ratioOf,
} from '../../../../src/pages/admin/pictures/grid/row-layout.ts'

const side = fc.integer({ min: 0, max: 20_000 })
const shapes = fc.oneof(
  fc.array(fc.record({ width: side, height: side }), { maxLength: 300 }),
  // Thousands of one shape, such as those of a scanner.
  fc
    .tuple(fc.record({ width: side, height: side }), fc.nat(5000))
    .map(([shape, count]) => Array.from({ length: count }, () => shape)),
)
const input = fc
  .record({
    shapes,
    perMonth: fc.integer({ min: 1, max: 400 }),
    width: fc.integer({ min: 240, max: 4000 }),
    shape: fc.double({ min: 0.2, max: 3, noNaN: true }),
    rowHeight: fc.integer({ min: 100, max: 240 }),
    heading: fc.constantFrom(0, 48, 96),
    place: fc.double({ min: 0, max: 1, noNaN: true }),
  })
  .map(({ shapes, perMonth, place, shape, ...others }) => {
    const measures = { ...others, viewHeight: shape * others.width }
    const ratios = shapes.map(ratioOf)
    const months = Math.ceil(ratios.length / perMonth)
    const counts = Array.from({ length: months }, (_, month) =>
      Math.min(perMonth, ratios.length - month * perMonth),
    )
    return { ratios, counts, measures, place, layout: layOutRows(ratios, counts, measures) }
  })

test('every picture is in one row, in its shape, and no row is wider than the page', () => {
  fc.assert(
    fc.property(input, ({ ratios, counts, measures, layout: { blocks, rows } }) => {
      expect(rows.flatMap(({ first, end }) => ratios.slice(first, end))).toEqual(ratios)
      const lengths = blocks.map(({ rows }) => (rows.at(-1)?.end ?? 0) - (rows[0]?.first ?? 0))
      expect(lengths).toEqual(counts)
      for (const row of rows) {
        const last = cellsOf(row, ratios).at(-1)
        expect(row.height).toBeGreaterThan(0)
        expect(last && last.start + last.width).toBeLessThanOrEqual(measures.width + 0.01)
      }
    }),
  )
})

test('nothing lies over anything else, and a row below another one of its month is as wide', () => {
  fc.assert(
    fc.property(input, ({ ratios, measures, layout: { blocks } }) => {
      let bottom = 0
      for (const block of blocks) {
        expect(block.top).toBeCloseTo(bottom)
        bottom += measures.heading
        for (const row of block.rows) {
          expect(row.top).toBeCloseTo(bottom)
          bottom += row.height + gap
          if (row === block.rows.at(-1)) continue
          const last = cellsOf(row, ratios).at(-1)
          expect(last && last.start + last.width).toBeCloseTo(measures.width)
        }
        expect(block.top + block.height).toBeCloseTo(bottom)
      }
    }),
  )
})

/** A cell, its picture, the button around it, and the mark of a selection. */
const perCell = 4
/** A month, its heading with a text and two more, and its list. */
const perMonth = 6

test('no part of the page has more than 400 elements, whatever is in it', () => {
  fc.assert(
    fc.property(input, ({ measures, place, layout: { blocks, rows, spare } }) => {
      const height = (blocks.at(-1)?.top ?? 0) + (blocks.at(-1)?.height ?? 0)
      const from = place * height - spare
      const to = from + measures.viewHeight + 2 * spare
      const cells = between(rows, from, to).reduce((sum, { first, end }) => sum + end - first, 0)
      const months = between(blocks, from, to).length
      expect(perCell * cells + perMonth * months).toBeLessThanOrEqual(400)
    }),
  )
})
