import { z } from 'zod'
import { conditionFields, findContradiction, type ConditionQuery } from './registry.ts'

/** Values as a query has them, by the names of their parameters. */
export type Values = Readonly<Record<string, string | readonly string[] | undefined>>

/** Conditions that are written once, as a query. */
export interface WrittenConditions {
  text: string
  values: Values
}

const schema = z.strictObject(conditionFields)

/** Checks values of conditions; `undefined` where one is invalid, or contradicts another. */
export function checkConditions(values: Values): ConditionQuery | undefined {
  const { success, data } = schema.safeParse(values, { jitless: true })
  return success && findContradiction(data) === undefined ? data : undefined
}

/**
 * Reads conditions that are written as a query, such as `folder=2024&every=30m`.
 * @returns `undefined` where they are none.
 */
export function parseConditions(text: string): WrittenConditions | undefined {
  const parameters = new URLSearchParams(text)
  const values = Object.fromEntries(
    [...new Set(parameters.keys())].map((name) => {
      const all = parameters.getAll(name)
      return [name, all.length === 1 ? all[0] : all] as const
    }),
  )
  return checkConditions(values) && { text: parameters.toString(), values }
}
