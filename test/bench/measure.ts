import { runToEnd } from './processes.ts'
import { median } from './report.ts'

export interface LoadResult {
  perSecond: number
  /** Milliseconds that 99 of 100 requests did not exceed. */
  p99: number
}

/**
 * Has a process of its own ask for one thing on 16 connections, and nothing but that.
 * @param expected another status than 200, and the header that it takes.
 */
export async function load(
  target: string,
  requests: number,
  expected: [status: string, header: string] | [] = [],
): Promise<LoadResult> {
  const parameters = [target, '16', String(requests), ...expected]
  return JSON.parse(await runToEnd('test/bench/load.ts', parameters))
}

/**
 * Measures some things one after the other, and all of them again: A B C A B C …, so that whatever
 * else the machine is doing disturbs all of them alike.
 */
export async function inTurns<Round>(turns: number, measure: () => Promise<Round>) {
  const rounds: Round[] = []
  for (let turn = 0; turn < turns; turn += 1) rounds.push(await measure())
  return {
    /** The median of what each round gives. */
    median: (of: (round: Round) => number) => median(rounds.map(of)),
  }
}

/** How long some work takes, in seconds. */
export async function secondsOf(work: () => Promise<unknown>): Promise<number> {
  const from = performance.now()
  await work()
  return (performance.now() - from) / 1000
}
