/**
 * Calls a function at once, and then at most once per interval.
 * @param interval in milliseconds.
 */
export function throttle(call: () => void, interval: number): () => void {
  let isWaiting = false
  let isWanted = false
  const run = () => {
    isWanted = isWaiting
    if (isWaiting) return
    isWaiting = true
    call()
    setTimeout(() => {
      isWaiting = false
      if (isWanted) run()
    }, interval)
  }
  return run
}
