/**
 * Calls a function at once, and then at most once per interval, with the arguments of the last call.
 * @param interval in milliseconds.
 */
export function throttle<Arguments extends unknown[]>(
  call: (...values: Arguments) => void,
  interval: number,
): (...values: Arguments) => void {
  let isWaiting = false
  let next: Arguments | undefined
  const run = (...values: Arguments) => {
    if (isWaiting) {
      next = values
      return
    }
    isWaiting = true
    call(...values)
    setTimeout(() => {
      isWaiting = false
      const last = next
      next = undefined
      if (last !== undefined) run(...last)
    }, interval)
  }
  return run
}
