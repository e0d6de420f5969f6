import { z } from 'zod'
import manifest from '../../../package.json' with { type: 'json' }
import { errorCodes, type ErrorCode } from '../../errors.ts'
import { textLike } from '../../library/types.ts'
import { cookieName } from '../middleware/session.ts'
import type { AnyOperation, Who } from '../operation.ts'
import { optional, type Answer, type Tag } from './docs.ts'
import { anyFailure, failureResponses } from './failure-responses.ts'
import { SchemaWriter } from './schema-writer.ts'
import type { JsonSchema, MediaType, OperationObject, ParameterObject } from './openapi-types.ts'

const description = `\
Paths are relative to the root of the collection and use forward slashes. Every answer under \`/api\` is \
JSON in an envelope: \`success\` and \`data\`, or \`success\`, \`error\` and \`code\`. Exceptions are images, \
this document and its page, and what TRMNL devices get.

Public operations can be used by pages of other sites (CORS). HEAD works wherever GET does. An unknown \
address answers 404 with \`NOT_FOUND\`, a wrong method 405 with \`METHOD_NOT_ALLOWED\`, and whatever needs a disk that \
does not answer 503 with \`BUSY\`.`

/** The groups of operations, in the order of the page. */
const tags: Record<Tag, string> = {
  Frames: 'What frames use, in public, and how an admin steers them.',
  Session:
    'Login and logout of the admin. Where an operation needs a session, its line for curl takes it from ' +
    '`cookies.txt`, that for HTTPie from the session `frame`: the lines of the login keep it there.',
  Admin: 'Changes and administration. Requires a session.',
  TRMNL:
    'What TRMNL devices ask for, and the clients of KOReader and the Kindle that speak their protocol. ' +
    'They take the address of this service as that of their server. Public, without the envelope.',
  Guests: 'What guests use. Requires the token of an invitation.',
  Service: 'The service itself. Public.',
}

const bearer = { type: 'http', scheme: 'bearer' }

export type OpenApiDocument = ReturnType<typeof makeDocument>

/** The API as OpenAPI 3.1, made from the schemas that check requests and type answers. */
export function makeDocument(operations: readonly AnyOperation[]) {
  const writer = new SchemaWriter()
  const paths: Record<string, Record<string, OperationObject>> = {}
  for (const operation of operations) {
    const [method = '', path = ''] = operation.on.replace(/:(\w+)/g, '{$1}').split(' ')
    paths[path] = { ...paths[path], [method.toLowerCase()]: describe(operation, writer) }
  }
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
    paths,
    components: {
      schemas,
      securitySchemes: {
        session: {
          type: 'apiKey',
          in: 'cookie',
          name: cookieName,
          description: 'The cookie set by a login.',
        },
        program: { ...bearer, description: 'A token that an admin has made for a program.' },
        invitation: { ...bearer, description: 'The token of an invitation.' },
      },
    },
  }
}

function describe(operation: AnyOperation, writer: SchemaWriter): OperationObject {
  const { id, tag, who = 'admin', summary, description } = operation
  const isProtectedRead = waysOf[who].length > 0 && operation.on.startsWith('GET ')
  const { headers = isProtectedRead ? leniently : undefined } = operation
  const inPath = parametersOf('path', pathFields(), writer)
  const parameters = [
    ...inPath.filter(({ name }) => operation.on.includes(`:${name}`)),
    ...parametersOf('query', operation.query?.(), writer),
    ...parametersOf('header', headers?.(), writer),
  ]
  const successes = Object.entries(operation.answers()).map(([status, answer]) => [
    status,
    responseOf(answer, writer),
  ])
  return {
    operationId: id,
    tags: [tag],
    summary,
    description,
    security: waysOf[who].map((way) => ({ [way]: [] })),
    parameters: parameters.length === 0 ? undefined : parameters,
    requestBody: bodyOf(operation, writer),
    responses: {
      ...Object.fromEntries(successes),
      ...failureResponses(failuresOf(operation), operation.invalid, writer),
    },
  }
}

const pathFields = () =>
  z.object({
    path: textLike('2024/summer/beach.jpg', 'The path of the image.'),
    name: textLike('hall', 'The name of the frame; of a TRMNL device its MAC.'),
    id: textLike('5f2c9d04b1a87e36', 'The id, as listed.'),
  })

/** How those are known who may ask. */
const waysOf: Record<Who, readonly string[]> = {
  public: [],
  anybody: [],
  session: ['session'],
  admin: ['session', 'program'],
  uploader: ['session', 'program', 'invitation'],
  guest: ['invitation'],
}

/** Lists the failures of an operation, with those that all of its kind have. */
function failuresOf(operation: AnyOperation): ErrorCode[] {
  const { on, who = 'admin', json, body, invalid, failures = [] } = operation
  const [isChange, isOpen] = [!on.startsWith('GET '), waysOf[who].length === 0]
  const codes: Partial<Record<ErrorCode, boolean>> = {
    INVALID_REQUEST: typeof invalid === 'string',
    BODY_TOO_LARGE: json !== undefined || body !== undefined,
    AUTHENTICATION_REQUIRED: !isOpen,
    TOO_MANY_ATTEMPTS: !isOpen && who !== 'session',
    CROSS_ORIGIN: isChange,
    FILE_SYSTEM_ERROR: isChange && !isOpen,
    INTERNAL_ERROR: true,
  }
  return errorCodes.filter((code) => codes[code] === true || failures.includes(code))
}

/** The header with which a client may prefer no error status where there is no session. */
const leniently = () =>
  z.object({
    Prefer: optional(
      z.string(),
      '`handling=lenient` answers `AUTHENTICATION_REQUIRED` with status 200 and ' +
        '`Preference-Applied`, for pages that ask whether somebody is logged in: browsers log every 401.',
    ),
  })

/** Describes fields, whose words stand beside their schemas here. */
function parametersOf(
  place: ParameterObject['in'],
  fields: z.ZodType | undefined,
  writer: SchemaWriter,
): ParameterObject[] {
  if (fields === undefined) return []
  const { properties = {}, required = [] } = writer.write(fields)
  return Object.entries(properties).map(([name, property]) => {
    // JSON Schema also knows `true`, which is no schema to many tools.
    const known = typeof property === 'object' ? property : {}
    const { description = '', examples: [example] = [], ...schema } = known
    return {
      name,
      in: place,
      required: required.includes(name),
      schema,
      description,
      example,
    }
  })
}

function bodyOf({ json, body, form }: AnyOperation, writer: SchemaWriter) {
  const schema = (json ?? body ?? form)?.()
  if (schema === undefined) return undefined
  const mediaType = form === undefined ? 'application/json' : 'multipart/form-data'
  return { required: true as const, content: { [mediaType]: mediaOf(mediaType, schema, writer) } }
}

function responseOf(
  { description = 'What was asked for.', headers, content }: Answer,
  writer: SchemaWriter,
) {
  const media = Object.entries(content ?? {}).map(([type, { schema }]) => [
    type,
    mediaOf(type, schema, writer),
  ])
  return { description, headers, content: content && Object.fromEntries(media) }
}

function mediaOf(type: string, schema: z.ZodType, writer: SchemaWriter): MediaType {
  const written = writer.write(schema)
  const example = type === 'application/json' ? writer.exampleOf(written) : undefined
  return { schema: written, example }
}
