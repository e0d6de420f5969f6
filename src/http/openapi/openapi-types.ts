/** The subset of OpenAPI 3.1 that the document uses. */
import type { z } from 'zod'

/** JSON Schema 2020-12. */
export type JsonSchema = z.core.JSONSchema.BaseSchema

export interface Example {
  summary: string
  value: unknown
}

export interface MediaType {
  schema: JsonSchema
  example?: unknown
  examples?: Record<string, Example>
}

export interface HeaderObject {
  description: string
  required: boolean
  schema: JsonSchema
}

export interface ParameterObject extends HeaderObject {
  name: string
  in: 'path' | 'query' | 'header'
  example?: unknown
}

export interface ResponseObject {
  description: string
  headers?: Record<string, HeaderObject> | undefined
  content?: Record<string, MediaType> | undefined
}

export interface OperationObject {
  operationId: string
  tags: string[]
  summary: string
  description: string
  security: Record<string, string[]>[]
  parameters?: ParameterObject[] | undefined
  requestBody?: { required: true; content: Record<string, MediaType> } | undefined
  responses: Record<string, ResponseObject>
}
