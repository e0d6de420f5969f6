import { html } from 'hono/html'
import { inline, type Html } from './docs-text.ts'
import type { JsonSchema, OpenApiDocument } from './openapi-types.ts'

/** A schema inside another one. */
type Inner = JsonSchema['items']

/** Renders the fields of an object, of the objects in a list, or of each object of a union. */
export function fieldLists(document: OpenApiDocument, schema: Inner): Html[] {
  return shapesOf(document, schema).map(
    ({ properties = {}, required = [] }, index) =>
      html`${index === 0 ? '' : html`<p class="type">or</p>`}
        <ul class="fields">
          ${Object.entries(properties).map(([name, inner]) => {
            const type = `${typeOf(document, inner)}${required.includes(name) ? '' : ', optional'}`
            const description = resolve(document, inner)?.description ?? ''
            return html`<li>
              <code>${name}</code> <span class="type">${type}</span> ${inline(description)}
              ${fieldLists(document, inner)}
            </li> `
          })}
        </ul> `,
  )
}

/** The type of a value in a few words, such as `list of strings`. */
export function typeOf(document: OpenApiDocument, inner: Inner): string {
  const schema = resolve(document, inner)
  if (schema === undefined) return 'anything'
  if (schema.const !== undefined) return JSON.stringify(schema.const)
  if (schema.enum !== undefined) return schema.enum.join(', ')
  if (schema.anyOf !== undefined) {
    return schema.anyOf.map((option) => typeOf(document, option)).join(' or ')
  }
  if (schema.oneOf !== undefined) return 'object'
  if (schema.type === 'array')
    return `list of ${typeOf(document, schema.items)}s${lengthOf(schema)}`
  if (schema.format === 'date-time') return 'time'
  if (schema.format === 'binary') return 'file'
  return `${[schema.type ?? 'anything'].flat().join(' or ')}${lengthOf(schema)}`
}

function lengthOf(schema: JsonSchema): string {
  const { minimum, maximum, minLength, maxLength, minItems, maxItems, pattern } = schema
  if (pattern !== undefined) return ` like ${pattern}`
  const [from, to] = [minimum ?? minLength ?? minItems, maximum ?? maxLength ?? maxItems]
  if (from === undefined || to === undefined) return ''
  return `, ${from} to ${to}${minLength === undefined ? '' : ' characters'}`
}

function shapesOf(document: OpenApiDocument, inner: Inner): JsonSchema[] {
  const schema = resolve(document, inner)
  if (schema === undefined) return []
  if (schema.oneOf !== undefined)
    return schema.oneOf.flatMap((option) => shapesOf(document, option))
  if (schema.type === 'array') return shapesOf(document, schema.items)
  return schema.type === 'object' ? [schema] : []
}

/** Follows a reference to a schema. */
function resolve({ components }: OpenApiDocument, inner: Inner): JsonSchema | undefined {
  if (typeof inner !== 'object' || Array.isArray(inner)) return undefined
  const name = inner.$ref?.split('/').at(-1)
  return name === undefined ? inner : components.schemas[name]
}
