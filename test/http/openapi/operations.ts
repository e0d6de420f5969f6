import { makeDocument } from '../../../src/http/openapi/document.ts'
import { openApp } from '../../support/app.ts'

await using service = await openApp()

export const document = makeDocument(service.operations)

export const operations = Object.entries(document.paths).flatMap(([path, item]) =>
  Object.entries(item).map(([method, operation]) => ({ path, method, operation })),
)

/** The paths that pages of other sites may read, as the document has them. */
export const publicPaths = service.operations
  .filter(({ who }) => who === 'public')
  .map(({ on }) => on.replace('GET ', '').replace(':path', '{path}'))

/** What is answered without a session. */
export const openOperations = service.operations
  .filter(({ who }) => who === 'public' || who === 'anybody' || who === 'guest')
  .map(({ on }) => on)
