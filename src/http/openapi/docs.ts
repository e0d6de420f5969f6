import { z } from 'zod'
import type { ErrorCode } from '../../errors.ts'
import { named } from '../../library/types.ts'
import type { HeaderObject } from './openapi-types.ts'

export type Tag = 'Frames' | 'TRMNL' | 'Admin' | 'Guests' | 'Session' | 'Service'

export interface Answer {
  description?: string
  headers?: Record<string, HeaderObject>
  content?: Record<string, { schema?: z.ZodType; example?: unknown }>
}

/** What a client may get besides failures, by status. */
export type Answers = Partial<Record<200 | 204 | 206 | 304 | 416, Answer>>

/** What the document alone says of an operation, without what all operations of its kind have. */
export interface Words {
  id: string
  /** That of its group unless told. */
  tag?: Tag
  summary: string
  description: string
  headers?: () => z.ZodObject
  /** A JSON body that the handler reads itself. */
  body?: () => z.ZodObject
  /** Of the body. */
  example?: unknown
  /** The failures of its own, besides those that all operations of its kind have. */
  failures?: readonly ErrorCode[]
}

/** A field that may be missing, in words, perhaps with an example. */
export const optional = <Schema extends z.ZodType>(
  schema: Schema,
  description: string,
  ...examples: z.output<Schema>[]
) => schema.optional().meta({ description, ...(examples.length > 0 && { examples }) })

/** A value that may be null, in words. */
export const orNull = <Schema extends z.ZodType>(schema: Schema, description: string) =>
  schema.nullable().describe(description)

/** The content of a success that reads something. */
export const jsonContent = <Data extends z.ZodType>(data: Data, example: z.infer<Data>) => ({
  'application/json': {
    schema: z.object({ success: z.literal(true), data }),
    example: { success: true, data: example },
  },
})

/** The answer of an operation that reads something. */
export const read = <Data extends z.ZodType>(data: Data, example: z.infer<Data>) => ({
  200: { content: jsonContent(data, example) },
})

/** The same where the answer has a tag, by which a client asks again. */
export const tagged = <Data extends z.ZodType>(data: Data, example: z.infer<Data>) => {
  const etag = header('Changes with all that is answered.')
  const cacheControl = header('`no-cache`: ask again, with `If-None-Match`.')
  return {
    200: {
      headers: { ETag: etag, 'Cache-Control': cacheControl },
      content: jsonContent(data, example),
    },
    304: { description: 'The client has it already.', headers: { ETag: etag } },
  }
}

/** The answer of an operation that changes something, with a message. */
export const changed = <Data extends z.ZodType>(
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
  return { 200: { description: message, ...(headers && { headers }), content } }
}

/** The answer of an operation that ends something. */
export const ended = (message: string) =>
  changed(named('Ended', { id: z.string() }), message, { id: '5f2c9d04b1a87e36' })

/** The content of an answer that is an image, or a range of one. */
export const imageResponse = { 'image/*': {} }

/** The answer that is an image and not kept. */
export const unkeptImage = (description: string) => ({
  200: { description, headers: { 'Cache-Control': header('`no-store`.') }, content: imageResponse },
})

/** A header that an answer has, always or in some cases. */
export const header = (description: string, required = true): HeaderObject => ({
  description,
  required,
  schema: { type: 'string' },
})

/** What a `Range` header leads to. */
export const imageRanges = (headers: Record<string, HeaderObject>) => ({
  206: {
    description: 'The range that `Range` asked for.',
    headers: { ...headers, 'Content-Range': header('The bytes sent, and the total.') },
    content: imageResponse,
  },
  416: {
    description: 'The image ends before the range. There is no body.',
    headers: { 'Content-Range': header('The bytes sent, and the total.') },
  },
})

/** The header of a client that has an image. */
export const ifNoneMatch = () =>
  optional(z.string(), 'The `ETag` of the image that the client has: 304 if it is unchanged.')

/** The answer of a page. */
export const pageAnswer = () => ({
  200: {
    description: 'The page.',
    headers: {
      'Content-Security-Policy': header('Lets the page run and load only what belongs to it.'),
    },
    content: { 'text/html': { schema: z.string() } },
  },
})

/** The image of most examples, as it is listed. */
export const beach = {
  name: 'beach.jpg',
  path: '2024/summer/beach.jpg',
  size: 347_327,
  dimensions: { width: 1800, height: 1200 },
  taken: '2024-07-14T18:30:05',
  date: '2024-07-14T18:30:05',
  hidden: false,
  favourite: true,
  lastModified: '2026-11-20T22:16:54.239Z',
}
