import type { Picture } from '../../service/model.ts'
import type { RefObject } from 'preact'
import { useLayoutEffect, useState } from 'preact/hooks'
import { useListener } from '../../lib/use-listener.ts'
import { rowOf, type RowLayout } from './row-layout.ts'

/** A place on the page: the picture that is seen first, and where it is on the screen. */
interface KeptPlace {
  path: string
  /** Where it is among all. */
  index: number
  top: number
  scrolled: number
}

/**
 * Keeps the place on the page: what is seen first stays where it is when rows are laid out anew, and
 * whoever comes back in the same tab finds the page as it was.
 * @param name what the place is kept by.
 * @param layout nothing before it is known.
 */
export function useKeptPlace(
  grid: RefObject<HTMLElement | null>,
  name: string,
  pictures: readonly (Picture | undefined)[],
  layout: RowLayout | undefined,
): void {
  const key = `place of ${name}`
  const [place] = useState((): KeptPlace & { isBack: boolean } => {
    const kept: KeptPlace | null = JSON.parse(sessionStorage.getItem(key) ?? 'null')
    return { ...(kept ?? { path: '', index: -1, top: 0, scrolled: 0 }), isBack: false }
  })
  const topOf = () => grid.current?.getBoundingClientRect().top ?? 0
  useLayoutEffect(() => {
    if (layout === undefined) return
    const found = pictures.findIndex((each) => each?.path === place.path)
    // One that is not loaded yet is about where it was.
    const isComing = found < 0 && (place.path === '' || !place.isBack)
    const row = rowOf(layout, isComing ? place.index : found)
    if (row) scrollBy(0, topOf() + row.top - place.top)
    else if (!place.isBack) scrollTo(0, place.scrolled)
    place.isBack = true
  }, [layout])
  useListener('scroll', () => {
    if (layout === undefined) return
    const top = topOf()
    const first = layout.rows.find((each) => top + each.top + each.height > 0)
    place.scrolled = scrollY
    // Above the pictures, what comes first may change.
    place.index = top < 0 && first ? first.first : -1
    place.path = pictures[place.index]?.path ?? ''
    place.top = top + (first?.top ?? 0)
    sessionStorage.setItem(key, JSON.stringify(place))
  })
  // What comes next begins at its top.
  useLayoutEffect(() => () => scrollTo(0, 0), [])
}
