import { z } from 'zod'
import { errorCodes, type ErrorCode } from '../../errors.ts'
import { failures } from '../response/failures.ts'
import type { Operation } from './operation.ts'
import type { SchemaWriter } from './schema-writer.ts'
import type { HeaderObject, JsonSchema, ResponseObject } from './openapi-types.ts'

const noStore: HeaderObject = {
  description: 'A failure is never cached.',
  required: true,
  schema: { type: 'string', const: 'no-store' },
}

const retryAfter: HeaderObject = {
  description: 'Seconds to wait before the next attempt.',
  required: true,
  schema: { type: 'integer', minimum: 1 },
}

type Notes = Operation['failureNotes']

/**
 * Describes the answers that these failures give, by status.
 * @param notes replace what the table of failures says of a code.
 */
export function failureResponses(codes: readonly ErrorCode[], notes: Notes, writer: SchemaWriter) {
  const byStatus = Object.groupBy(codes.toSorted(byTable), (code) => failures[code].status)
  return Object.fromEntries(
    Object.entries(byStatus).map(([status, group]) => [status, responseOf(group, notes, writer)]),
  )
}

/** Describes any failure at all, for what is outside every operation too. */
export const anyFailure = (writer: SchemaWriter): JsonSchema => ({
  description: 'Any failure. `code` says which one.',
  oneOf: errorCodes.map((code) => schemaOf(code, writer)),
})

function responseOf(
  codes: readonly ErrorCode[],
  notes: Notes,
  writer: SchemaWriter,
): ResponseObject {
  const schemas = codes.map((code) => schemaOf(code, writer))
  const mustWait = codes.some(hasRetryAfter)
  return {
    description: codes.map((code) => exampleOf(code, notes).summary).join(' Or: '),
    headers: { 'Cache-Control': noStore, ...(mustWait ? { 'Retry-After': retryAfter } : {}) },
    content: {
      'application/json': {
        schema: schemas.length === 1 ? { ...schemas[0] } : { oneOf: schemas },
        examples: Object.fromEntries(codes.map((code) => [code, exampleOf(code, notes)])),
      },
    },
  }
}

function schemaOf(code: ErrorCode, writer: SchemaWriter): JsonSchema {
  const row = failures[code]
  const schema = z.object({
    success: z.literal(false),
    error: z.string().describe('What to do, as a sentence.'),
    code: z.literal(code),
    ...('details' in row ? { details: row.details.schema } : {}),
  })
  return writer.write(schema.meta({ id: componentName(code), description: row.when }))
}

function exampleOf(code: ErrorCode, notes: Notes) {
  const row = failures[code]
  const { when, sentence } = { ...row, ...notes?.[code] }
  const details = 'details' in row ? { details: row.details.example } : {}
  return { summary: when, value: { success: false, error: sentence, code, ...details } }
}

/** `NO_FILES` as a component is named: `NoFiles`. */
export const componentName = (code: ErrorCode) =>
  code.toLowerCase().replace(/(?:^|_)([a-z])/g, (_, letter: string) => letter.toUpperCase())

const byTable = (one: ErrorCode, other: ErrorCode) =>
  errorCodes.indexOf(one) - errorCodes.indexOf(other)

function hasRetryAfter(code: ErrorCode): boolean {
  const row = failures[code]
  return 'details' in row && 'retryAfter' in row.details.example
}
