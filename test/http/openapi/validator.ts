import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js'
import * as formats from 'ajv-formats/dist/formats.js'
import type { OpenApiDocument } from '../../../src/http/openapi/document.ts'

/**
 * Checks values against schemas of a document (JSON Schema 2020-12), more strictly than a client
 * should: an object may have no field that the document does not name.
 */
export function validatorOf(document: OpenApiDocument) {
  const closed: object = JSON.parse(JSON.stringify(document), (_, part) =>
    isOpenObject(part) ? { ...part, additionalProperties: false } : part,
  )
  const ajv = new Ajv2020({ strict: false, allErrors: true, formats: formats.fullFormats })
  ajv.addSchema(closed, 'api')
  const compiled = new Map<string, ValidateFunction>()
  /**
   * What is wrong with a value.
   * @param where the schema: the names that lead to it in the document.
   */
  return (where: readonly string[], value: unknown): string[] => {
    const pointer = where.map((name) => encodeURIComponent(name.replaceAll('/', '~1'))).join('/')
    const validate = compiled.get(pointer) ?? ajv.compile({ $ref: `api#/${pointer}` })
    compiled.set(pointer, validate)
    validate(value)
    return (validate.errors ?? []).map(({ instancePath, message }) => `${instancePath} ${message}`)
  }
}

const isOpenObject = (part: unknown): part is object =>
  typeof part === 'object' &&
  part !== null &&
  'properties' in part &&
  !('additionalProperties' in part)
