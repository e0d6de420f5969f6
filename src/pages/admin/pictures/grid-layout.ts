/** Where the cells of a grid lie, in CSS pixels. */
export interface GridLayout {
  columns: number
  cell: number
  /** Height of the whole grid. */
  height: number
  /** The first and the last picture (exclusive) near the visible part. */
  first: number
  last: number
}

export interface GridInput {
  count: number
  width: number
  /** How far the visible part begins below the top of the grid; negative while the top is visible. */
  scrolled: number
  viewHeight: number
}

export const gap = 6

/** Cells have about this width: three beside each other on a phone. */
const preferredCell = 150
const fewestColumns = 3

/** How many rows are kept beyond both ends of the visible part. */
const spareRows = 2

/** However large the screen, the page has no more cells than this. */
const maxCells = 380

/** Lays out a grid of square cells, and picks those that have to exist. */
export function layOutGrid({ count, width, scrolled, viewHeight }: GridInput): GridLayout {
  const columns = Math.max(fewestColumns, Math.floor((width + gap) / (preferredCell + gap)))
  const cell = Math.max(1, (width - gap * (columns - 1)) / columns)
  const rowHeight = cell + gap
  const rows = Math.ceil(count / columns)
  const firstRow = Math.max(0, Math.floor(scrolled / rowHeight) - spareRows)
  const visibleRows = Math.ceil(viewHeight / rowHeight) + 1 + 2 * spareRows
  const maxRows = Math.max(1, Math.floor(maxCells / columns))
  const lastRow = Math.min(rows, firstRow + Math.min(visibleRows, maxRows))
  return {
    columns,
    cell,
    height: Math.max(0, rows * rowHeight - gap),
    first: Math.min(count, firstRow * columns),
    last: Math.min(count, lastRow * columns),
  }
}
