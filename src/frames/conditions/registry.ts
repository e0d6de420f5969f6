import { z } from 'zod'
import { queryValues, type QueryValues } from '../../lib/parse.ts'
import { combine, type Conditions } from './conditions.ts'
import type { Condition, Parameter, RequestedSize } from './condition.ts'
import { dates } from './dates.ts'
import { favourites } from './favourites.ts'
import { every } from './every.ts'
import { exclude, folder } from './folders.ts'
import { onThisDay } from './on-this-day.ts'
import { newFirst, order } from './order.ts'
import { orientation } from './orientation.ts'
import { rating } from './rating.ts'
import { since } from './since.ts'
import { tag } from './tag.ts'

/**
 * All conditions, in the order in which people read of them. What depends on which there are derives
 * from these rows: queries, keys, the API's document, and the forms and words of the pages.
 */
const conditions = [
  folder,
  exclude,
  tag,
  orientation,
  dates,
  since,
  onThisDay,
  rating,
  favourites,
  order,
  newFirst,
  every,
] as const

type All<Row> = (Row extends Condition<infer Own> ? (own: Own) => void : never) extends (
  all: infer Every,
) => void
  ? Every
  : never
type Parameters = All<(typeof conditions)[number]>
type ConditionShape = {
  [Name in keyof Parameters]: Parameters[Name] extends Parameter
    ? z.ZodOptional<Parameters[Name]['schema']>
    : never
}

/** Every parameter of a condition, by its name. */
export const parameters: Readonly<Record<string, Parameter>> = Object.assign(
  {},
  ...conditions.map((row) => row.parameters),
)

/** The fields of a query, each with what the document of the API says of it. */
export const conditionFields: ConditionShape = Object.assign(
  {},
  ...Object.entries(parameters).map(([name, { schema, description, example }]) => ({
    [name]: schema.optional().meta({ description, examples: [example] }),
  })),
)

/** What a query says of conditions, checked. */
export type ConditionQuery = z.output<z.ZodObject<ConditionShape>>

/** Gives a sentence about values that don't go together, if there are some. */
export function findContradiction(query: ConditionQuery): string | undefined {
  return conditions.flatMap(({ findContradiction: find }) => find?.(query) ?? [])[0]
}

/** Reads conditions from a query. @throws INVALID_REQUEST where one takes a size and there is none. */
export function readConditions(query: ConditionQuery, size: RequestedSize = {}): Conditions {
  return combine(
    conditions.flatMap((row) => {
      const [name = ''] = Object.keys(row.parameters)
      const criteria = row.read(query, size)
      return criteria === undefined ? [] : [[name, criteria] as const]
    }),
  )
}

/** All pictures, in random order. */
export const noConditions = readConditions({})

const written = z.strictObject(conditionFields)

/** Checks values of conditions; `undefined` where one is invalid, or contradicts another. */
export function checkConditions(values: QueryValues): ConditionQuery | undefined {
  const { success, data } = written.safeParse(values, { jitless: true })
  return success && findContradiction(data) === undefined ? data : undefined
}

/**
 * Reads conditions that are written as a query, such as `folder=2024&every=30m`.
 * @returns the query with its values; `undefined` where they are none.
 */
export function parseConditions(text: string) {
  const values = queryValues(text)
  const query = new URLSearchParams(text).toString()
  return checkConditions(values) && { text: query, values }
}
