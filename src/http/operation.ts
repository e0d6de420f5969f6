import type { Context, MiddlewareHandler } from 'hono'
import type { BlankInput, BlankSchema, Schema, ToSchema, TypedResponse } from 'hono/types'
import type { z } from 'zod'
import type { AppEnvironment } from './request/connection.ts'
import type { AppError, ErrorCode } from '../errors.ts'
import type { Answers, Tag } from './openapi/docs.ts'

type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

/**
 * `admin` is a session or the token of a program, `session` no program, `uploader` an admin or a guest;
 * what is `public` pages of other sites may read, too.
 */
export type Who = 'public' | 'anybody' | 'admin' | 'session' | 'uploader' | 'guest'

/** What does not depend on what is sent and answered. */
interface Common {
  id: string
  /** That of its group unless told. */
  tag?: Tag
  summary: string
  description: string
  /** For the document alone: handlers read headers themselves. */
  headers?: () => z.ZodObject
  /** A JSON body that the handler reads itself. */
  body?: () => z.ZodObject
  /** The failures of its own, besides those that all operations of its kind have. */
  failures?: readonly ErrorCode[]
  /** `admin` unless told. */
  who?: Who
  /** The failure of a query or body that is wrong, or the sentence of INVALID_REQUEST. */
  invalid?: string | ((error?: z.ZodError) => AppError)
  /** How many bytes a JSON body may have; 1 MiB unless told. */
  maxBody?: number
  /** Adds to whatever is answered, failures too. */
  around?: MiddlewareHandler<AppEnvironment>
}

/**
 * One operation: all that the service and its document know of it. What is a function is made when
 * somebody first asks for the operation or for the document.
 */
interface Operation<
  Path extends string,
  Query extends z.ZodType,
  Json extends z.ZodType,
  Form extends z.ZodType,
  Told extends Answers,
> extends Common {
  query?: () => Query
  json?: () => Json
  /** What the handler reads itself. */
  form?: () => Form
  /** Gets what was sent, checked; and a query as it was sent, too. */
  handle(
    c: Context<AppEnvironment, Path>,
    sent: SentValues<Query, Json>,
    text: string,
  ): AnswerOf<Told> | Promise<AnswerOf<Told>>
  answers: () => Told
}

type SomeOperation = Operation<string, z.ZodType, z.ZodType, z.ZodType, Answers>

/** An operation, whatever is sent. */
export interface AnyOperation extends Omit<SomeOperation, 'handle'> {
  /** Method and path. */
  on: string
  tag: Tag
  handle(c: Context<AppEnvironment>, sent: unknown, text: string): Response | Promise<Response>
}

type SentValues<Query extends z.ZodType, Json extends z.ZodType> = [Query] extends [never]
  ? [Json] extends [never]
    ? undefined
    : z.output<Json>
  : z.output<Query>

type Field<Name extends string, Schema extends z.ZodType> = [Schema] extends [never]
  ? BlankInput
  : Record<Name, z.input<Schema>>

/** What a handler may answer: what is told of it. */
type AnswerOf<Told> = {
  [Status in keyof Told & keyof Answers]: Response & TypedOf<Told[Status], Status>
}[keyof Told & keyof Answers]

type TypedOf<Answer, Status extends keyof Answers> = Answer extends {
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
  readonly #tag: Tag

  /** @param tag the group of those that name no other. */
  constructor(tag: Tag = 'Admin') {
    this.#tag = tag
  }

  /** @param on method and path, as Hono has it; a parameter `:path` takes slashes. */
  add<
    M extends Method,
    Path extends string,
    Told extends Answers,
    Query extends z.ZodType = never,
    Json extends z.ZodType = never,
    Form extends z.ZodType = never,
  >(
    on: `${M} ${Path}`,
    operation: Operation<Path, Query, Json, Form, Told>,
  ): Operations<
    Known &
      ToSchema<
        Lowercase<M>,
        Path,
        { in: Field<'query', Query> & Field<'json', Json> & Field<'form', Form> },
        AnswerOf<Told>
      >
  >
  add(on: string, operation: Omit<AnyOperation, 'on' | 'tag'>): object {
    this.list.push({ on, tag: this.#tag, ...operation })
    return this
  }

  join<Others extends Schema>(others: Operations<Others>): Operations<Known & Others>
  join({ list }: Operations): object {
    this.list.push(...list)
    return this
  }
}
