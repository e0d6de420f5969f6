import { z } from 'zod'
import { prohibitedChars } from '../../disk/paths.ts'
import { errorCodes, errorDetails, type ErrorCode, type ErrorDetails } from '../../errors.ts'
import { pictureFormats } from '../../formats/picture-formats.ts'
import { failures } from '../response/failures.ts'
import type { AnyOperation } from '../operation.ts'
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

/** Examples of the details of the failures that have some. */
const details: ErrorDetails = {
  METHOD_NOT_ALLOWED: { allow: ['DELETE'] },
  INVALID_FOLDER_NAME: { prohibitedChars: [...prohibitedChars] },
  FOLDER_NOT_EMPTY: { totalFolders: 1, totalImages: 12, otherFiles: 0 },
  INVALID_FILE_TYPE: { files: [{ fileName: 'notes.txt', reason: pictureFormats.unknownFormat }] },
  FILE_SIZE_EXCEEDED: {
    maxSize: '10MB',
    fileSize: '12.5MB',
    fileName: 'tower.png',
    files: [{ fileName: 'tower.png', reason: 'larger than 10MB' }],
  },
  TOO_MANY_ATTEMPTS: { retryAfter: 60 },
  BUSY: { retryAfter: 5 },
}

const hasDetails = (code: ErrorCode): code is keyof ErrorDetails => code in details

/**
 * Describes the answers that these failures give, by status.
 * @param invalid the sentence of a request that is, if the operation has one.
 */
export function failureResponses(
  codes: readonly ErrorCode[],
  invalid: AnyOperation['invalid'],
  writer: SchemaWriter,
) {
  const exampleOf = (code: ErrorCode) => {
    const { when, sentence } = failures[code]
    const error = code === 'INVALID_REQUEST' && typeof invalid === 'string' ? invalid : sentence
    const example = hasDetails(code) ? { details: details[code] } : {}
    return { summary: when, value: { success: false, error, code, ...example } }
  }
  const responseOf = (group: readonly ErrorCode[]): ResponseObject => {
    const schemas = group.map((code) => schemaOf(code, writer))
    const mustWait = group.some((code) => hasDetails(code) && 'retryAfter' in details[code])
    return {
      description: group.map((code) => failures[code].when).join(' Or: '),
      headers: { 'Cache-Control': noStore, ...(mustWait ? { 'Retry-After': retryAfter } : {}) },
      content: {
        'application/json': {
          schema: schemas.length === 1 ? { ...schemas[0] } : { oneOf: schemas },
          examples: Object.fromEntries(group.map((code) => [code, exampleOf(code)])),
        },
      },
    }
  }
  const byStatus = Object.groupBy(codes, (code) => failures[code].status)
  return Object.fromEntries(
    Object.entries(byStatus).map(([status, group]) => [status, responseOf(group)]),
  )
}

/** Describes any failure at all, for what is outside every operation too. */
export const anyFailure = (writer: SchemaWriter): JsonSchema => ({
  description: 'Any failure. `code` says which one.',
  oneOf: errorCodes.map((code) => schemaOf(code, writer)),
})

function schemaOf(code: ErrorCode, writer: SchemaWriter): JsonSchema {
  const schema = z.object({
    success: z.literal(false),
    error: z.string().describe('What to do, as a sentence.'),
    code: z.literal(code),
    ...(hasDetails(code) ? { details: errorDetails[code]() } : {}),
  })
  return writer.write(schema.meta({ id: componentName(code), description: failures[code].when }))
}

/** `NO_FILES` as a component is named: `NoFiles`. */
const componentName = (code: ErrorCode) =>
  code.toLowerCase().replace(/(?:^|_)([a-z])/g, (_, letter: string) => letter.toUpperCase())
