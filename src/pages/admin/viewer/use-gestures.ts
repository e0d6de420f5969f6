import { useLayoutEffect, useRef } from 'preact/hooks'
import { startGestures, type Gestures, type Reactions } from './gestures.ts'

/** Binds gestures to the element of the ref that it gives, and turns with the pictures. */
export function useGestures(path: string, index: number, reactions: Reactions) {
  const stage = useRef<HTMLDivElement>(null)
  const gestures = useRef<Gestures | undefined>(undefined)
  const last = useRef({ path, index, reactions })
  useLayoutEffect(() => {
    const step = index - last.current.index
    const isOther = path !== last.current.path
    last.current = { path, index, reactions }
    if (stage.current !== null) {
      gestures.current ??= startGestures(stage.current, () => last.current.reactions)
    }
    if (isOther) gestures.current?.turn(Math.abs(step) === 1 ? step : 0)
  })
  return { stage, gestures }
}
