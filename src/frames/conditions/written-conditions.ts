import { z } from 'zod'
import { queryValues, type QueryValues } from '../../lib/parse.ts'
import { conditionFields, findContradiction, type ConditionQuery } from './registry.ts'

/** Conditions that are written once, as a query. */
export interface WrittenConditions {
  text: string
  values: QueryValues
}

const schema = z.strictObject(conditionFields)

/** Checks values of conditions; `undefined` where one is invalid, or contradicts another. */
export function checkConditions(values: QueryValues): ConditionQuery | undefined {
  const { success, data } = schema.safeParse(values, { jitless: true })
  return success && findContradiction(data) === undefined ? data : undefined
}

/**
 * Reads conditions that are written as a query, such as `folder=2024&every=30m`.
 * @returns `undefined` where they are none.
 */
export function parseConditions(text: string): WrittenConditions | undefined {
  const values = queryValues(text)
  const written = new URLSearchParams(text).toString()
  return checkConditions(values) && { text: written, values }
}
