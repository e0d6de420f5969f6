import type { RefObject } from 'preact'
import { useEffect, useRef, useState } from 'preact/hooks'
import { formatMonth, formatYear } from '../../lib/format-text.ts'
import { t } from '../../lib/messages.ts'
import { useListener } from '../../lib/use-listener.ts'
import type { PictureGroup } from './months.ts'
import type { RowLayout } from './row-layout.ts'
import type { Viewport } from './use-view.ts'

/** How long the rail is seen on a touch screen after the page has moved, in milliseconds. */
const seenMs = 1500

/** How much room a year takes on the rail, in `rem`. */
const labelHeight = 1.75

/** How much of the page is above and below the rail, in `rem`, without the bar of the page. */
const outside = 11

/** Of fewer pictures there is no rail. */
const leastPictures = 200

interface RailProps {
  grid: RefObject<HTMLElement | null>
  groups: readonly PictureGroup[]
  layout: RowLayout
  view: Viewport
}

/** A rail at the side of the page, by which one gets to any year. */
export function YearRail({ grid, groups, layout, view }: RailProps) {
  const rail = useRef<HTMLDivElement>(null)
  const [isActive, setActive] = useState(false)
  const [scrolled, setScrolled] = useState(0)
  const { blocks, height } = layout
  const topOf = () => (grid.current?.getBoundingClientRect().top ?? 0) - view.above
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useListener('scroll', () => {
    setScrolled(-topOf())
    setActive(true)
    clearTimeout(timer.current)
    timer.current = setTimeout(() => setActive(false), seenMs)
  })
  useEffect(() => setScrolled(-topOf()), [layout])
  const starts = groups.flatMap(({ month = '' }, index) => {
    const isFirst = month.slice(0, 4) !== groups[index - 1]?.month?.slice(0, 4)
    return isFirst ? [{ month, top: blocks[index]?.top ?? 0 }] : []
  })
  if (starts.length < 2 || (layout.rows.at(-1)?.end ?? 0) < leastPictures) return null
  const jump = (top: number) => scrollBy(0, topOf() + top)
  const current = Math.max(
    0,
    blocks.findLastIndex(({ top }) => top <= scrolled + 1),
  )
  const name = formatMonth(groups[current]?.month ?? '', groups[current]?.until)
  const room = Math.max(labelHeight, (view.viewHeight - view.above) / view.rem - outside)
  const least = (labelHeight * height) / room
  let free = 0
  const labels = starts.filter(({ month, top }) => {
    if (month === '' || top < free) return false
    free = top + least
    return true
  })
  const drag = ({ clientY, buttons }: PointerEvent) => {
    const box = rail.current?.getBoundingClientRect()
    if (box === undefined || buttons === 0) return
    const place = Math.min(1, Math.max(0, (clientY - box.top) / box.height)) * height
    // On a label, its year begins.
    jump(labels.find(({ top }) => Math.abs(top - place) < least / 2)?.top ?? place)
  }
  const press = (event: KeyboardEvent) => {
    const targets: Record<string, number | undefined> = {
      ArrowUp: starts.findLast(({ top }) => top < scrolled - 1)?.top ?? 0,
      ArrowDown: starts.find(({ top }) => top > scrolled + 1)?.top ?? scrolled,
      Home: 0,
      End: starts.at(-1)?.top,
    }
    const top = targets[event.key]
    if (top === undefined) return
    event.preventDefault()
    jump(top)
  }
  const placeOf = (top: number) => ({
    top: `${(100 * Math.max(0, Math.min(top, height))) / height}%`,
  })
  return (
    <div
      ref={rail}
      class={isActive ? 'rail active' : 'rail'}
      style={{ top: `calc(${view.above}px + 4rem)` }}
      role="slider"
      tabIndex={0}
      aria-label={t.rows.years}
      aria-orientation="vertical"
      aria-valuemin={0}
      aria-valuemax={groups.length - 1}
      aria-valuenow={current}
      aria-valuetext={name}
      onKeyDown={press}
      onPointerDown={(event: PointerEvent) => {
        rail.current?.setPointerCapture(event.pointerId)
        drag(event)
      }}
      onPointerMove={drag}
    >
      {labels.map(({ month, top }) => (
        <span key={month} class="year" style={placeOf(top)}>
          {formatYear(month)}
        </span>
      ))}
      <span class="thumb" style={placeOf(scrolled)}>
        <span class="bubble">{name}</span>
      </span>
    </div>
  )
}
