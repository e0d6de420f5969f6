import { zValidator } from '@hono/zod-validator'
import type { Context } from 'hono'
import { bodyLimit } from 'hono/body-limit'
import { HTTPException } from 'hono/http-exception'
import type { z } from 'zod'
import { AppError, invalidRequest } from '../../errors.ts'
import { formatByteSize } from '../../lib/byte-size.ts'
import { once } from '../../lib/once.ts'
import { queryValues } from '../../lib/parse.ts'
import { rawTarget } from './connection.ts'

/** How a query or a body is checked. */
export interface Checks {
  /** The failure of one that is wrong, or the sentence of INVALID_REQUEST. */
  invalid?: string | ((error?: z.ZodError) => AppError)
  /** How many bytes a JSON body may have; 1 MiB unless told. */
  maxBody?: number
}

const failureOf = ({ invalid }: Checks, error?: z.ZodError): AppError =>
  typeof invalid === 'function' ? invalid(error) : invalidRequest(invalid)

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
 * Makes what reads and checks a JSON body. A wrong shape, malformed JSON and a wrong content type are
 * all one failure, the one that the operation is documented to give.
 */
export function jsonReader(makeSchema: () => z.ZodType, checks: Checks) {
  const schema = once(makeSchema)
  const limit = limitBody(checks.maxBody ?? 1024 * 1024)
  return async (c: Context): Promise<unknown> => {
    await limit(c, async () => undefined)
    if (!jsonType.test(c.req.header('content-type') ?? '')) throw failureOf(checks)
    let sent: unknown
    const validate = zValidator('json', schema(), (result) => {
      if (!result.success) throw failureOf(checks)
      sent = result.data
    })
    await validate(c, async () => undefined).catch((error: unknown) => {
      throw error instanceof HTTPException ? failureOf(checks) : error
    })
    return sent
  }
}

/** How many queries are remembered, and how long they may be. */
const maxKnown = 100
const maxKnownLength = 200

/**
 * Makes what reads and checks a query. Frames send the same few queries day and night, so what those
 * mean is remembered.
 */
export function queryReader(makeSchema: () => z.ZodType, checks: Checks) {
  const schema = once(makeSchema)
  const known = new Map<string, unknown>()
  return (request: Request): { sent: unknown; text: string } => {
    const text = request.url.includes('?') ? rawTarget(request).query : ''
    if (known.has(text)) return { sent: known.get(text), text }
    const { data, error } = schema().safeParse(queryValues(text))
    if (error !== undefined) throw failureOf(checks, error)
    if (known.size === maxKnown) known.clear()
    if (text.length <= maxKnownLength) known.set(text, data)
    return { sent: data, text }
  }
}
