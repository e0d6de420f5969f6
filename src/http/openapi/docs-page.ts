import { html, raw } from 'hono/html'
import { commandsOf, type Found } from './docs-commands.ts'
import { answer, body, parameters, prose, type Html } from './docs-sections.ts'
import { style } from './docs-style.ts'
import type { OpenApiDocument } from './document.ts'
import type { OperationObject } from './openapi-types.ts'

/** Renders the document as a page of plain HTML that needs no script. */
export async function renderPage(document: OpenApiDocument): Promise<string> {
  const { info, tags } = document
  const groups = tags.map((tag) => ({ ...tag, operations: operationsOf(document, tag.name) }))
  const page = html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <title>${info.title}: API</title>
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <link rel="icon" href="data:," />
        <style>
          ${raw(style)}
        </style>
      </head>
      <body>
        <header>
          <h1>${info.title} <small>API, version ${info.version}</small></h1>
          ${prose(info.description)}
          <p>
            For programs: <a href="/api/openapi.json">openapi.json</a> (OpenAPI
            ${document.openapi}).
          </p>
        </header>
        <nav aria-label="Operations">
          ${groups.map(
            ({ name, operations }) =>
              html`<p>${name}</p>
                <ul>
                  ${operations.map(({ operation }) => html`<li><a href="#${operation.operationId}">${operation.summary}</a></li>`)}
                </ul> `,
          )}
        </nav>
        <main>
          ${groups.map(
            ({ name, description, operations }) =>
              html`<section>
                <h2>${name}</h2>
                ${prose(description)} ${operations.map((found) => article(document, found))}
              </section> `,
          )}
        </main>
      </body>
    </html> `
  return String(await page)
}

const operationsOf = ({ paths }: OpenApiDocument, tag: string): Found[] =>
  Object.entries(paths).flatMap(([path, item]) =>
    Object.entries(item)
      .filter(([, { tags }]) => tags.includes(tag))
      .map(([method, operation]) => ({ path, method, operation })),
  )

/** What people call each way to be known. */
const ways: Readonly<Record<string, string>> = {
  session: 'a session',
  program: 'a token',
  invitation: 'an invitation',
}

const needed = (security: OperationObject['security']) =>
  `Needs ${security.flatMap((scheme) => Object.keys(scheme).map((way) => ways[way])).join(' or ')}.`

function article(document: OpenApiDocument, found: Found): Html {
  const { path, method, operation } = found
  const { operationId, summary, description, security, requestBody, responses } = operation
  return html`<article id="${operationId}">
    <h3>
      <a href="#${operationId}"
        ><span class="method ${method}">${method}</span> <code>${path}</code></a
      >
    </h3>
    <p>
      <strong>${summary}.</strong
      >${security.length === 0 ? '' : html` <span class="lock">${needed(security)}</span>`}
    </p>
    ${prose(description)} ${parameters(document, operation.parameters ?? [])}
    ${body(document, requestBody)}
    <h4>Try it</h4>
    ${commandsOf(found).map((line) => html`<pre>${line}</pre> `)}
    <h4>Answers</h4>
    ${Object.entries(responses).map(([status, response]) => answer(document, status, response))}
  </article> `
}
