import type { z } from 'zod'
import manifest from '../../../package.json' with { type: 'json' }
import type { ErrorCode } from '../../errors.ts'
import { cookieName } from '../middleware/session.ts'
import type { AnyOperation, Who } from '../operations/operation.ts'
import { anyFailure, failureResponses } from './failure-responses.ts'
import type { Answer, Body, Fields, Note, Operation } from './operation.ts'
import { operations, tags } from './operations.ts'
import { SchemaWriter } from './schema-writer.ts'
import type {
  JsonSchema,
  MediaType,
  OperationObject,
  ParameterObject,
  PathItem,
  ResponseObject,
} from './openapi-types.ts'

const description = `\
Paths are relative to the root of the collection and use forward slashes. Every answer under \`/api\` is \
JSON in an envelope: \`success\` and \`data\`, or \`success\`, \`error\` and \`code\`. Exceptions are images, \
this document and its page, and what TRMNL devices get.

Public operations can be used by pages of other sites (CORS). HEAD works wherever GET does. An unknown \
address answers 404 with \`NOT_FOUND\`, a wrong method 405 with \`METHOD_NOT_ALLOWED\`.`

export type OpenApiDocument = ReturnType<typeof makeDocument>

/** The API as OpenAPI 3.1, made from the schemas that check requests and type answers. */
export function makeDocument(list: readonly AnyOperation[]) {
  const writer = new SchemaWriter()
  const added = (path: string, method: string) =>
    list.find((each) => documentedPath(each) === path && each.method === method)
  const paths = Object.entries(operations).map(([path, item]): [string, PathItem] => {
    const methods = Object.entries(item).map(([method, operation]) => {
      const each = added(path, method)
      if (each !== undefined) return [method, describeNew(each, writer)]
      return [method, describe(method, operation, writer)]
    })
    return [path, Object.fromEntries(methods)]
  })
  const failure = anyFailure(writer)
  const schemas: Record<string, JsonSchema> = { ...writer.components, Failure: failure }
  return {
    openapi: '3.1.0' as const,
    info: {
      title: 'Photo frame',
      version: manifest.version,
      description,
      license: { name: manifest.license, identifier: manifest.license },
    },
    servers: [{ url: '/', description: 'The service that sends this document.' }],
    tags: Object.entries(tags).map(([name, description]) => ({ name, description })),
    paths: Object.fromEntries<PathItem>(paths),
    components: {
      schemas,
      securitySchemes: {
        session: {
          type: 'apiKey',
          in: 'cookie',
          name: cookieName,
          description: 'The cookie set by a login.',
        },
        program: {
          type: 'http',
          scheme: 'bearer',
          description: 'A token that an admin has made for a program.',
        },
        invitation: {
          type: 'http',
          scheme: 'bearer',
          description: 'The token of an invitation.',
        },
      },
    },
  }
}

const documentedPath = ({ path }: AnyOperation) => path.replace(/:(\w+)/g, '{$1}')

function describeNew(operation: AnyOperation, writer: SchemaWriter): OperationObject {
  const { method, who } = operation
  const docs = operation.docs()
  const { id, tag = 'Admin', summary, description, params = {}, answers, failureNotes } = docs
  const parameters = [
    ...Object.entries(params).map(([name, note]) => ({
      name,
      in: 'path' as const,
      required: true,
      schema: { type: 'string' as const },
      ...note,
    })),
    ...parametersIn('query', operation.query?.(), writer),
    ...parametersIn('header', docs.headers, writer),
  ]
  const successes = Object.entries(answers).map(([status, answer]) => [
    status,
    responseOf(answer, writer),
  ])
  const json = operation.json ? operation.json() : docs.body
  const body = json ?? operation.form?.()
  const mediaType = json === undefined ? 'multipart/form-data' : 'application/json'
  return {
    operationId: id,
    tags: [tag],
    summary,
    description,
    security: waysIn[who].map((way) => ({ [way]: [] })),
    ...(parameters.length === 0 ? {} : { parameters }),
    ...(body === undefined
      ? {}
      : {
          requestBody: {
            required: true,
            content: {
              [mediaType]: {
                schema: writer.write(body),
                ...(docs.example === undefined ? {} : { example: docs.example }),
              },
            },
          },
        }),
    responses: {
      ...Object.fromEntries(successes),
      ...failureResponses(
        [
          ...(docs.failures ?? []),
          ...(json === undefined ? [] : ['BODY_TOO_LARGE' as const]),
          ...(who === 'anybody' ? [] : ['AUTHENTICATION_REQUIRED' as const]),
          ...(who === 'anybody' || who === 'session' ? [] : ['TOO_MANY_ATTEMPTS' as const]),
          ...(method === 'get' ? [] : ['CROSS_ORIGIN' as const]),
          'INTERNAL_ERROR',
        ],
        failureNotes,
        writer,
      ),
    },
  }
}

/** The ways to be known of those who may ask. */
const waysIn: Record<Who, readonly string[]> = {
  anybody: [],
  session: ['session'],
  admin: ['session', 'program'],
  uploader: ['session', 'program', 'invitation'],
  guest: ['invitation'],
}

function parametersIn(
  place: ParameterObject['in'],
  fields: z.ZodType | undefined,
  writer: SchemaWriter,
): ParameterObject[] {
  if (fields === undefined) return []
  const { properties = {}, required = [] } = writer.write(fields)
  return Object.entries(properties).map(([name, property]) => {
    const { description = '', examples: [example] = [], ...schema } = asSchema(property)
    return {
      name,
      in: place,
      required: required.includes(name),
      schema,
      description,
      ...(example === undefined ? {} : { example }),
    }
  })
}

function describe(method: string, operation: Operation, writer: SchemaWriter): OperationObject {
  const { id, tag, summary, description, body, answers, takesInvitation = false } = operation
  const parameters = [
    ...parametersOf('path', operation.path, writer),
    ...parametersOf('query', operation.query, writer),
    ...parametersOf('header', operation.headers, writer),
  ]
  const successes = Object.entries(answers).map(([status, answer]) => [
    status,
    responseOf(answer, writer),
  ])
  return {
    operationId: id,
    tags: [tag],
    summary,
    description,
    security: [
      ...(needsSession(operation) ? [{ session: [] }] : []),
      ...(takesProgram(operation) ? [{ program: [] }] : []),
      ...(takesInvitation ? [{ invitation: [] }] : []),
    ],
    ...(parameters.length === 0 ? {} : { parameters }),
    ...(body === undefined ? {} : { requestBody: bodyOf(body, writer) }),
    responses: {
      ...Object.fromEntries(successes),
      ...failureResponses(failuresOf(method, operation), operation.failureNotes, writer),
    },
  }
}

const takesProgram = (operation: Operation) =>
  needsSession(operation) && operation.refusesPrograms !== true

const needsSession = (operation: Operation) => operation.needsSession ?? operation.tag === 'Admin'

/** Lists the failures of an operation, with those that all of its kind have. */
const failuresOf = (method: string, operation: Operation): ErrorCode[] => [
  ...(operation.failures ?? []),
  ...(operation.body?.mediaType === 'application/json' ? ['BODY_TOO_LARGE' as const] : []),
  ...(needsSession(operation) || operation.takesInvitation === true
    ? ['AUTHENTICATION_REQUIRED' as const]
    : []),
  ...(takesProgram(operation) || operation.takesInvitation === true
    ? ['TOO_MANY_ATTEMPTS' as const]
    : []),
  ...(method === 'get' ? [] : ['CROSS_ORIGIN' as const]),
  'INTERNAL_ERROR',
]

function parametersOf(
  place: ParameterObject['in'],
  fields: Fields | undefined,
  writer: SchemaWriter,
): ParameterObject[] {
  if (fields === undefined) return []
  const { properties = {}, required = [] } = writer.write(fields.schema)
  return Object.entries(fields.notes).map(([name, note]) => ({
    name,
    in: place,
    required: required.includes(name),
    schema: asSchema(properties[name]),
    ...note,
  }))
}

/** JSON Schema also knows `true`, which is no schema to many tools. */
const asSchema = (schema: JsonSchema | boolean | undefined): JsonSchema =>
  typeof schema === 'object' ? schema : {}

function bodyOf({ mediaType, schema, notes, example }: Body, writer: SchemaWriter) {
  const written = writer.write(schema)
  const properties = Object.entries(written.properties ?? {}).map(([name, property]) => [
    name,
    { ...asSchema(property), ...annotate(notes[name]) },
  ])
  const content: MediaType = {
    schema: { ...written, properties: Object.fromEntries(properties) },
    ...(example === undefined ? {} : { example }),
  }
  return { required: true as const, content: { [mediaType]: content } }
}

/** JSON Schema 2020-12 has a list of examples where a parameter has one. */
const annotate = ({ description, example }: Note = { description: '' }): JsonSchema => ({
  description,
  ...(example === undefined ? {} : { examples: [example] }),
})

function responseOf({ description, headers, content }: Answer, writer: SchemaWriter) {
  const response: ResponseObject = { description, ...(headers === undefined ? {} : { headers }) }
  if (content === undefined) return response
  const media = Object.entries(content).map(([mediaType, { schema, example }]) => [
    mediaType,
    {
      schema: schema === undefined ? {} : writer.write(schema),
      ...(example === undefined ? {} : { example }),
    },
  ])
  return { ...response, content: Object.fromEntries(media) }
}
