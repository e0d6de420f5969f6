import { useEffect } from 'preact/hooks'
import { pauseAfter } from './pause-after.ts'

/**
 * Reads data again from time to time, since others change it too, as long as the page is seen.
 * @param pictures how many there were.
 */
export function useRefresh(
  reload: () => Promise<void>,
  inputs: readonly unknown[],
  pictures = 0,
): void {
  const pause = pauseAfter(pictures)
  useEffect(() => {
    const leaving = new AbortController()
    const refresh = async () => document.hidden || reload()
    let timer: ReturnType<typeof setTimeout>
    const follow = async () => {
      await refresh()
      if (!leaving.signal.aborted) timer = setTimeout(() => void follow(), pause)
    }
    timer = setTimeout(() => void follow(), pause)
    addEventListener('focus', () => void refresh(), leaving)
    document.addEventListener('visibilitychange', () => void refresh(), leaving)
    return () => {
      leaving.abort()
      clearTimeout(timer)
    }
  }, [...inputs, pause])
}
