/** Puts the clock of a process an hour ahead with every second. */
const { now } = Date
const start = now()
const ahead = () => now() + Math.floor((now() - start) / 1000) * 3_600_000

Date.now = ahead
globalThis.Date = new Proxy(Date, {
  construct: (target, given) => Reflect.construct(target, given.length === 0 ? [ahead()] : given),
})
