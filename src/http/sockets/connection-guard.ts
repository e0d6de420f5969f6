import { readFileSync } from 'node:fs'
import { attempt } from '../../lib/attempt.ts'
import { once } from '../../lib/once.ts'
import type { Log } from '../../log.ts'
import { loadSockets, openDescriptors, type OpenSocket } from './open-sockets.ts'

/**
 * How soon the open descriptors are counted again, in milliseconds: at rest, after a request, and
 * while descriptors run short.
 */
const intervals = { atRest: 1000, inUse: 100, short: 20 }

/** More connections than these would take too much memory, whatever the system allows. */
const mostDescriptors = 8192

/** Which part of the descriptors may be open, and which after connections were ended. */
const [highMark, lowMark] = [0.6, 0.5]

/** How long nothing may happen on a connection that is in use, in milliseconds. */
const stuckAfterMs = 1000

/**
 * Ends idle connections while there are still descriptors for others, and for files: those of
 * networks that have more than their share.
 * @returns what is to be called as requests come, and counts the descriptors before they are answered.
 */
export function guardConnections(log: Log): () => void {
  const allowed = descriptorLimit()
  if (allowed === undefined) return () => undefined
  const limit = Math.min(allowed, mostDescriptors)
  let timer: ReturnType<typeof setTimeout> | undefined
  const warn = once(() =>
    log(
      'warn',
      `so many connections are open that file descriptors run short (${limit} are allowed, ` +
        'see `ulimit -n` or LimitNOFILE=): idle ones are closed',
    ),
  )
  const check = async (next: number) => {
    const descriptors = openOrAll(limit)
    const isShort = descriptors.length >= limit * highMark
    if (isShort) {
      warn()
      const sockets = await loadSockets()
      const tooMany = descriptors.length - Math.floor(limit * lowMark)
      const open = sockets?.among(descriptors) ?? []
      for (const socket of chooseConnections(open, tooMany)) sockets?.end(socket)
    }
    checkIn(isShort ? intervals.short : next)
  }
  const checkIn = (ms: number) => {
    clearTimeout(timer)
    timer = setTimeout(() => void check(intervals.atRest), ms).unref()
  }
  checkIn(intervals.atRest)
  return () => void check(intervals.inUse)
}

/** The most descriptors that this process may have open (proc(5)); `undefined` but on Linux. */
function descriptorLimit(): number | undefined {
  const limits = attempt(() => readFileSync('/proc/self/limits', 'utf8')) ?? ''
  const soft = /^Max open files +(\d+)/m.exec(limits)?.[1]
  return soft === undefined ? undefined : Number(soft)
}

/** Counts the open descriptors; the limit where none is left to count them with. */
const openOrAll = (limit: number): number[] =>
  attempt(openDescriptors) ?? Array.from({ length: limit }, (_, descriptor) => descriptor)

/**
 * Chooses connections to end: always of the network that has most and more than its share, the idle
 * ones first, then those on which nothing has happened for long; of each the longest silent first.
 */
export function chooseConnections(open: readonly OpenSocket[], count: number): OpenSocket[] {
  const networks = [...Map.groupBy(open, ({ network }) => network).values()]
  const share = Math.max(1, Math.floor((open.length - count) / networks.length))
  const queues = networks.map((sockets) => ({ left: sockets.length, endable: endable(sockets) }))
  const chosen: OpenSocket[] = []
  while (chosen.length < count) {
    let most: (typeof queues)[number] | undefined
    for (const queue of queues) {
      if (queue.endable.length > 0 && queue.left > (most?.left ?? share)) most = queue
    }
    const socket = most?.endable.pop()
    if (most === undefined || socket === undefined) break
    most.left -= 1
    chosen.push(socket)
  }
  return chosen
}

/** Those that may be ended, the first to go last. */
const endable = (sockets: readonly OpenSocket[]) =>
  sockets
    .filter(({ isIdle, silentMs }) => isIdle || silentMs >= stuckAfterMs)
    .toSorted(
      (one, other) => Number(one.isIdle) - Number(other.isIdle) || one.silentMs - other.silentMs,
    )
