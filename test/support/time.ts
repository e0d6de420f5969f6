import { spyOn } from 'bun:test'

/** From a poll of each second to the longest rest in the background, below what limits take, in milliseconds. */
const [shortest, longest] = [1000, 5000]

/** Has work in the background rest for hundredths of its time until it is disposed. */
export function shortRests(): Disposable {
  const { setTimeout: wait } = globalThis
  const rest = (run: () => void, ms = 0) =>
    wait(run, ms >= shortest && ms <= longest ? ms / 100 : ms)
  return spyOn(globalThis, 'setTimeout').mockImplementation(Object.assign(rest, wait))
}

/** Puts the monotonic clock two seconds forward until it is disposed: what was read before counts as old. */
export function secondsLater(): Disposable {
  const now = performance.now.bind(performance)
  return spyOn(performance, 'now').mockImplementation(() => now() + 2000)
}
