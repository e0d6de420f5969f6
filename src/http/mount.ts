import { zValidator } from '@hono/zod-validator'
import {
  Hono,
  type Context,
  type ErrorHandler,
  type Handler,
  type MiddlewareHandler,
  type NotFoundHandler,
} from 'hono'
import { bodyLimit } from 'hono/body-limit'
import { cors } from 'hono/cors'
import { createMiddleware } from 'hono/factory'
import { HTTPException } from 'hono/http-exception'
import type { Schema } from 'hono/types'
import type { z } from 'zod'
import { AppError, invalidRequest } from '../errors.ts'
import { formatByteSize } from '../lib/byte-size.ts'
import { once } from '../lib/once.ts'
import { queryValues } from '../lib/parse.ts'
import type { AnyOperation, Who } from './operation.ts'
import { Client, rawTarget, type Connection } from './request/client.ts'
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

/** Hono answers HEAD with what GET sends, but drops the length along with the body. */
const keepLength = createMiddleware(async (c, next) => {
  await next()
  if (c.res.headers.has('Content-Length') || c.res.body === null) return
  const { size } = await c.res.blob()
  c.header('Content-Length', String(size))
})

interface OuterFetchOptions {
  trustProxy: boolean
  notFound: NotFoundHandler<AppEnvironment>
  onError: ErrorHandler<AppEnvironment>
}

/**
 * Makes the `fetch` of an app that is told who asks, and treats two kinds of rare requests in apps of their own, as
 * middleware would slow every request down:
 * - HEAD is answered with the headers of GET, its length too (RFC 9110, 9.3.2), whatever the route.
 * - Requests with several `Host` headers are refused (RFC 9112, 3.2): a proxy and the app could
 *   believe different ones. Bun joins them by commas.
 * @param options `trustProxy`, and the handlers of the app, from which they can't be read.
 */
export function outerFetch<Routes extends Schema>(
  app: Hono<AppEnvironment, Routes>,
  options: OuterFetchOptions,
): Hono<AppEnvironment>['fetch'] {
  const { fetch, getPath } = app
  const forHead = new Hono<AppEnvironment>({ getPath }).use(keepLength).route('/', app)
  forHead.notFound(options.notFound)
  const refusing = new Hono<AppEnvironment>({ getPath }).use(() => {
    throw invalidRequest('Send one "Host" header.')
  })
  refusing.onError(options.onError)
  return (request, connection: Connection | object = {}) => {
    const client = new Client(request, connection, options.trustProxy)
    if (request.headers.get('host')?.includes(',') === true) return refusing.fetch(request, client)
    return (request.method === 'HEAD' ? forHead.fetch : fetch)(request, client)
  }
}
