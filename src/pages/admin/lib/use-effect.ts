import { useLayoutEffect } from 'hono/jsx/dom'

/**
 * Runs an effect in the frame after a render, and its clean-up once its inputs change or the
 * component is removed. hono's own `useEffect` also runs effects whose inputs changed before that
 * frame, and never cleans up after those.
 * @param inputs a change of one of them runs the effect again.
 */
export function useEffect(effect: () => void | (() => void), inputs: readonly unknown[]): void {
  useLayoutEffect(() => {
    let cleanUp: void | (() => void)
    const frame = requestAnimationFrame(() => {
      cleanUp = effect()
    })
    return () => {
      cancelAnimationFrame(frame)
      cleanUp?.()
    }
  }, inputs)
}
