import { html } from 'hono/html'
import { fieldLists, typeOf } from './docs-fields.ts'
import { inline, type Html } from './docs-text.ts'
import type {
  Example,
  HeaderObject,
  MediaType,
  OpenApiDocument,
  OperationObject,
  Parameter,
  ResponseObject,
} from './openapi-types.ts'

const places: Record<Parameter['in'], string> = {
  path: 'In the path',
  query: 'In the query',
  header: 'Headers',
}

/** Renders the parameters of the path, the query and the headers. */
export const parameters = (document: OpenApiDocument, all: readonly Parameter[]): Html[] =>
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
