import { z } from 'zod'
import type { PickRequest } from '../../collection/collection.ts'
import { isRendition, type RenditionRequest } from '../../pixels/request.ts'
import { invalidRequest, type AppError } from '../../errors.ts'
import { pickingOf, pickingSchema, refineConditions, sentenceOf } from './frame/picking-query.ts'
import {
  badRendition,
  checkRendition,
  renditionOf,
  renditionSchema,
} from './frame/rendition-query.ts'

/** The query of a random picture: which one, and how it is sent. */
export const pictureSchema = renditionSchema
  .extend({ ...pickingSchema.shape, as: z.enum(['image', 'json']).optional() })
  .superRefine(refineConditions)

export type PictureQuery = z.output<typeof pictureSchema>

/** Says what is wrong with a query that is none. */
export function badQuery({ issues: [issue] }: z.ZodError): AppError {
  const name = issue?.path[0]
  if (name === undefined) return invalidRequest(issue?.message)
  if (name === 'as') return invalidRequest('Give "as" once, as image or json.')
  const sentence = sentenceOf(String(name))
  return sentence === undefined ? badRendition() : invalidRequest(sentence)
}

/** What a query asks for, checked. */
export interface Plan {
  picking: PickRequest
  /** How the picture is to be sent. */
  rendition: RenditionRequest
}

/**
 * Reads what a query asks for.
 * @param rendition the query's own, or what a display's headers make of it.
 * @throws INVALID_REQUEST where values don't go together.
 */
export function planOf(query: PictureQuery, rendition = renditionOf(query)): Plan {
  checkRendition(rendition)
  return {
    rendition,
    picking: { ...pickingOf(query, rendition), isScaled: isRendition(rendition) },
  }
}
