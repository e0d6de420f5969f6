import { describe, expect, expectTypeOf, test } from 'bun:test'
import { hc, type InferResponseType } from 'hono/client'
import type { ExtractSchema } from 'hono/types'
import type { z } from 'zod'
import type { AppType, Failure } from '../../src/app.ts'
import type { DealtImage, Health } from '../../src/http/response/schemas.ts'
import type { Success } from '../../src/http/response/json-response.ts'
import type { FailureStatus } from '../../src/http/response/failures.ts'
import type { operations } from '../../src/http/openapi/operations.ts'
import { quadrants } from '../support/pixels.ts'
import { cookieOf, openApp, password } from '../support/app.ts'
import { picture } from '../support/pictures.ts'

const typed = hc<AppType>('http://localhost')
type Client = typeof typed
type Api = Client['api']

/** A client of an app without a server around it. */
const clientOf = ({ app }: Awaited<ReturnType<typeof openApp>>, cookie = '') =>
  hc<AppType>('http://localhost', {
    fetch: app.request,
    headers: { Cookie: cookie },
  })

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
  type Routes = Omit<ExtractSchema<AppType>, '/api/openapi.json'>
  /** Devices are no typed clients. */
  type OfDevices = '/api/setup' | '/api/display' | '/api/log'
  type Documented = Omit<typeof operations, '/api/openapi.json' | OfDevices>
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

describe('a client of the real app', () => {
  test('does what an admin and a frame do', async () => {
    await using service = await openApp()
    const loggedIn = await clientOf(service).api.auth.login.$post({ json: { password } })
    const admin = clientOf(service, cookieOf(loggedIn)).api
    await admin.folders.$post({ json: { path: '2024/summer', name: 'summer' } })
    const files = [new File([quadrants(60, 40)], 'a.png'), new File([picture('b')], 'b.jpg')]
    const uploaded = await (await admin.upload.$post({ form: { files, folder: '2024' } })).json()
    if (!uploaded.success) throw new Error(uploaded.error)
    expect(uploaded.data.uploadedFiles.map(({ path }) => path)).toEqual([
      '2024/a.png',
      '2024/b.jpg',
    ])

    const frame = clientOf(service)
    const listed = await (await frame.api.folders.$get({ query: { path: '2024' } })).json()
    expect(listed.success && listed.data.folders.map(({ name }) => name)).toEqual(['summer'])
    const query = {
      folder: ['2024', '2023'],
      exclude: '2024/summer',
      frame: 'hall',
      orientation: 'landscape' as const,
      order: 'name' as const,
    }
    const dealt = await (await frame.api.images.random.$get({ query })).json()
    expect(dealt.success && dealt.data.imagePath).toBe('/uploads/2024/a.png')
    expect(dealt.success && dealt.data.metadata.taken).toBeNull()
    const param = { path: encodeURIComponent('2024/a.png') }
    const sent = await frame.uploads[':path'].$get({ param, query: { width: '30' } })
    expect((await sent.blob()).type).toBe('image/png')

    const removed = await admin.images.$delete({ json: { images: ['2024/a.png', 'none.jpg'] } })
    const body = await removed.json()
    expect(body.success && body.data.deletedImages.map(({ status }) => status)).toEqual([
      'deleted',
      'not_found',
    ])
    const summary = await (await admin.admin.$get()).json()
    expect(summary.success && summary.data.totalImages).toBe(1)
    expect((await (await admin.auth.logout.$post()).json()).success).toBeTrue()
  })

  test('reads a failure as what it is', async () => {
    await using service = await openApp()
    const answer = await clientOf(service).api.folders.$post({ json: { path: 'a', name: 'a' } })
    if (answer.ok) throw new Error('Without a session it may not be done.')
    const { code } = await answer.json()
    expect(code).toBe('AUTHENTICATION_REQUIRED')
    const random = await clientOf(service).api.images.random.$get({ query: {} })
    const body = await random.json()
    expect(body.success ? body.data.url : body.code).toBe('NO_IMAGES_AVAILABLE')
  })
})
