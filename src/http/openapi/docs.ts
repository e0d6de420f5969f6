import { z } from 'zod'
import { countLike, named, textLike } from '../../library/types.ts'
import type { HeaderObject } from './openapi-types.ts'

export type Tag = 'Frames' | 'TRMNL' | 'Admin' | 'Guests' | 'Session' | 'Service'

export interface Answer {
  description?: string
  headers?: Record<string, HeaderObject>
  content?: Record<string, { schema: z.ZodType }>
}

/** What a client may get besides failures, by status. */
export type Answers = Partial<Record<200 | 204 | 206 | 304 | 416, Answer>>

/** A field that may be missing, in words, perhaps with an example. */
export const optional = <Schema extends z.ZodType>(
  schema: Schema,
  description: string,
  ...examples: z.output<Schema>[]
) => schema.optional().meta({ description, ...(examples.length > 0 && { examples }) })

/** The content of a success that reads something. */
export const jsonContent = <Data extends z.ZodType>(data: Data) => ({
  'application/json': { schema: z.object({ success: z.literal(true), data }) },
})

/** The answer of an operation that reads something. */
export const read = <Data extends z.ZodType>(data: Data) => ({
  200: { content: jsonContent(data) },
})

/** The same where the answer has a tag, by which a client asks again. */
export const tagged = <Data extends z.ZodType>(data: Data) => {
  const etag = header('Changes with all that is answered.')
  const cacheControl = header('`no-cache`: ask again, with `If-None-Match`.')
  return {
    200: {
      headers: { ETag: etag, 'Cache-Control': cacheControl },
      content: jsonContent(data),
    },
    304: { description: 'The client has it already.', headers: { ETag: etag } },
  }
}

/** The answer of an operation that changes something, with a message. */
export const changed = <Data extends z.ZodType>(
  data: Data,
  message: string,
  headers?: Record<string, HeaderObject>,
) => {
  const schema = z.object({
    success: z.literal(true),
    message: textLike(message, 'What was done, as a sentence.'),
    data,
  })
  const content = { 'application/json': { schema } }
  return { 200: { description: message, ...(headers && { headers }), content } }
}

/** The id of what is listed. */
export const id = () => textLike('5f2c9d04b1a87e36')

/** How large a file of an upload may be. */
export const maxFileSizeSchema = () =>
  countLike(10_485_760, 'The largest upload of a file, in bytes.')

/** The answer of an operation that ends something. */
export const ended = (message: string) => changed(named('Ended', { id: id() }), message)

/** The content of an answer that is an image, or a range of one. */
export const imageResponse = { 'image/*': { schema: z.any() } }

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

/** The headers of a client that has an image, or a part of one. */
export const imageRequestHeaders = () => ({
  'If-None-Match': optional(
    z.string(),
    'The `ETag` of the image that the client has: 304 if it is unchanged.',
  ),
  'If-Modified-Since': optional(
    z.string(),
    'Like `If-None-Match`, by `Last-Modified`. Ignored where both are sent.',
  ),
  Range: optional(z.string(), 'A single range of bytes.', 'bytes=0-1023'),
  'If-Range': optional(
    z.string(),
    'The `ETag` or `Last-Modified` that the range belongs to. If it has changed, the whole is sent.',
  ),
})

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
