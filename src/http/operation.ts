import type { Context, Handler, Hono, MiddlewareHandler } from 'hono'
import { cors } from 'hono/cors'
import type { BlankInput, BlankSchema, Schema, ToSchema, TypedResponse } from 'hono/types'
import type { z } from 'zod'
import type { AppEnvironment } from './request/connection.ts'
import { withSecurityHeaders } from './response/headers.ts'
import { jsonReader, queryReader, type Checks } from './request/sent.ts'
import type { Answers, Words } from './openapi/docs.ts'

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

/** `admin` is a session or the token of a program, `session` no program, `uploader` an admin or a guest. */
export type Who = 'anybody' | 'admin' | 'session' | 'uploader' | 'guest'

/** What lets only those through who may ask, before anything of the body is read. */
export type Guards = Record<Exclude<Who, 'anybody'>, MiddlewareHandler<AppEnvironment>>

/** What does not depend on what is sent and answered. */
interface Common extends Checks, Words {
  who: Who
  /** Whether pages of other sites may read it. */
  cors?: true
  /** Adds to whatever is answered, failures too. */
  around?: MiddlewareHandler<AppEnvironment>
}

/**
 * One operation: all that the service and its document know of it. What is a function is made when
 * somebody first asks for the operation or for the document.
 */
export interface Operation<
  M extends Method,
  Path extends string,
  Query extends z.ZodType,
  Json extends z.ZodType,
  Form extends z.ZodType,
  Told extends Answers,
> extends Common {
  /** The path is as Hono has it; a parameter `:path` takes slashes. */
  on: `${M} ${Path}`
  query?: () => Query
  json?: () => Json
  /** What the handler reads itself. */
  form?: () => Form
  /** Gets what was sent, checked; and a query as it was sent, too. */
  handle(
    c: Context<AppEnvironment, Path>,
    sent: Sent<Query, Json>,
    text: string,
  ): AnswerOf<Told> | Promise<AnswerOf<Told>>
  answers: () => Told
}

/** An operation, whatever is sent. */
export interface AnyOperation extends Common {
  on: string
  query?: () => z.ZodType
  json?: () => z.ZodType
  form?: () => z.ZodType
  handle(c: Context<AppEnvironment>, sent: unknown, text: string): Response | Promise<Response>
  answers: () => Answers
}

type Sent<Query extends z.ZodType, Json extends z.ZodType> = [Query] extends [never]
  ? [Json] extends [never]
    ? undefined
    : z.output<Json>
  : z.output<Query>

type Field<Name extends string, Schema extends z.ZodType> = [Schema] extends [never]
  ? BlankInput
  : Record<Name, z.input<Schema>>

/** What a handler may answer: what is told of it. */
type AnswerOf<Told> = {
  [Status in keyof Told]: Status extends 200 | 204 | 206 | 304 | 416
    ? Response & TypedOf<Told[Status], Status>
    : never
}[keyof Told]

type TypedOf<Answer, Status extends 200 | 204 | 206 | 304 | 416> = Answer extends {
  content: infer Content
}
  ? | (Content extends { 'application/json': { schema: infer Schema extends z.ZodType } }
        ? TypedResponse<z.infer<Schema>, Status, 'json'>
        : never)
    | (Content extends { 'image/*': object } ? TypedResponse<Blob, Status, 'text'> : never)
    | (Content extends { 'text/html': object } ? TypedResponse<string, Status, 'text'> : never)
  : TypedResponse<Blob | null, Status, 'text'>

/** Operations in their order, and what a typed client knows of them. */
export class Operations<Known extends Schema = BlankSchema> {
  /** A type only. */
  declare readonly known: Known
  readonly list: AnyOperation[] = []

  add<
    M extends Method,
    Path extends string,
    Told extends Answers,
    Query extends z.ZodType = never,
    Json extends z.ZodType = never,
    Form extends z.ZodType = never,
  >(
    operation: Operation<M, Path, Query, Json, Form, Told>,
  ): Operations<
    Known &
      ToSchema<
        Lowercase<M>,
        Path,
        { in: Field<'query', Query> & Field<'json', Json> & Field<'form', Form> },
        AnswerOf<Told>
      >
  >
  add(operation: AnyOperation): object {
    this.list.push(operation)
    return this
  }

  join<Others extends Schema>(others: Operations<Others>): Operations<Known & Others>
  join({ list }: Operations): object {
    this.list.push(...list)
    return this
  }
}

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
    const { who, around = [] } = operation
    const { method, path } = routeOf(operation)
    if (operation.cors === true) app.options(path, withSecurityHeaders, preflight)
    const handlers = [who === 'anybody' ? [] : guards[who], around].flat()
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
