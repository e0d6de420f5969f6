import { useLayoutEffect, useRef } from 'preact/hooks'

/** Listens to events of the window as long as a component is on the page, always by its last state. */
export function useListener<Type extends keyof WindowEventMap>(
  type: Type,
  listen: (event: WindowEventMap[Type]) => unknown,
): void {
  const latest = useRef(listen)
  latest.current = listen
  useLayoutEffect(() => {
    const call = (event: WindowEventMap[Type]) => void latest.current(event)
    addEventListener(type, call)
    return () => removeEventListener(type, call)
  }, [])
}
