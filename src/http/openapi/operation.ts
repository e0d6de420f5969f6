import { z } from 'zod'
import type { ErrorCode } from '../../errors.ts'
import type { FailureNote } from '../response/failures.ts'
import type { HeaderObject } from './openapi-types.ts'

export type Tag = 'Frames' | 'TRMNL' | 'Admin' | 'Guests' | 'Session' | 'Service'

/** The description of one field of a request. */
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

/** One operation, as a client sees it, without what all operations of its kind have. Those of Admin need a session. */
export interface Operation {
  id: string
  tag: Tag
  summary: string
  description: string
  /** Whether it takes a session. By default those of the admin do. */
  needsSession?: boolean
  /** Whether it takes a session alone, where others take the token of a program, too. */
  refusesPrograms?: boolean
  /** Whether it takes the token of an invitation, in place of a session where it takes that too. */
  takesInvitation?: boolean
  path?: Fields
  query?: Fields
  headers?: Fields
  body?: Body
  /** By status. */
  answers: Partial<Record<200 | 204 | 206 | 304 | 416, Answer>>
  /** The failures of its own, besides those that all operations of its kind have. */
  failures?: readonly ErrorCode[]
  /** What a failure means here, where the table of failures is too general. */
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

/** The content of a success that reads something. */
export const jsonContent = <Data extends z.ZodType>(data: Data, example: z.infer<Data>) => ({
  'application/json': {
    schema: z.object({ success: z.literal(true), data }),
    example: { success: true, data: example },
  },
})

/** The header with which a client may prefer no error status where there is no session. */
export const leniently = fields(z.object({ Prefer: z.string().optional() }), {
  Prefer: {
    description:
      '`handling=lenient` answers `AUTHENTICATION_REQUIRED` with status 200 and ' +
      '`Preference-Applied`, for pages that ask whether somebody is logged in: browsers log every 401.',
  },
})

/** The answer of an operation that reads something. */
export const read = <Data extends z.ZodType>(
  description: string,
  data: Data,
  example: z.infer<Data>,
) => ({ 200: { description, content: jsonContent(data, example) } })

/** The answer of an operation that changes something, with a message. */
export const changed = <Data extends z.ZodType>(
  description: string,
  data: Data,
  message: string,
  example: z.infer<Data>,
  headers?: Record<string, HeaderObject>,
) => {
  const schema = z.object({
    success: z.literal(true),
    message: z.string().describe('What was done, as a sentence.'),
    data,
  })
  const body = { success: true, message, data: example }
  const content = { 'application/json': { schema, example: body } }
  return { 200: { description, ...(headers && { headers }), content } }
}

/** The content of an answer that is an image, or a range of one. */
export const imageResponse = { 'image/*': {} }

/** The content of an answer that is a page. */
export const pageResponse = { 'text/html': { schema: z.string() } }

/** A header that an answer has, always or in some cases. */
export const header = (description: string, required = true): HeaderObject => ({
  description,
  required,
  schema: { type: 'string' },
})
