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

/** The least width of a cell, unless fewer than three would fit side by side, as on a phone. */
const preferredCell = 150
const preferredColumns = 3

/** How many rows are kept beyond both ends of the visible part. */
const spareRows = 2

/** How many cells there are at most, whatever the screen: 400 elements, since a cell is four. */
const maxCells = 100

/** Lays out a grid of square cells, and picks those that have to exist. */
export function layOutGrid({ count, width, scrolled, viewHeight }: GridInput): GridLayout {
  const cellOf = (columns: number) => Math.max(1, (width - gap * (columns - 1)) / columns)
  const rowsKept = (columns: number) =>
    Math.ceil(viewHeight / (cellOf(columns) + gap)) + 1 + 2 * spareRows
  let columns = Math.max(preferredColumns, Math.floor((width + gap) / (preferredCell + gap)))
  // On a large screen the cells get larger instead of more.
  while (columns > 1 && columns * rowsKept(columns) > maxCells) columns -= 1
  const cell = cellOf(columns)
  const rowHeight = cell + gap
  const rows = Math.ceil(count / columns)
  const firstRow = Math.max(0, Math.floor(scrolled / rowHeight) - spareRows)
  const lastRow = Math.min(rows, firstRow + rowsKept(columns))
  return {
    columns,
    cell,
    height: Math.max(0, rows * rowHeight - gap),
    first: Math.min(count, firstRow * columns),
    last: Math.min(count, lastRow * columns),
  }
}
