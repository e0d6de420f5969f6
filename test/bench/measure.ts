import { answerOf } from './processes.ts'
import {
  atMost,
  median,
  milliseconds,
  times,
  type Compared,
  type Format,
  type Row,
} from './report.ts'

export interface LoadResult {
  perSecond: number
  /** Milliseconds that 99 of 100 requests did not exceed. */
  p99: number
}

/**
 * Has a process of its own ask for one thing, or several in turn, on 16 connections.
 * @param target addresses with spaces between them.
 * @param expected another status than 200, and the header that it takes.
 */
export const load = (
  target: string,
  requests: number,
  ...expected: [status: string, header: string] | []
): Promise<LoadResult> => answerOf('load.ts', target, 16, requests, ...expected)

export const rateOf = async (target: string, requests: number) =>
  (await load(target, requests)).perSecond

/**
 * Measures some things one after the other, and all of them again: A B C A B C …, so that whatever
 * else the machine is doing disturbs all of them alike.
 * @param warmUps turns before, which do not count.
 */
export async function inTurns<Name extends string>(
  turns: number,
  measure: () => Promise<Record<Name, number>>,
  warmUps = 0,
) {
  const rounds: Record<Name, number>[] = []
  for (let turn = 0; turn < warmUps; turn += 1) await measure()
  for (let turn = 0; turn < turns; turn += 1) rounds.push(await measure())
  const medianOf = (name: Name) => median(rounds.map((round) => round[name]))
  return {
    median: medianOf,
    /** The median of what one is of another in the same turn. */
    compare: (one: Name, other: Name, format: Format): Compared => ({
      value: median(rounds.map((round) => round[one] / round[other])),
      note: ` (${format(medianOf(one))} to ${format(medianOf(other))})`,
    }),
  }
}

/** How long some work takes, in seconds. */
export async function secondsOf(work: () => Promise<unknown>): Promise<number> {
  const from = performance.now()
  await work()
  return (performance.now() - from) / 1000
}

/**
 * How long each of some requests takes, in seconds.
 * @param pause in milliseconds, after each.
 * @param during how many there are, or what lasts as long.
 */
export async function timesOf(
  ask: () => Promise<unknown>,
  pause: number,
  during: number | Promise<unknown>,
): Promise<number[]> {
  const taken: number[] = []
  const isOver = () =>
    typeof during === 'number' ? taken.length >= during : Bun.peek.status(during) !== 'pending'
  while (!isOver()) {
    taken.push(await secondsOf(ask))
    await Bun.sleep(pause)
  }
  await during
  return taken
}

/**
 * How long a request takes while something goes on, beside its usual time after that.
 * @param pause in milliseconds, after each request.
 */
export async function besideRow(
  work: string,
  bound: number,
  ask: () => Promise<unknown>,
  pause: number,
  during: () => Promise<unknown>,
  untilUsual = async () => {},
): Promise<Row> {
  const meanwhile = await timesOf(ask, pause, during())
  await untilUsual()
  const usual = await timesOf(ask, pause, 20)
  const value = median(meanwhile) / median(usual)
  const note = ` (${milliseconds(median(meanwhile))} to ${milliseconds(median(usual))})`
  return atMost(`a frame's picture while ${work}, of its usual time`, value, bound, times, note)
}
