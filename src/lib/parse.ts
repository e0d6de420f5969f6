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
  const parameters = new URLSearchParams(query)
  return Object.fromEntries(
    [...new Set(parameters.keys())].map((name) => {
      const all = parameters.getAll(name)
      return [name, all.length === 1 ? all[0] : all] as const
    }),
  )
}
