import { z } from 'zod'
import { slideshowOptions } from './slideshow-options.ts'
import { frameName, frameNameMeaning } from './frame-name.ts'
import type { PickRequest } from '../../../collection/collection.ts'
import type { RequestedSize } from '../../../frames/conditions/condition.ts'
import {
  conditionFields,
  findContradiction,
  parameters,
  readConditions,
} from '../../../frames/conditions/registry.ts'

/** Which pictures a frame gets, in which order and for how long. */
export const pickingSchema = z.object({
  frame: frameName.optional(),
  ...conditionFields,
  /** Which picture beside the first of a screen that shows several. */
  partner: z
    .string()
    .regex(/^[1-9]$/)
    .optional(),
  /** What stands on the picture: its description is read for that alone. */
  caption: z.union([slideshowOptions.caption.schema, z.literal('')]).optional(),
  /** What the address of a slideshow page sets besides, for the admin to see. */
  looks: z
    .string()
    .regex(/^[a-z]+(,[a-z]+)*$/)
    .optional(),
})

/** Refuses parameters that don't go together. */
export const refineConditions = (
  query: z.output<typeof pickingSchema>,
  context: z.RefinementCtx,
) => {
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

/**
 * Reads from a query what a frame asks for.
 * @throws INVALID_REQUEST where a picture should match a size that is not given.
 */
export function pickingOf(query: z.output<typeof pickingSchema>, size: RequestedSize): PickRequest {
  const { frame = '', partner } = query
  const conditions = readConditions(query, size)
  return { frame, partner, conditions, slotLength: conditions.slotLength }
}
