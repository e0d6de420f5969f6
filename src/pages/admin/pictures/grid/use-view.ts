import type { RefObject } from 'preact'
import { useLayoutEffect, useState } from 'preact/hooks'

/** What is seen of an element of the page, in CSS pixels. */
export interface Viewport {
  width: number
  viewHeight: number
  /** How far the visible part begins below the top of the element; negative while that is visible. */
  scrolled: number
  /** How much of the visible part is behind the bar of the page. */
  above: number
  /** The font size that the person has set. */
  rem: number
  /** Whether it is scrolled too fast to see anything. */
  isPassing: boolean
}

/** What a view is rounded to, so that it does not change with each step of scrolling. */
const step = 80

/** How long after a long way nothing has to move before something is seen, in milliseconds. */
const restMs = 120

/** Follows what is seen of an element; nothing until it is on the page. */
export function useView(element: RefObject<HTMLElement | null>): Viewport | undefined {
  const [view, setView] = useState<Viewport | undefined>(undefined)
  useLayoutEffect(() => {
    let last = scrollY
    let timer: ReturnType<typeof setTimeout>
    const measure = () => {
      const box = element.current?.getBoundingClientRect()
      if (box === undefined || box.width === 0) return
      const isFar = Math.abs(scrollY - last) > innerHeight
      last = scrollY
      const next = {
        width: box.width,
        viewHeight: Math.ceil(innerHeight / step) * step,
        scrolled: Math.floor(-box.top / step) * step,
        above: document.querySelector('.bar')?.clientHeight ?? 0,
        rem: Number.parseFloat(getComputedStyle(document.documentElement).fontSize),
      }
      setView((known) => {
        const changed = { ...next, isPassing: isFar || known?.isPassing === true }
        return JSON.stringify(known) === JSON.stringify(changed) ? known : changed
      })
      if (!isFar) return
      clearTimeout(timer)
      timer = setTimeout(() => setView((known) => known && { ...known, isPassing: false }), restMs)
    }
    addEventListener('scroll', measure, { passive: true })
    measure()
    // Reports whenever the element is shown or gets another width.
    const observer = new ResizeObserver(measure)
    if (element.current !== null) observer.observe(element.current)
    return () => {
      clearTimeout(timer)
      removeEventListener('scroll', measure)
      observer.disconnect()
    }
  }, [])
  return view
}
