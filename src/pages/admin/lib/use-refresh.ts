import { useEffect } from 'preact/hooks'

/**
 * How long after each answer what is seen is read again, in milliseconds. What other programs change
 * is up to 2 s late in the listing.
 */
const refreshAfter = 2500

/** Reads again and again what others change too, as long as somebody sees it. */
export function useRefresh(reload: () => Promise<void>, inputs: readonly unknown[]): void {
  useEffect(() => {
    const leaving = new AbortController()
    const refresh = async () => document.hidden || reload()
    let timer: ReturnType<typeof setTimeout>
    const follow = async () => {
      await refresh()
      if (!leaving.signal.aborted) timer = setTimeout(() => void follow(), refreshAfter)
    }
    timer = setTimeout(() => void follow(), refreshAfter)
    addEventListener('focus', () => void refresh(), leaving)
    document.addEventListener('visibilitychange', () => void refresh(), leaving)
    return () => {
      leaving.abort()
      clearTimeout(timer)
    }
  }, inputs)
}
