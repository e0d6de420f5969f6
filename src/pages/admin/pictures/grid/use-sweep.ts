import type { RefObject } from 'preact'
import { useEffect, useRef } from 'preact/hooks'

/** How long a finger rests on a picture to select it, in milliseconds. */
const holdMs = 450

/** How far a pointer moves before that is neither a click nor a hold, in CSS pixels. */
const slack = 8

/** How near to an end of the screen the page scrolls along, in CSS pixels. */
const edge = 96

export interface Sweep {
  /** A sweep begins on a picture. */
  onSweepStart: (index: number) => void
  /** It has come to a picture. */
  onSweep: (index: number) => void
}

const indexOf = (element: Element | null) =>
  element?.closest<HTMLElement>('.cell')?.dataset['index']

/** Lets a mouse that is pressed, or a finger after a hold, sweep over the pictures of an area. */
export function useSweep(area: RefObject<HTMLElement | null>, sweep: Sweep): void {
  const latest = useRef(sweep)
  latest.current = sweep
  useEffect(() => {
    const leaving = new AbortController()
    let pressed: { index: string; x: number; y: number; isTouch: boolean } | undefined
    let isSweeping = false
    let timer: ReturnType<typeof setTimeout>
    let frame = 0
    const reach = ({ x, y }: { x: number; y: number }) => {
      const index = indexOf(document.elementFromPoint(x, y))
      if (pressed === undefined) return
      Object.assign(pressed, { x, y })
      if (index === undefined || index === pressed.index) return
      pressed.index = index
      latest.current.onSweep(Number(index))
    }
    const scroll = () => {
      frame = requestAnimationFrame(scroll)
      if (pressed === undefined) return
      const { y } = pressed
      const step = (Math.min(0, y - edge) + Math.max(0, y + edge - innerHeight)) / 6
      if (step === 0) return
      scrollBy(0, step)
      reach(pressed)
    }
    const start = () => {
      if (pressed === undefined) return
      isSweeping = true
      latest.current.onSweepStart(Number(pressed.index))
      scroll()
    }
    const end = () => {
      pressed = undefined
      clearTimeout(timer)
      cancelAnimationFrame(frame)
    }
    const keep = (event: Event) => isSweeping && event.cancelable && event.preventDefault()
    const press = (event: PointerEvent) => {
      end()
      isSweeping = false
      const { target, clientX: x, clientY: y, pointerType, button, isPrimary } = event
      const picture = target instanceof Element ? target.closest('.picture') : null
      const index = indexOf(picture)
      if (index === undefined || button !== 0 || !isPrimary) return
      pressed = { index, x, y, isTouch: pointerType !== 'mouse' }
      if (!pressed.isTouch) return
      timer = setTimeout(start, holdMs)
      // Where its element goes away, a finger is heard of nowhere else.
      target?.addEventListener('touchmove', keep, { passive: false, signal: leaving.signal })
    }
    const move = ({ clientX: x, clientY: y }: PointerEvent) => {
      if (pressed === undefined) return
      const isFar = Math.hypot(x - pressed.x, y - pressed.y) > slack
      if (!isSweeping && isFar && pressed.isTouch) end()
      else if (!isSweeping && isFar) start()
      if (isSweeping) reach({ x, y })
    }
    // The end of a sweep may be a click; that of a key, whose `detail` is 0, ends none.
    const click = (event: MouseEvent) => {
      if (isSweeping && event.detail > 0) event.stopPropagation()
    }
    // The menu that Android shows for a hold.
    const menu = (event: Event) => pressed?.isTouch === true && event.preventDefault()
    const element = area.current
    element?.addEventListener('pointerdown', press, leaving)
    element?.addEventListener('touchmove', keep, { passive: false, signal: leaving.signal })
    element?.addEventListener('click', click, { capture: true, signal: leaving.signal })
    element?.addEventListener('contextmenu', menu, leaving)
    addEventListener('pointermove', move, leaving)
    for (const name of ['pointerup', 'pointercancel'] as const) addEventListener(name, end, leaving)
    return () => {
      leaving.abort()
      end()
    }
  }, [])
}
