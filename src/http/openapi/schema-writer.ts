import { z } from 'zod'
import type { JsonSchema } from './openapi-types.ts'

/** Writes zod schemas as JSON Schema, and examples of what they take. Those with an id become components. */
export class SchemaWriter {
  readonly components: Record<string, JsonSchema> = {}

  /** Describes the output of a schema: a query's `width` is a number. */
  write(schema: z.ZodType): JsonSchema {
    const written = JSON.stringify(z.toJSONSchema(schema, { override: simplify }))
    const moved: JsonSchema = JSON.parse(written.replaceAll('"#/$defs/', '"#/components/schemas/'))
    const { $schema: _, $defs = {}, ...rest } = moved
    for (const [name, { id: _, ...component }] of Object.entries($defs)) {
      this.components[name] = component
    }
    return rest
  }

  /**
   * Makes an example of what a written schema takes: its own example, else one of those of its parts. A
   * list has one of each kind. What may be missing is, unless it has an example.
   */
  exampleOf(inner: Inner): unknown {
    const schema = resolve(this.components, inner)
    const { type, properties = {}, required = [], anyOf, items } = schema
    const [example = schema.const] = schema.examples ?? schema.enum ?? []
    if (example !== undefined) return example
    if (anyOf !== undefined) return this.exampleOf(anyOf[0]) ?? null
    if (items !== undefined) {
      const { examples, oneOf = [items] } = resolve(this.components, items)
      return examples ?? oneOf.map((each) => this.exampleOf(each))
    }
    if (Array.isArray(type)) return null
    if (type === 'boolean') return false
    if (type === 'integer') return 1
    if (type !== 'object') return undefined
    const fields = Object.entries(properties).filter(
      ([name, field]) => required.includes(name) || resolve(this.components, field).examples,
    )
    return Object.fromEntries(fields.map(([name, field]) => [name, this.exampleOf(field)]))
  }
}

/** A schema inside another one. */
export type Inner = JsonSchema['items']

/** Follows a reference to one of these schemas. */
export function resolve(schemas: Readonly<Record<string, JsonSchema>>, inner: Inner): JsonSchema {
  if (typeof inner !== 'object' || Array.isArray(inner)) return {}
  return schemas[inner.$ref?.split('/').at(-1) ?? ''] ?? inner
}

interface Written {
  zodSchema: z.core.$ZodType
  jsonSchema: JsonSchema
}

/** Leaves out what is of no use to a client, or would forbid what a later version may add. */
function simplify({ zodSchema, jsonSchema }: Written): void {
  const isOpen = jsonSchema.additionalProperties === false && !isStrict(zodSchema)
  if (isOpen) delete jsonSchema.additionalProperties
  if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum
  if (jsonSchema.contentEncoding === 'binary') delete jsonSchema.contentEncoding
}

/** Whether an object with a field that the schema does not name is refused. */
const isStrict = (schema: z.core.$ZodType) =>
  schema instanceof z.ZodObject && schema.def.catchall instanceof z.ZodNever
