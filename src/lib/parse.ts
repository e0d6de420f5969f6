import { z } from 'zod'
import { attempt } from './attempt.ts'

/** Parses JSON; `undefined` for text that is none. */
export const parseJson = (text: string): unknown => attempt(() => JSON.parse(text))

/**
 * Takes a whole number, written as text.
 * @param accepted which these are, where an error message says it.
 */
export const whole = (from: number, to: number, accepted?: string) =>
  z
    .string()
    .regex(/^\d{1,5}$/, accepted)
    .transform(Number)
    .pipe(z.int().min(from, accepted).max(to, accepted))

/** Values as a query has them, by the names of their parameters. */
export type QueryValues = Readonly<Record<string, string | readonly string[] | undefined>>

/** Reads a query: what it gives once as text, what it gives several times as a list. */
export function queryValues(query: string): QueryValues {
  // Each is looked at once: with as many names as fit into an address, `getAll` for each takes a
  // second on a small board.
  const values = Map.groupBy(new URLSearchParams(query), ([name]) => name)
  return Object.fromEntries(
    Array.from(values, ([name, pairs]) => {
      const all = pairs.map(([, value]) => value)
      return [name, all.length === 1 ? all[0] : all] as const
    }),
  )
}
