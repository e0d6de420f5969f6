import { errorCodes } from '../errors.ts'
import { componentName } from '../http/openapi/failure-responses.ts'
import type {
  JsonSchema,
  OpenApiDocument,
  OperationObject,
  ResponseObject,
} from '../http/openapi/openapi-types.ts'
import { failures } from '../http/response/failures.ts'

/**
 * Writes the types for a client, `hc<AppType>()` of Hono, as a declaration file that needs nothing
 * but Hono and the DOM's types: with the `AppType` of the app a client's project would have to
 * compile the whole service, and Bun's types with it. It is made from the API document, which the
 * tests hold against the types of the routes.
 */
export function writeClientTypes({ paths, components }: OpenApiDocument): string {
  const schemas = Object.entries(components.schemas).map(([name, schema]) => {
    return `${commentOn(schema)}export type ${name} = ${typeOf(schema)}\n`
  })
  const routes = Object.entries(paths).map(([path, item]) => {
    const methods = Object.entries(item).map(
      ([method, operation]) => `    $${method}:${endpointsOf(operation)}`,
    )
    return `  '${path.replace(/\{(\w+)\}/g, ':$1')}': {\n${methods.join('\n')}\n  }`
  })
  const byStatus = Object.groupBy(errorCodes, (code) => failures[code].status)
  const failed = Object.entries(byStatus).map(([status, codes]) => {
    return `    ${status}: { json: ${codes.map(componentName).join(' | ')} }`
  })
  return `import type { Hono } from 'hono'
import type { ApplyGlobalResponse } from 'hono/client'

${schemas.join('\n')}
type Routes = {
${routes.join('\n')}
}

/** The service, for \`hc<AppType>(url)\`. Where \`success\` of a body is false, it is a \`Failure\`. */
export type AppType = ApplyGlobalResponse<
  Hono<{}, Routes>,
  {
${failed.join('\n')}
  }
>
`
}

/** Writes one endpoint for each status and kind of content, failures left out. */
function endpointsOf(operation: OperationObject): string {
  const input = inputOf(operation)
  const responses = Object.entries(operation.responses).filter(([status]) => !isFailure(status))
  const media = responses.map(([, response]) => Object.keys(response.content ?? {})).flat()
  const isImage = media.includes('image/*')
  return responses
    .flatMap(([status, response]) => outputsOf(response, isImage).map((output) => [status, output]))
    .map(([status, output]) => `\n      | { input: ${input}; ${output}; status: ${status} }`)
    .join('')
}

const isFailure = (status: string) =>
  errorCodes.some((code) => String(failures[code].status) === status)

function outputsOf({ content = {} }: ResponseObject, isImage: boolean): string[] {
  const kinds = Object.entries(content).map(([mediaType, { schema }]) => {
    if (mediaType === 'application/json') return `output: ${typeOf(schema)}; outputFormat: 'json'`
    // The format of an image, too: it says that there is no JSON, and `blob()` gives the image.
    return `output: ${mediaType === 'image/*' ? 'Blob' : 'string'}; outputFormat: 'text'`
  })
  if (kinds.length > 0) return kinds
  return [isImage ? `output: Blob; outputFormat: 'text'` : `output: null; outputFormat: 'body'`]
}

/** Writes what a client sends. Values of a query go as text, whatever they are read as. */
function inputOf({ parameters = [], requestBody }: OperationObject): string {
  const query = parameters.filter((parameter) => parameter.in === 'query')
  const path = parameters.filter((parameter) => parameter.in === 'path')
  const listed = (found: typeof parameters) =>
    found.map(({ name, required, schema }) => field(name, required, textOf(schema)))
  const bodies = Object.entries(requestBody?.content ?? {}).map(
    ([mediaType, { schema }]) =>
      `${mediaType === 'application/json' ? 'json' : 'form'}: ${typeOf(schema)}`,
  )
  const fields = [
    ...(path.length === 0 ? [] : [`param: { ${listed(path).join('; ')} }`]),
    ...(query.length === 0 ? [] : [`query: { ${listed(query).join('; ')} }`]),
    ...bodies,
  ]
  return `{ ${fields.join('; ')} }`
}

/** Writes the type of a value as text: `string`, some words, or a list of either. */
function textOf(schema: JsonSchema | boolean | undefined): string {
  if (typeof schema !== 'object') return 'string'
  const options = schema.anyOf ?? schema.oneOf
  if (options !== undefined) return options.map(textOf).join(' | ')
  if (schema.type === 'array') return `(${textOf(itemsOf(schema))})[]`
  return schema.enum === undefined && schema.const === undefined ? 'string' : typeOf(schema)
}

/** Writes a JSON Schema as a TypeScript type. */
function typeOf(schema: JsonSchema | boolean | undefined): string {
  if (typeof schema !== 'object') return 'unknown'
  const { $ref, const: only, enum: values, anyOf, oneOf, type, format } = schema
  if ($ref !== undefined) return $ref.split('/').at(-1) ?? 'unknown'
  if (only !== undefined) return JSON.stringify(only)
  if (values !== undefined) return values.map((value) => JSON.stringify(value)).join(' | ')
  const options = anyOf ?? oneOf
  if (options !== undefined) return options.map((option) => typeOf(option)).join(' | ')
  if (format === 'binary') return 'File'
  if (type === 'array') return `(${typeOf(itemsOf(schema))})[]`
  if (type === 'object') return objectOf(schema)
  return [type ?? 'unknown'].flat().map(scalarOf).join(' | ')
}

const scalarOf = (type: string) => (type === 'integer' ? 'number' : type)

const itemsOf = ({ items }: JsonSchema) => (Array.isArray(items) ? undefined : items)

function objectOf({ properties = {}, required = [], additionalProperties }: JsonSchema): string {
  const fields = Object.entries(properties).map(
    ([name, schema]) => commentOn(schema) + field(name, required.includes(name), typeOf(schema)),
  )
  const isOpen = additionalProperties !== undefined && additionalProperties !== false
  return `{ ${[...fields, ...(isOpen ? ['[name: string]: unknown'] : [])].join('; ')} }`
}

const field = (name: string, isRequired: boolean, type: string) =>
  isRequired ? `${name}: ${type}` : `${name}?: ${type} | undefined`

const commentOn = (schema: JsonSchema | boolean) =>
  typeof schema === 'object' && schema.description !== undefined
    ? `/** ${schema.description.replaceAll('*/', '*\\/')} */ `
    : ''
