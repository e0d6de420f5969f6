import { html } from 'hono/html'
import type { OpenApiDocument } from './document.ts'
import { resolve, type Inner } from './schema-writer.ts'
import type {
  Example,
  HeaderObject,
  JsonSchema,
  MediaType,
  OperationObject,
  ParameterObject,
  ResponseObject,
} from './openapi-types.ts'

export type Html = ReturnType<typeof html> | string

/** Splits text into paragraphs, and marks code in it. */
export const prose = (text: string): Html[] =>
  text.split('\n\n').map((paragraph) => html`<p>${inline(paragraph)}</p>`)

/** Marks what stands between backticks as code. */
const inline = (text: string): Html[] =>
  text.split('`').map((span, index) => (index % 2 === 1 ? html`<code>${span}</code>` : span))

const places: Record<ParameterObject['in'], string> = {
  path: 'In the path',
  query: 'In the query',
  header: 'Headers',
}

/** Renders the parameters of the path, the query and the headers. */
export const parameters = (document: OpenApiDocument, all: readonly ParameterObject[]): Html[] =>
  Object.entries(places).map(([place, title]) => {
    const here = all.filter((parameter) => parameter.in === place)
    if (here.length === 0) return ''
    return html`<h4>${title}</h4>
      <dl>
        ${here.map(
          ({ name, required, description, schema, example }) =>
            html`<dt>
                <code>${name}</code>
                <span class="type">${typeOf(document, schema)}${required ? '' : ', optional'}</span>
              </dt>
              <dd>
                ${inline(description)}${example === undefined ? '' : html` For example <code>${String(example)}</code>.`}
              </dd> `,
        )}
      </dl> `
  })

/** Renders the body of a request. */
export function body(document: OpenApiDocument, sent: OperationObject['requestBody']): Html[] {
  return Object.entries(sent?.content ?? {}).map(
    ([mediaType, media]) =>
      html`<h4>Body <small>${mediaType}</small></h4>
        ${content(document, media)} `,
  )
}

/** Renders the answer of one status, or each failure that has it. */
export function answer(document: OpenApiDocument, status: string, response: ResponseObject) {
  const { description, headers = {}, content: types = {} } = response
  const failures = Object.values(types).flatMap(({ examples = {} }) => Object.entries(examples))
  if (failures.length > 0) {
    return failures.map(([code, example]) => failure(status, code, example))
  }
  return html`<details${status === '200' ? html` open` : ''}>
<summary><strong>${status}</strong> ${inline(description)}</summary>
<dl>${Object.entries(headers).map(([name, header]) => headerOf(name, header))}</dl>
${Object.entries(types).map(
  ([mediaType, media]) =>
    html`<p class="type">${mediaType}</p>
      ${content(document, media)}`,
)}
</details>
`
}

const headerOf = (name: string, { required, description }: HeaderObject): Html =>
  html`<dt><code>${name}</code> <span class="type">${required ? '' : 'sometimes'}</span></dt>
    <dd>${inline(description)}</dd> `

const failure = (status: string, code: string, { summary, value }: Example): Html =>
  html`<details>
    <summary><strong>${status}</strong> <code>${code}</code> ${inline(summary)}</summary>
    ${json(value)}
  </details> `

const content = (document: OpenApiDocument, { schema, example }: MediaType): Html[] => [
  ...fieldLists(document, schema),
  example === undefined ? '' : json(example),
]

const json = (value: unknown): Html => html`<pre>${JSON.stringify(value, null, 2)}</pre>`

/** Renders the fields of an object, of the objects in a list, or of each object of a union. */
function fieldLists(document: OpenApiDocument, schema: Inner): Html[] {
  return shapesOf(document, schema).map(
    ({ properties = {}, required = [] }, index) =>
      html`${index === 0 ? '' : html`<p class="type">or</p>`}
        <ul class="fields">
          ${Object.entries(properties).map(([name, inner]) => {
            const type = `${typeOf(document, inner)}${required.includes(name) ? '' : ', optional'}`
            const { description = '' } = resolve(document.components.schemas, inner)
            return html`<li>
              <code>${name}</code> <span class="type">${type}</span> ${inline(description)}
              ${fieldLists(document, inner)}
            </li> `
          })}
        </ul> `,
  )
}

/** The type of a value in a few words, such as `list of strings`. */
function typeOf(document: OpenApiDocument, inner: Inner): string {
  const schema = resolve(document.components.schemas, inner)
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
  const schema = resolve(document.components.schemas, inner)
  if (schema.oneOf !== undefined)
    return schema.oneOf.flatMap((option) => shapesOf(document, option))
  if (schema.type === 'array') return shapesOf(document, schema.items)
  return schema.type === 'object' ? [schema] : []
}
