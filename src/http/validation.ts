import { zValidator } from '@hono/zod-validator'
import { bodyLimit } from 'hono/body-limit'
import { HTTPException } from 'hono/http-exception'
import type { ZodType } from 'zod'
import { formatByteSize } from '../byte-size.ts'
import { AppError } from '../errors.ts'

/** Refuses bodies of more than so many bytes. */
export const limitBody = (maxSize: number) =>
  bodyLimit({
    maxSize,
    onError: () => {
      const sentence = `The body is too large: at most ${formatByteSize(maxSize)}. Send less at once.`
      throw new AppError('BODY_TOO_LARGE', sentence)
    },
  })

/**
 * Checks a JSON body. A wrong shape, malformed JSON and a wrong content type are all one failure,
 * the one that the route is documented to give.
 */
export function validJson<Schema extends ZodType>(schema: Schema, fail: () => AppError) {
  const validate = zValidator('json', schema, (result) => {
    if (!result.success) throw fail()
  })
  const validJsonBody: typeof validate = async (c, next) => {
    try {
      return await validate(c, next)
    } catch (error) {
      throw error instanceof HTTPException ? fail() : error
    }
  }
  return validJsonBody
}

/** Checks the query. */
export const validQuery = <Schema extends ZodType>(schema: Schema, fail: () => AppError) =>
  zValidator('query', schema, (result) => {
    if (!result.success) throw fail()
  })
