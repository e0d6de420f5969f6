import { z } from 'zod'
import type { JsonSchema } from './openapi-types.ts'

/** Writes zod schemas as JSON Schema. Those with an id become components. */
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
}

/** Leaves out what is of no use to a client, or would forbid what a later version may add. */
function simplify({ jsonSchema }: { jsonSchema: JsonSchema }): void {
  if (jsonSchema.additionalProperties === false) delete jsonSchema.additionalProperties
  if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum
  if (jsonSchema.contentEncoding === 'binary') delete jsonSchema.contentEncoding
}
