import { forward } from '../lib/language.ts'
import { cellsOf, rowOf, type Layout } from './row-layout.ts'

/** Says to which picture an arrow key leads from another one; nothing for other keys. */
export function targetOf(
  key: string,
  index: number,
  layout: Layout,
  ratios: readonly number[],
): number | undefined {
  if (key === 'ArrowLeft') return index - forward()
  if (key === 'ArrowRight') return index + forward()
  if (key !== 'ArrowUp' && key !== 'ArrowDown') return undefined
  const own = rowOf(layout, index)
  const next = own && rowOf(layout, key === 'ArrowDown' ? own.end : own.first - 1)
  const cell = own && cellsOf(own, ratios)[index - own.first]
  if (next === undefined || cell === undefined) return index
  // The nearest one, by their middles.
  const middle = cell.start + cell.width / 2
  const found = cellsOf(next, ratios).findIndex(({ start, width }) => start + width > middle)
  return found === -1 ? next.end - 1 : next.first + found
}
