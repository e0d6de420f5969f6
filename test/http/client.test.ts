import { expectTypeOf, test } from 'bun:test'
import type { hc, InferResponseType } from 'hono/client'
import type { AppType, Failure } from '../../src/app.ts'
import type { DealtImage } from '../../src/http/response/dealt-image.ts'
import type { Success } from '../../src/http/response/json-response.ts'
import type { FailureStatus } from '../../src/http/response/failures.ts'

type Client = ReturnType<typeof hc<AppType>>
type Api = Client['api']

test('what a client knows of the routes is what comes back', () => {
  type Told<Route> = InferResponseType<Route, 200>
  type Health = { totalFolders: number; totalImages: number; status: 'ok'; indexed: number }
  expectTypeOf<Told<Api['health']['$get']>>().toEqualTypeOf<Success<Health>>()
  expectTypeOf<Told<Client['uploads'][':path']['$get']>>().toEqualTypeOf<Blob>()
  expectTypeOf<Told<Client['index']['$get']>>().toEqualTypeOf<string>()
})

test('what a client knows of the routes is what any of them fails with', () => {
  type Failed<Route> = InferResponseType<Route, FailureStatus>
  expectTypeOf<Failed<Api['health']['$get']>>().toEqualTypeOf<Failure>()
  expectTypeOf<Failed<Client['uploads'][':path']['$get']>>().toEqualTypeOf<Failure>()
  type Refused = InferResponseType<Api['upload']['$post'], 413>
  expectTypeOf<Refused['code']>().toEqualTypeOf<'FILE_SIZE_EXCEEDED' | 'BODY_TOO_LARGE'>()
  type TooLarge = Extract<Failure, { code: 'FILE_SIZE_EXCEEDED' }>
  expectTypeOf<TooLarge['details']['maxSize']>().toEqualTypeOf<string>()
})

test('what a client knows of the routes tells a success from a failure, and JSON from a picture', () => {
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
