/** A row of pictures, in CSS pixels. */
export interface Row {
  /** Below the top of all blocks. */
  top: number
  height: number
  /** The first picture in it, and the first one behind it. */
  first: number
  end: number
}

/** Rows below one heading. */
export interface Block {
  top: number
  height: number
  rows: readonly Row[]
}

export interface RowLayout {
  blocks: readonly Block[]
  /** The rows of all blocks. */
  rows: readonly Row[]
  /** How high all blocks are together. */
  height: number
  /** How far beyond the visible part there have to be pictures: keys lead to the next row. */
  spare: number
}

interface Measures {
  width: number
  viewHeight: number
  /** How high rows are where their pictures allow it. */
  rowHeight: number
  /** How much room a heading takes. */
  heading: number
  spare?: number
}

/** The space between pictures, in CSS pixels. */
export const gap = 4

/** How many elements there are at most; a picture is four, and what stands around a block is six. */
const maxElements = 400
const [perPicture, perBlock] = [4, 6]

/** The last row below a heading is stretched to the whole width if it grows by no more than this. */
const mostStretch = 1.3

/** What is narrower or wider gets a cell of this shape, and is shown whole in it. */
const [narrowest, widest] = [0.5, 5]

/** The shape of a picture's cell: width by height. What can't be shown is square. */
export const ratioOf = ({ width, height }: { width: number; height: number }) =>
  width > 0 ? Math.min(widest, Math.max(narrowest, width / height)) : 1

/** Where a row has its pictures: how far from its start, and how wide. */
export function cellsOf({ first, end, height }: Row, ratios: readonly number[]) {
  let start = 0
  return ratios.slice(first, end).map((ratio) => {
    const cell = { start, width: ratio * height }
    start += cell.width + gap
    return cell
  })
}

/**
 * Lays out pictures in rows that are equally wide, each picture in its shape. On a large screen the
 * rows get higher instead of more.
 * @param ratios the shape of each picture.
 * @param counts how many pictures there are below each heading.
 */
export function layOutRows(
  ratios: readonly number[],
  counts: readonly number[],
  measures: Measures,
): RowLayout {
  let [first, top] = [0, 0]
  const blocks = counts.map((count): Block => {
    const rows: Row[] = []
    const start = top
    top += measures.heading
    for (const end = first + count; first < end;) {
      const row = { top, first, ...fillRow(ratios, first, end, measures) }
      rows.push(row)
      top += row.height + gap
      first = row.end
    }
    return { top: start, height: top - start, rows }
  })
  const { width, viewHeight, rowHeight } = measures
  const { spare = measures.heading + 2 * rowHeight } = measures
  const isTooMuch = mostElements(blocks, viewHeight + 2 * spare) > maxElements
  if (!isTooMuch || rowHeight > width) {
    return { blocks, rows: blocks.flatMap(({ rows }) => rows), height: top, spare }
  }
  return layOutRows(ratios, counts, { ...measures, spare, rowHeight: rowHeight * 1.15 })
}

/** Takes as many pictures as bring a row nearest to the height that is wanted. */
function fillRow(
  ratios: readonly number[],
  first: number,
  end: number,
  { width, rowHeight }: Measures,
) {
  let sum = 0
  let before = Number.POSITIVE_INFINITY
  for (let next = first; next < end; next += 1) {
    sum += ratios[next] ?? 1
    const height = Math.max(1, (width - gap * (next - first)) / sum)
    if (height <= rowHeight) {
      const isNearer = before * height < rowHeight ** 2
      return isNearer ? { height: before, end: next } : { height, end: next + 1 }
    }
    before = height
  }
  return { height: before < rowHeight * mostStretch ? before : rowHeight, end }
}

/** How many elements a part of the page may have, wherever it begins. */
function mostElements(blocks: readonly Block[], viewHeight: number): number {
  const all = blocks.flatMap(({ rows }, block) => rows.map((row) => ({ ...row, block })))
  let [most, behind] = [0, 0]
  for (const { top, height, first, block } of all) {
    while ((all[behind]?.top ?? Number.POSITIVE_INFINITY) < top + height + viewHeight) behind += 1
    const last = all[behind - 1]
    const pictures = (last?.end ?? first) - first
    const count = perPicture * pictures + perBlock * ((last?.block ?? block) - block + 2)
    most = Math.max(most, count)
  }
  return most
}

/** Picks what lies between two heights. */
export const between = <Part extends { top: number; height: number }>(
  parts: readonly Part[],
  from: number,
  to: number,
): Part[] => parts.filter(({ top, height }) => top < to && top + height > from)

/** Finds the row of a picture. */
export const rowOf = ({ rows }: RowLayout, index: number): Row | undefined =>
  index < 0 ? undefined : rows.find(({ end }) => index < end)
