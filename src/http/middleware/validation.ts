import { zValidator } from '@hono/zod-validator'
import type { Context, Handler } from 'hono'
import { bodyLimit } from 'hono/body-limit'
import { HTTPException } from 'hono/http-exception'
import type { HandlerResponse } from 'hono/types'
import type { z, ZodType } from 'zod'
import { queryValues } from '../../lib/parse.ts'
import { formatByteSize } from '../../lib/byte-size.ts'
import { AppError } from '../../errors.ts'
import { rawTarget, type AppEnvironment } from '../request/connection.ts'

/** Refuses bodies of more than so many bytes. */
export const limitBody = (maxSize: number) =>
  bodyLimit({
    maxSize,
    onError: () => {
      const sentence = `The body is too large: at most ${formatByteSize(maxSize)}. Send less at once.`
      throw new AppError('BODY_TOO_LARGE', sentence)
    },
  })

/** The content types that Hono's validator reads. It takes a body of any other for an empty object. */
const jsonType = /^application\/([\w.-]+\+)?json\s*(;|$)/i

/**
 * Checks a JSON body. A wrong shape, malformed JSON and a wrong content type are all one failure,
 * the one that the route is documented to give.
 * @param maxSize of the body, in bytes.
 */
export function validJson<Schema extends ZodType>(
  schema: Schema,
  fail: () => AppError,
  maxSize = 1024 * 1024,
) {
  const limit = limitBody(maxSize)
  const validate = zValidator('json', schema, (result) => {
    if (!result.success) throw fail()
  })
  const validJsonBody: typeof validate = async (c, next) => {
    await limit(c, async () => undefined)
    if (!jsonType.test(c.req.header('content-type') ?? '')) throw fail()
    try {
      return await validate(c, next)
    } catch (error) {
      throw error instanceof HTTPException ? fail() : error
    }
  }
  return validJsonBody
}

/** How many queries are remembered, and how long they may be. */
const maxKnown = 100
const maxKnownLength = 200

/** A handler of requests whose query is checked; its type gives a typed client the query. */
type QueryHandler<Schema extends ZodType, Answer extends HandlerResponse<object>> = Handler<
  AppEnvironment,
  string,
  { in: { query: z.input<Schema> }; out: { query: z.output<Schema> } },
  Answer
>

/**
 * Checks the query and hands it on, at once: a validator in front of the handler would make every
 * request wait several turns for its answer. Frames send the same few queries day and night, so
 * what those mean is remembered.
 * @param handle gets the query also as it was sent.
 */
export function withQuery<Schema extends ZodType, Answer extends HandlerResponse<object>>(
  schema: Schema,
  fail: (error: z.ZodError) => AppError,
  handle: (c: Context<AppEnvironment>, query: z.output<Schema>, text: string) => Answer,
): QueryHandler<Schema, Answer> {
  const known = new Map<string, z.output<Schema>>()
  return (c) => {
    const request = c.req.raw
    const text = request.url.includes('?') ? rawTarget(request).query : ''
    const before = known.get(text)
    if (before !== undefined) return handle(c, before, text)
    const query = schema.safeParse(queryValues(text))
    if (!query.success) throw fail(query.error)
    if (known.size === maxKnown) known.clear()
    if (text.length <= maxKnownLength) known.set(text, query.data)
    return handle(c, query.data, text)
  }
}
