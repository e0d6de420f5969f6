import { zValidator } from '@hono/zod-validator'
import type { Context, Handler, Hono, MiddlewareHandler } from 'hono'
import { bodyLimit } from 'hono/body-limit'
import { cors } from 'hono/cors'
import { HTTPException } from 'hono/http-exception'
import type { z } from 'zod'
import { AppError, invalidRequest } from '../errors.ts'
import { formatByteSize } from '../lib/byte-size.ts'
import { once } from '../lib/once.ts'
import { queryValues } from '../lib/parse.ts'
import type { AnyOperation, Who } from './operation.ts'
import { rawTarget } from './request/client.ts'
import type { AppEnvironment } from './request/connection.ts'
import { withSecurityHeaders } from './response/headers.ts'

/** What lets only those through who may ask, before anything of the body is read. */
type Guards = Record<Exclude<Who, 'public' | 'anybody'>, MiddlewareHandler<AppEnvironment>>

/** The method and the path of an operation as they are routed. */
export function routeOf({ on }: AnyOperation): { method: string; path: string } {
  const [method = '', path = ''] = on.split(' ')
  return { method, path: path.replace(':path', '*') }
}

/** Has an app answer operations, and the preflights of those that pages of other sites may read. */
export function mount(
  app: Hono<AppEnvironment>,
  operations: readonly AnyOperation[],
  guards: Guards,
): void {
  const preflight = cors({ origin: '*', allowMethods: ['GET', 'HEAD'] })
  for (const operation of operations) {
    const { who = 'admin', around = [] } = operation
    const { method, path } = routeOf(operation)
    if (who === 'public') app.options(path, withSecurityHeaders, preflight)
    const handlers = [who === 'public' || who === 'anybody' ? [] : guards[who], around].flat()
    app.on(method, [path], ...handlers, handlerOf(operation))
  }
}

/** One handler reads and answers: one more would have every request of a frame wait once more. */
function handlerOf(operation: AnyOperation): Handler<AppEnvironment> {
  const { query, json } = operation
  if (query !== undefined) {
    const read = queryReader(query, operation)
    return (c) => {
      const { sent, text } = read(c.req.raw)
      return operation.handle(c, sent, text)
    }
  }
  if (json === undefined) return (c) => operation.handle(c, undefined, '')
  const read = jsonReader(json, operation)
  return async (c) => operation.handle(c, await read(c), '')
}

const failureOf = ({ invalid }: AnyOperation, error?: z.ZodError): AppError =>
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
function jsonReader(makeSchema: () => z.ZodType, operation: AnyOperation) {
  const schema = once(makeSchema)
  const limit = limitBody(operation.maxBody ?? 1024 * 1024)
  return async (c: Context): Promise<unknown> => {
    await limit(c, async () => undefined)
    if (!jsonType.test(c.req.header('content-type') ?? '')) throw failureOf(operation)
    let sent: unknown
    const validate = zValidator('json', schema(), (result) => {
      if (!result.success) throw failureOf(operation)
      sent = result.data
    })
    await validate(c, async () => undefined).catch((error: unknown) => {
      throw error instanceof HTTPException ? failureOf(operation) : error
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
function queryReader(makeSchema: () => z.ZodType, operation: AnyOperation) {
  const schema = once(makeSchema)
  const known = new Map<string, unknown>()
  return (request: Request): { sent: unknown; text: string } => {
    const text = request.url.includes('?') ? rawTarget(request).query : ''
    if (known.has(text)) return { sent: known.get(text), text }
    const { data, error } = schema().safeParse(queryValues(text))
    if (error !== undefined) throw failureOf(operation, error)
    if (known.size === maxKnown) known.clear()
    if (text.length <= maxKnownLength) known.set(text, data)
    return { sent: data, text }
  }
}
