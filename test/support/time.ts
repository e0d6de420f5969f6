import { spyOn } from 'bun:test'

/** From a poll of each second to the longest rest in the background, below what limits take, in milliseconds. */
const [shortest, longest] = [1000, 5000]

/** Has work in the background rest for hundredths of its time until it is disposed. */
export function shortRests() {
  const { setTimeout: wait } = globalThis
  const rest = (run: () => void, ms = 0) =>
    wait(run, ms >= shortest && ms <= longest ? ms / 100 : ms)
  return spyOn(globalThis, 'setTimeout').mockImplementation(Object.assign(rest, wait))
}

/** A monotonic clock that can be put forward, until it is disposed. */
export function steppedTime() {
  const now = performance.now.bind(performance)
  let ahead = 0
  const clock = spyOn(performance, 'now').mockImplementation(() => now() + ahead)
  return {
    pass: (milliseconds: number) => void (ahead += milliseconds),
    [Symbol.dispose]: () => clock.mockRestore(),
  }
}

/**
 * Makes the timers of a page so many times as fast, as an expression: how long it waits is not what is tested.
 * What has begun before goes on as it was. `pass` lets so many milliseconds of the page's time pass.
 */
export const fasterTimers = (times: number, names = ['setTimeout', 'setInterval']) => `
  ${JSON.stringify(names)}.forEach(function (name) {
    var real = window[name]
    window[name] = function (run, ms, value) { return real.call(window, run, ms / ${times}, value) }
  })
  window.pass = window.pass || (function (wait) {
    return function (ms) { return new Promise(function (done) { wait(done, ms) }) }
  })(window.setTimeout)`
