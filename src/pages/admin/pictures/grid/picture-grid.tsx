import { useEffect, useMemo, useRef, useState } from 'preact/hooks'
import { MonthBlock, type BlockProps } from './month-block.tsx'
import type { PictureGroup } from './months.ts'
import { between, layOutRows, ratioOf, rowOf, cellsOf, type RowLayout } from './row-layout.ts'
import { ThumbnailTurns } from './thumbnail-turns.ts'
import { useKeptPlace } from './use-kept-place.ts'
import { useSweep, type Sweep } from './use-sweep.ts'
import { useView } from './use-view.ts'
import { YearRail } from './year-rail.tsx'
import { forward } from '../../lib/language.ts'

type BlockProp = 'pictures' | 'selection' | 'hasPlaces' | 'onToggle' | 'onToggleAll'

export interface GridProps extends Pick<BlockProps, BlockProp>, Sweep {
  /** The name under which the place on the page is kept: another name needs another `key`, too. */
  name: string
  groups: readonly PictureGroup[]
  /** The path of the one that is open in front of the grid. */
  opened: string | undefined
  /** Pictures from one to another are near the screen. */
  onSee: (first: number, end: number) => void
}

/** How high rows are, in `rem`, and how many times that high the page is wide in between. */
const [lowest, highest, rowsInWidth] = [7.5, 13, 5]

/** How high headings are, in `rem`; they take two lines on a page that is so narrow. */
const [heading, highHeading, narrow] = [3, 4.75, 16]

/** What a picture is taken for before it is loaded. */
const usualSize = { width: 4, height: 3 }

/** Shows pictures in rows below their months; only what is near the visible part exists. */
export function PictureGrid(props: GridProps) {
  const { name, pictures, groups, opened, selection } = props
  const grid = useRef<HTMLDivElement>(null)
  const view = useView(grid)
  const { width = 0, viewHeight = 0, rem = 16, scrolled = 0, above = 0 } = view ?? {}
  const rowHeight = Math.min(highest * rem, Math.max(lowest * rem, width / rowsInWidth))
  const [turns] = useState(() => new ThumbnailTurns())
  const ratios = useMemo(
    () => pictures.map((each) => ratioOf(each?.dimensions ?? usualSize)),
    [pictures],
  )
  const layout = useMemo(() => {
    const headingHeight = rem * (width < narrow * rem ? highHeading : heading)
    const counts = groups.map(({ count }) => count)
    const own = groups[0]?.month === undefined ? 0 : headingHeight
    const measures = { width, viewHeight, rowHeight, heading: own }
    return width === 0 ? undefined : layOutRows(ratios, counts, measures)
  }, [ratios, groups, width, viewHeight, rem])
  useKeptPlace(grid, name, pictures, layout)
  useSweep(grid, props)
  const [focused, setFocused] = useState(0)
  // Whoever turns to other pictures comes back to the one seen last.
  useEffect(() => {
    if (opened === undefined) return
    const index = pictures.findIndex((each) => each?.path === opened)
    const row = layout && rowOf(layout, index)
    if (row === undefined || grid.current === null) return
    setFocused(index)
    const top = grid.current.getBoundingClientRect().top + row.top
    const isSeen = top >= above && top + row.height <= innerHeight
    if (isSeen) return
    scrollBy(0, top + row.height / 2 - innerHeight / 2)
    // The browser says so later: rows that are laid out before would bring the old place back.
    dispatchEvent(new Event('scroll'))
  }, [opened, layout])

  const spare = layout?.spare ?? 0
  const [from, to] = [scrolled - spare, scrolled + viewHeight + spare]
  const rows = between(layout?.rows ?? [], from, to)
  const [start, end] = [rows[0]?.first ?? 0, rows.at(-1)?.end ?? 0]
  const isPassing = view?.isPassing ?? false
  useEffect(() => {
    if (!isPassing) props.onSee(start, end)
  }, [start, end, isPassing, groups])
  // One tab stop for the whole grid: nobody tabs through thousands.
  const tabStop = focused >= start && focused < end ? focused : start
  const press = (event: KeyboardEvent) => {
    const { target, key } = event
    const cell = target instanceof Element ? target.closest<HTMLElement>('.cell') : null
    const index = Number(cell?.dataset['index'])
    const next = cell && layout && targetOf(key, index, layout, ratios)
    if (typeof next !== 'number') return
    event.preventDefault()
    grid.current?.querySelector<HTMLElement>(`[data-index='${next}'] .picture`)?.focus()
  }
  return (
    <>
      <div
        ref={grid}
        class={selection.paths.size > 0 ? 'grid selecting' : 'grid'}
        style={{ height: `${layout?.height ?? 0}px`, '--above': `${above}px` }}
        onKeyDown={press}
      >
        {layout?.blocks.map((block, index) => {
          const group = groups[index]
          if (group === undefined || between([block], from, to).length === 0) return null
          return (
            <MonthBlock
              key={group.month ?? 'all'}
              {...props}
              {...{ group, block, ratios, turns, isPassing, tabStop }}
              rows={between(block.rows, from, to)}
              height={rowHeight}
              onFocus={setFocused}
            />
          )
        })}
      </div>
      {view && layout && <YearRail grid={grid} groups={groups} layout={layout} view={view} />}
    </>
  )
}

/** Says to which picture an arrow key leads from another one; nothing for other keys. */
function targetOf(
  key: string,
  index: number,
  layout: RowLayout,
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
