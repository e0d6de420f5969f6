import { describe, expectTypeOf, test } from 'bun:test'
import type { hc, InferResponseType } from 'hono/client'
import type { ExtractSchema } from 'hono/types'
import type { z } from 'zod'
import type { AppType, Failure } from '../../src/app.ts'
import type { DealtImage, Health } from '../../src/http/response/schemas.ts'
import type { Success } from '../../src/http/response/json-response.ts'
import type { FailureStatus } from '../../src/http/response/failures.ts'
import type { operations } from '../../src/http/openapi/operations.ts'

type Client = ReturnType<typeof hc<AppType>>
type Api = Client['api']

describe('what a client knows of the routes', () => {
  test('is what comes back', () => {
    type Told<Route> = InferResponseType<Route, 200>
    expectTypeOf<Told<Api['health']['$get']>>().toEqualTypeOf<Success<Health>>()
    expectTypeOf<Told<Client['uploads'][':path']['$get']>>().toEqualTypeOf<Blob>()
    expectTypeOf<Told<Client['index']['$get']>>().toEqualTypeOf<string>()
  })

  test('is what any of them fails with', () => {
    type Failed<Route> = InferResponseType<Route, FailureStatus>
    expectTypeOf<Failed<Api['health']['$get']>>().toEqualTypeOf<Failure>()
    expectTypeOf<Failed<Client['uploads'][':path']['$get']>>().toEqualTypeOf<Failure>()
    type Refused = InferResponseType<Api['upload']['$post'], 413>
    expectTypeOf<Refused['code']>().toEqualTypeOf<'FILE_SIZE_EXCEEDED' | 'BODY_TOO_LARGE'>()
    type TooLarge = Extract<Failure, { code: 'FILE_SIZE_EXCEEDED' }>
    expectTypeOf<TooLarge['details']['maxSize']>().toEqualTypeOf<string>()
  })

  test('tells a success from a failure, and JSON from a picture', () => {
    type Dealt = Awaited<ReturnType<Api['images']['random']['$get']>>
    type Body = Awaited<ReturnType<Dealt['json']>>
    expectTypeOf<Extract<Body, { success: true }>>().toEqualTypeOf<Success<DealtImage>>()
    expectTypeOf<Extract<Body, { success: false }>>().toEqualTypeOf<Failure>()
    type Sent = Extract<
      Awaited<ReturnType<Client['uploads'][':path']['$get']>>,
      { status: 200 | 206 | 304 | 416 }
    >
    expectTypeOf<Awaited<ReturnType<Sent['json']>>>().toBeNever()
    expectTypeOf<Awaited<ReturnType<Sent['blob']>>>().toEqualTypeOf<Blob>()
  })
})

describe('the API document tells the same as the types of the routes', () => {
  // The document itself is told of in outline only.
  type Routes = Pick<ExtractSchema<AppType>, Routed<keyof Documented>>
  /** Devices are no typed clients. */
  type OfDevices = '/api/setup' | '/api/display' | '/api/log'
  type Documented = Omit<
    typeof operations,
    '/api/openapi.json' | '/api/auth/tokens' | '/api/auth/tokens/{id}' | OfDevices
  >
  /** The document's `{path}` is `:path` to a client. */
  type Routed<Path> = Path extends `${infer Before}{${infer Name}}${infer After}`
    ? `${Before}:${Name}${After}`
    : Path

  type StatusOf<Route> = Route extends { status: infer Status } ? Status : never
  type SentTo<Route> = Route extends { input: infer Input } ? Input : never
  type Field<Input, Name extends string> = Input extends Record<Name, infer Value> ? Value : 'none'
  type SchemaInput<Fields> = Fields extends { schema: infer Schema extends z.ZodType }
    ? z.input<Schema>
    : 'none'
  type Json<Route> = Extract<Route, { status: 200; outputFormat: 'json' }>
  type OutputOf<Json> = [Json] extends [never]
    ? 'none'
    : Json extends { output: infer Output }
      ? Output
      : never
  type Typed = {
    [Path in keyof Routes]: {
      [Method in keyof Routes[Path]]: {
        query: Field<SentTo<Routes[Path][Method]>, 'query'>
        json: Field<SentTo<Routes[Path][Method]>, 'json'>
        form: Field<SentTo<Routes[Path][Method]>, 'form'>
        statuses: Exclude<StatusOf<Routes[Path][Method]>, FailureStatus>
        answer: OutputOf<Json<Routes[Path][Method]>>
      }
    }
  }
  type BodyOf<Operation, MediaType> = Operation extends { body: { mediaType: MediaType } }
    ? SchemaInput<Operation['body']>
    : 'none'
  type AnswerOf<Operation> = Operation extends {
    answers: {
      200: { content: { 'application/json': { schema: infer Schema extends z.ZodType } } }
    }
  }
    ? z.infer<Schema>
    : 'none'
  type Told = {
    [Path in keyof Documented as Routed<Path> & string]: {
      [Method in keyof Documented[Path] as `$${Method & string}`]: {
        query: Documented[Path][Method] extends { query: infer Query } ? SchemaInput<Query> : 'none'
        json: BodyOf<Documented[Path][Method], 'application/json'>
        form: BodyOf<Documented[Path][Method], 'multipart/form-data'>
        statuses: Documented[Path][Method] extends { answers: infer Answers }
          ? keyof Answers
          : never
        answer: AnswerOf<Documented[Path][Method]>
      }
    }
  }

  test('of what is sent and what comes back', () => {
    expectTypeOf<Told>().toEqualTypeOf<Typed>()
  })
})
