import { z } from 'zod'
import type { ErrorCode } from '../../errors.ts'
import type { FailureNote } from '../response/failures.ts'
import type { HeaderObject } from './openapi-types.ts'

export type Tag = 'Frames' | 'Admin' | 'Session' | 'Service'

/** What is said of one field of a request. */
export interface Note {
  description: string
  example?: string | number
}

/** The fields of a request: the schema that checks them, and a note on each. */
export interface Fields<Schema extends z.ZodObject = z.ZodObject> {
  schema: Schema
  notes: Record<keyof Schema['shape'] & string, Note>
}

export interface Body extends Fields {
  mediaType: 'application/json' | 'multipart/form-data'
  example?: unknown
}

export interface Answer {
  description: string
  headers?: Record<string, HeaderObject>
  content?: Record<string, Content>
}

interface Content {
  schema?: z.ZodType
  example?: unknown
}

/** One operation, as a client sees it. What every operation of its kind has is not told of here. */
export interface Operation {
  id: string
  tag: Tag
  summary: string
  description: string
  needsSession?: true
  path?: Fields
  query?: Fields
  headers?: Fields
  body?: Body
  /** By status. */
  answers: Partial<Record<200 | 206 | 304 | 416, Answer>>
  /** The failures of its own. */
  failures: readonly ErrorCode[]
  /** What leads to a failure here, where that differs from operation to operation. */
  failureNotes?: Partial<Record<ErrorCode, FailureNote>>
}

/** Fields that a request may have. */
export const fields = <Schema extends z.ZodObject>(
  schema: Schema,
  notes: Fields<Schema>['notes'],
): Fields<Schema> => ({ schema, notes })

/** A JSON body that an operation asks for. */
export const jsonBody = <Schema extends z.ZodObject>(
  schema: Schema,
  example: z.infer<Schema>,
  notes: Fields<Schema>['notes'],
) => ({ mediaType: 'application/json' as const, schema, example, notes })

/** The content of a success that tells something. */
export const told = <Data extends z.ZodType>(data: Data, example: z.infer<Data>) => ({
  'application/json': {
    schema: z.object({ success: z.literal(true), data }),
    example: { success: true, data: example },
  },
})

/** The content of a success that did something, and says so in a sentence. */
export const done = <Data extends z.ZodType>(
  data: Data,
  message: string,
  example: z.infer<Data>,
) => ({
  'application/json': {
    schema: z.object({
      success: z.literal(true),
      message: z.string().describe('What was done, in words for a person.'),
      data,
    }),
    example: { success: true, message, data: example },
  },
})

/** The content of an answer that is a picture, or a part of one. */
export const picture = { 'image/*': {} }

/** The content of an answer that is a page. */
export const page = { 'text/html': { schema: z.string() } }

/** A header that an answer has, always or in some cases. */
export const header = (description: string, required = true): HeaderObject => ({
  description,
  required,
  schema: { type: 'string' },
})
