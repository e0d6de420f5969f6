import { errorCodes, type ErrorCode } from '../../errors.ts'
import { statusOf } from '../response/envelope.ts'
import { failureSchemas } from '../response/failure-schemas.ts'
import { failureNotes } from './failure-notes.ts'
import type { Operation } from './operation.ts'
import type { SchemaWriter } from './schema-writer.ts'
import type { HeaderObject, JsonSchema, ResponseObject } from './openapi-types.ts'

const noStore: HeaderObject = {
  description: 'A failure is not kept.',
  required: true,
  schema: { type: 'string', const: 'no-store' },
}

const secondsToWait = (description: string): HeaderObject => ({
  description,
  required: true,
  schema: { type: 'integer', minimum: 1, maximum: 900 },
})

function retryAfterOf(codes: readonly ErrorCode[]): HeaderObject | undefined {
  if (codes.includes('BUSY')) return secondsToWait('Seconds to wait.')
  if (!codes.includes('TOO_MANY_ATTEMPTS')) return undefined
  return secondsToWait('Seconds to wait: 60 at first, twice as long each time, up to 15 minutes.')
}

type Notes = Operation['failureNotes']

/**
 * The answers that these failures give, by their status.
 * @param notes what is to be said of them in place of what is said of them everywhere.
 */
export function failureResponses(codes: readonly ErrorCode[], notes: Notes, writer: SchemaWriter) {
  const byStatus = Object.groupBy(codes.toSorted(byTable), (code) => statusOf[code])
  return Object.fromEntries(
    Object.entries(byStatus).map(([status, group]) => [status, responseOf(group, notes, writer)]),
  )
}

/** The schema of any failure at all, for what is outside every operation too. */
export const anyFailure = (writer: SchemaWriter): JsonSchema => ({
  description: 'Any failure. `code` tells which one.',
  oneOf: errorCodes.map((code) => schemaOf(code, writer)),
})

function responseOf(
  codes: readonly ErrorCode[],
  notes: Notes,
  writer: SchemaWriter,
): ResponseObject {
  const schemas = codes.map((code) => schemaOf(code, writer))
  const retryAfter = retryAfterOf(codes)
  return {
    description: codes.map((code) => exampleOf(code, notes).summary).join(' Or: '),
    headers: {
      'Cache-Control': noStore,
      ...(retryAfter === undefined ? {} : { 'Retry-After': retryAfter }),
    },
    content: {
      'application/json': {
        schema: schemas.length === 1 ? { ...schemas[0] } : { oneOf: schemas },
        examples: Object.fromEntries(codes.map((code) => [code, exampleOf(code, notes)])),
      },
    },
  }
}

const schemaOf = (code: ErrorCode, writer: SchemaWriter) =>
  writer.write(
    failureSchemas[code].meta({ id: componentName(code), description: failureNotes[code].when }),
  )

function exampleOf(code: ErrorCode, notes: Notes) {
  const { when, ...said } = { ...failureNotes[code], ...notes?.[code] }
  return { summary: when, value: { success: false, code, ...said } }
}

/** `NO_FILES` as a component is named: `NoFiles`. */
const componentName = (code: ErrorCode) =>
  code.toLowerCase().replace(/(?:^|_)([a-z])/g, (_, letter: string) => letter.toUpperCase())

const byTable = (one: ErrorCode, other: ErrorCode) =>
  errorCodes.indexOf(one) - errorCodes.indexOf(other)
