import { z } from 'zod'
import { conditionFields, findContradiction, type ConditionQuery } from './registry.ts'

/** Conditions that are written once, as a query. */
export interface WrittenConditions {
  text: string
  query: ConditionQuery
}

const schema = z.strictObject(conditionFields)

/**
 * Reads conditions that are written as a query, such as `folder=2024&every=30m`.
 * @returns `undefined` where they are none.
 */
export function parseConditions(text: string): WrittenConditions | undefined {
  const parameters = new URLSearchParams(text)
  const values = [...new Set(parameters.keys())].map((name) => {
    const all = parameters.getAll(name)
    return [name, all.length === 1 ? all[0] : all] as const
  })
  const { success, data } = schema.safeParse(Object.fromEntries(values), { jitless: true })
  if (!success || findContradiction(data) !== undefined) return undefined
  return { text: parameters.toString(), query: data }
}
