import { expect, test } from 'bun:test'
import * as fc from 'fast-check'
import { sharedApp } from '../support/app.ts'
import { formType } from '../support/form.ts'
import { picture } from '../support/pictures.ts'

const service = sharedApp({ files: { 'a.jpg': picture('a'), 'trips/b.jpg': Buffer.from('b') } })

const known = [
  ['auth/login', 'auth/logout', 'folders', 'images', 'images/random'],
  ['upload', 'admin', 'health'],
].flat()
const encoded = fc.string({ unit: 'binary' }).map((text) => encodeURIComponent(text.toWellFormed()))
const raw = fc.string().map((text) => text.replace(/[?#\\]/g, ''))
const path = fc.oneof(
  { weight: 4, arbitrary: fc.constantFrom(...known) },
  fc
    .array(fc.oneof(encoded, raw, fc.constantFrom(...known, '..', '%', '%ff')), { maxLength: 4 })
    .map((segments) => segments.join('/')),
)
/** Below a prefix; a path that climbs out of it is one of another test. */
const below = (prefix: string) =>
  path.filter((path) => new URL(`http://a${prefix}${path}`).pathname.startsWith(prefix))
const query = fc
  .array(fc.tuple(fc.constantFrom('path', 'folder', 'frame', '', 'x'), fc.oneof(encoded, raw)))
  .map((pairs) => pairs.map(([name, value]) => `${name}=${value}`).join('&'))
const method = fc.constantFrom('GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS')

const value = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.constantFrom('a.jpg', 'trips', '..', '', '/', '\0', '\ud800'),
  fc.jsonValue(),
)
const shape = fc.record(
  { password: value, path: value, name: value, images: fc.array(value) },
  { requiredKeys: [] },
)
const body = fc.oneof(
  fc.oneof(shape, fc.jsonValue()).map((content) => JSON.stringify(content)),
  fc.string({ unit: 'binary' }).map((text) => text.toWellFormed()),
  fc.constantFrom('{', '--a-boundary-of-the-tests\r\n', '--a-boundary-of-the-tests--\r\n'),
)
const printable = fc.string().map((text) => text.trim())
const headers = fc.record(
  {
    'Content-Type': fc.oneof(
      fc.constantFrom('application/json', formType, 'text/plain'),
      printable,
    ),
    'Content-Length': fc.constantFrom('0', '5', '-1', 'x', '99999999999'),
    Origin: fc.oneof(fc.constantFrom('null', 'http://localhost', 'http://['), printable),
    Host: fc.oneof(fc.constant('localhost'), printable),
    Accept: printable,
    Range: fc.oneof(printable, fc.constantFrom('bytes=0-', 'bytes=-1')),
    'If-None-Match': printable,
    'If-Modified-Since': printable,
    'X-Forwarded-For': printable,
  },
  { requiredKeys: [] },
)
const session = fc.oneof(
  fc.constant('ours'),
  printable.map((id) => `session=${id}`),
)

test('nothing that a client sends is too much for the service: each answer under /api is an envelope, none is 5xx', async () => {
  let cookie = await service().login()
  const request = fc.record({ method, path: below('/api/'), query, body, headers, session })
  await fc.assert(
    fc.asyncProperty(request, async ({ session, ...sent }) => {
      const hasBody = sent.method !== 'GET' && sent.method !== 'HEAD'
      const answer = await service().ask(`${sent.method} /api/${sent.path}?${sent.query}`, {
        headers: sent.headers,
        cookie: session === 'ours' ? cookie : session,
        address: sent.body.slice(0, 3),
        ...(hasBody ? { body: sent.body } : {}),
      })
      expect(answer.status).toBeLessThan(500)
      const text = await answer.text()
      if (sent.method === 'HEAD' || [204, 304].includes(answer.status)) expect(text).toBe('')
      else expect(JSON.parse(text)).toHaveProperty('success', answer.ok)
      // A logout that got through ends the session that the next requests need.
      if (sent.path === 'auth/logout') cookie = await service().login()
    }),
    { numRuns: 1000 },
  )
})

test('nothing that a client sends gets more than a picture or an envelope out of /uploads', async () => {
  await fc.assert(
    fc.asyncProperty(method, below('/uploads/'), headers, async (method, path, headers) => {
      const answer = await service().ask(`${method} /uploads/${path}`, { headers })
      expect(answer.status).toBeLessThan(500)
      const type = answer.headers.get('content-type') ?? 'none'
      expect(type).toMatch(/^(none|application\/json|image\/jpeg|application\/octet-stream)/)
    }),
    { numRuns: 300 },
  )
  // None of all this has left a trace of a failure of the service in the log.
  expect(service().lines.filter((line) => line.includes(' error '))).toEqual([])
})
