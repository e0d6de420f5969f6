import { makeDocument } from '../../../src/http/openapi/document.ts'

export const document = makeDocument()

export const operations = Object.entries(document.paths).flatMap(([path, item]) =>
  Object.entries(item).map(([method, operation]) => ({ path, method, operation })),
)
