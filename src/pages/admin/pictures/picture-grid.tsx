import { useRef, useState } from 'hono/jsx/dom'
import { useEffect } from '../lib/use-effect.ts'
import { forward } from '../lib/language.ts'
import { gap, layOutGrid } from './grid-layout.ts'
import type { Selection } from './selection.ts'
import { Thumbnail, type Picture } from './thumbnail.tsx'

interface GridProps {
  folder: string
  pictures: readonly Picture[]
  /** The path of the one that is open in front of the grid. */
  opened: string | undefined
  selection: Selection
  onOpen: (path: string) => void
  onToggle: (path: string, withRange: boolean) => void
}

/** Shows pictures as a grid; only the cells near the visible part exist. */
export function PictureGrid(props: GridProps) {
  const { folder, pictures, opened, selection, onOpen, onToggle } = props
  const grid = useRef<HTMLDivElement>(null)
  const [view, setView] = useState({ width: innerWidth, scrolled: 0, viewHeight: innerHeight })
  useEffect(() => {
    const place = `place in ${folder}`
    scrollTo(0, Number(sessionStorage.getItem(place)))
    const measure = () => {
      const box = grid.current?.getBoundingClientRect()
      if (box === undefined || box.width === 0) return
      sessionStorage.setItem(place, `${scrollY}`)
      setView({ width: box.width, scrolled: -box.top, viewHeight: innerHeight })
    }
    addEventListener('scroll', measure, { passive: true })
    // Reports at once, and whenever the grid is shown or gets another width.
    const observer = new ResizeObserver(measure)
    if (grid.current !== null) observer.observe(grid.current)
    return () => {
      removeEventListener('scroll', measure)
      observer.disconnect()
      // What comes next begins at its top.
      scrollTo(0, 0)
    }
  }, [])
  const { columns, cell, height, first, last } = layOutGrid({ count: pictures.length, ...view })
  // One tab stop for the whole grid: nobody tabs through thousands.
  const [focused, setFocused] = useState(0)
  const tabStop = focused >= first && focused < last ? focused : first
  const focus = (index: number) =>
    grid.current?.querySelector<HTMLElement>(`[aria-posinset='${index + 1}'] .picture`)?.focus()
  // Whoever turns to other pictures comes back to the one seen last.
  useEffect(() => {
    const index = pictures.findIndex(({ path }) => path === opened)
    if (index === -1 || grid.current === null) return
    setFocused(index)
    const top =
      grid.current.getBoundingClientRect().top + Math.floor(index / columns) * (cell + gap)
    if (top < 0 || top + cell > innerHeight) scrollBy(0, top + cell / 2 - innerHeight / 2)
  }, [opened])
  const placeOf = (index: number) => ({
    width: `${cell}px`,
    height: `${cell}px`,
    transform: `translate(${forward() * (index % columns) * (cell + gap)}px, ${Math.floor(index / columns) * (cell + gap)}px)`,
  })
  const press = (event: KeyboardEvent) => {
    const steps: Record<string, number> = {
      ArrowLeft: -forward(),
      ArrowRight: forward(),
      ArrowUp: -columns,
      ArrowDown: columns,
    }
    const step = steps[event.key]
    const cellOf = event.target instanceof Element ? event.target.closest('.cell') : null
    if (step === undefined || cellOf === null) return
    event.preventDefault()
    focus(Number(cellOf.getAttribute('aria-posinset')) - 1 + step)
  }
  return (
    <div
      ref={grid}
      class={selection.size > 0 ? 'grid selecting' : 'grid'}
      role={pictures.length > 0 ? 'list' : undefined}
      style={{ height: `${height}px` }}
      onKeyDown={press}
    >
      {pictures.slice(first, last).map((picture, offset) => (
        <Thumbnail
          key={picture.path}
          picture={picture}
          cell={cell}
          place={placeOf(first + offset)}
          position={first + offset + 1}
          total={pictures.length}
          isTabStop={first + offset === tabStop}
          onFocus={() => setFocused(first + offset)}
          isSelected={selection.paths.has(picture.path)}
          isSelecting={selection.size > 0}
          onOpen={() => onOpen(picture.path)}
          onToggle={onToggle}
        />
      ))}
    </div>
  )
}
