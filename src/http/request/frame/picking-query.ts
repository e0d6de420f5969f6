import type { z } from 'zod'
import { slideshowOptions } from './slideshow-options.ts'
import { frameNameMeaning } from './frame-name.ts'
import type { PickRequest } from '../../../collection/collection.ts'
import type { RequestedSize } from '../../../frames/conditions/condition.ts'
import {
  conditionFields,
  findContradiction,
  parameters,
  readConditions,
  type ConditionQuery,
} from '../../../frames/conditions/registry.ts'

/** Refuses parameters that don't go together. */
export const refineConditions = (query: ConditionQuery, context: z.RefinementCtx) => {
  const message = findContradiction(query)
  if (message !== undefined) context.addIssue({ code: 'custom', message })
}

/** The parameters that the slideshow page hands on from its address. */
export const handedOn: readonly string[] = ['frame', ...Object.keys(conditionFields)]

/**
 * Says what a parameter takes, as a sentence.
 * @returns `undefined` for a parameter that is none of these.
 */
export function sentenceOf(name: string): string | undefined {
  if (name === 'frame') return `Give "frame" once, as ${frameNameMeaning}.`
  if (name === 'looks') return 'Give "looks" once, as names with commas between.'
  if (name === 'caption') return `Give "caption" once, as ${slideshowOptions.caption.takes}.`
  if (name === 'partner') return 'Give "partner" once, as a number from 1 to 9.'
  const parameter = parameters[name]
  return parameter && `Give "${name}" ${parameter.isList ? '' : 'once, '}as ${parameter.takes}.`
}

/** What a query says of which picture it is for. */
type PickingQuery = ConditionQuery & Partial<Record<'frame' | 'partner', string | undefined>>

/**
 * Reads from a query what a frame asks for.
 * @throws INVALID_REQUEST where a picture should match a size that is not given.
 */
export function pickingOf(query: PickingQuery, size: RequestedSize): PickRequest {
  const { frame = '', partner } = query
  const conditions = readConditions(query, size)
  return { frame, partner, conditions, slotLength: conditions.slotLength }
}
