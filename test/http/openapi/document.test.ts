import { describe, expect, test } from 'bun:test'
import { z } from 'zod'
import { errorCodes } from '../../../src/errors.ts'
import { openApp } from '../../support/app.ts'
import { validatorOf } from './validator.ts'
import { document, operations, publicPaths } from './operations.ts'

const asRouted = (path: string) => path.replace('{path}', '*').replace(/{(name|id)}/, ':$1')

describe('the document', () => {
  test('has every route of the service, and no other', async () => {
    await using service = await openApp()
    const routed = service.app.routes
      // Middleware, the preflights of browsers, and the pages of people with their files.
      .filter(({ path, method }) => path !== '/*' && method !== 'OPTIONS')
      .filter(({ path }) => !/^.(admin|add)\b/.test(path))
      .map(({ path, method }) => `${method} ${path}`)
    const documented = operations.map(
      ({ path, method }) => `${method.toUpperCase()} ${asRouted(path)}`,
    )
    expect(documented.toSorted()).toEqual([...new Set(routed)].toSorted())
  })

  test('is what the service sends, to pages of other sites too', async () => {
    await using service = await openApp()
    const answer = await service.app.request('/api/openapi.json')
    expect(answer.headers.get('content-type')).toBe('application/json')
    expect(answer.headers.get('access-control-allow-origin')).toBe('*')
    expect(await answer.json()).toEqual(JSON.parse(JSON.stringify(document)))
  })

  test('asks for a session, a token or an invitation where the service does', async () => {
    await using service = await openApp()
    const headers = { Authorization: 'Bearer none' }
    const { token } = await service.told('POST /api/auth/tokens', { label: 'a program' })
    const ofProgram = { Authorization: `Bearer ${String(token)}` }
    for (const { path, method, operation } of operations) {
      const answer = await service.app.request(path, { method })
      const program = await service.app.request(path, { method, headers: ofProgram })
      const guest = await service.app.request(path, { method, headers })
      const isRefused = async (sent: Response, sentence: string) =>
        sent.status === 401 && (await sent.text()).includes(sentence)
      const needsSession = await isRefused(answer, 'Log in first')
      const takes = [
        ...(needsSession ? [{ session: [] }] : []),
        ...(needsSession && program.status !== 401 ? [{ program: [] }] : []),
        ...((await isRefused(guest, 'This invitation has ended')) ? [{ invitation: [] }] : []),
      ]
      expect([path, method, operation.security]).toEqual([path, method, takes])
    }
  })

  test('says where a body may have no other fields', async () => {
    await using service = await openApp()
    for (const { path, method, operation } of operations) {
      const { schema, example } = operation.requestBody?.content['application/json'] ?? {}
      if (schema === undefined || path.startsWith('/api/auth/log')) continue
      const line = `${method.toUpperCase()} ${path.replace('{name}', 'hall')}`
      const fields = z.record(z.string(), z.unknown()).parse(example)
      const { status } = await service.admin(line, fields)
      const more = await service.admin(line, { ...fields, unknown: 1 })
      const isRefused = more.status === 400 && status !== 400
      expect([line, schema.additionalProperties === false]).toEqual([line, isRefused])
    }
  })

  test('says the limits that no schema holds', () => {
    const words = operations.map(({ operation }) => JSON.stringify(operation)).join()
    expect(words).toContain('The name of the frame: 1 to 64 letters')
    expect(words).toContain('at most 2,000 characters together')
    expect(words).toContain('64 KiB for a log')
    expect(words).toContain('at most 10,000 parts')
    expect(words).toContain('most 1,000 frames are steered')
    expect(document.info.description).toContain('a disk that does not answer 503')
  })

  test.each(['/api/images/random', '/api/display'])('names what a device may say to %s', (path) => {
    const parameters = document.paths[path]?.['get']?.parameters ?? []
    const headers = parameters.filter((each) => each.in === 'header').map(({ name }) => name)
    const report = ['Percent-Charged', 'Battery-Voltage', 'RSSI', 'FW-Version']
    expect(headers).toEqual(expect.arrayContaining(report))
  })

  test('names the headers of a client that has an image wherever they count', () => {
    for (const path of ['/api/images/random', '/uploads/{path}']) {
      const names = document.paths[path]?.['get']?.parameters?.map(({ name }) => name)
      const headers = ['If-None-Match', 'If-Modified-Since', 'Range', 'If-Range']
      expect(names).toEqual(expect.arrayContaining(headers))
    }
  })

  test('names the preference that spares pages an error where there is no session', async () => {
    await using service = await openApp()
    const headers = { Prefer: 'handling=lenient' }
    for (const { path, method, operation } of operations) {
      const answer = await service.app.request(path, { method, headers })
      const isLenient = answer.headers.has('preference-applied')
      const names = operation.parameters?.map(({ name }) => name) ?? []
      expect([path, method, names.includes('Prefer')]).toEqual([path, method, isLenient])
    }
  })

  test('lets everybody read what the service lets everybody read', () => {
    const open = operations.filter(
      ({ method, operation }) => method === 'get' && operation.security.length === 0,
    )
    // How a frame is steered is for the slideshow page alone, and a device is no page.
    const frame = ['/api/frames/{name}', '/api/frames/{name}/invitation']
    const own = ['/', ...frame, '/api/setup', '/api/display']
    const paths = open.map(({ path }) => path).filter((path) => !own.includes(path))
    expect(paths.toSorted()).toEqual(publicPaths.toSorted())
  })

  test('calls an image an image', () => {
    const words = operations.flatMap(({ operation: { summary, description, parameters = [] } }) => [
      summary,
      description,
      ...parameters.map((parameter) => parameter.description),
    ])
    expect(words.filter((text) => /picture/i.test(text))).toEqual([])
    expect(document.info.description).not.toMatch(/picture/i)
  })

  test('knows every failure, and its examples are right', () => {
    const validate = validatorOf(document)
    expect(document.components.schemas['Failure']?.oneOf).toHaveLength(errorCodes.length)
    const examples = operations.flatMap(({ operation: { responses } }) =>
      Object.values(responses).flatMap(({ content = {} }) =>
        Object.values(content).flatMap((media) => Object.values(media.examples ?? {})),
      ),
    )
    for (const { value } of examples) {
      expect(validate(['components', 'schemas', 'Failure'], value)).toEqual([])
    }
  })
})

test('nothing of the document is loaded before somebody asks for it', async () => {
  const script = `
    const { z: { globalRegistry } } = await import('zod')
    const { add } = globalRegistry
    let named = 0
    globalRegistry.add = (schema, words) => {
      if (words.id !== undefined) named += 1
      return add.call(globalRegistry, schema, words)
    }
    const { openApp } = await import('./test/support/app.ts')
    await using service = await openApp()
    const known = () => [
      Object.keys(require.cache).filter((path) => /src.http.openapi.(?!docs.ts)/.test(path)).length,
      named,
    ]
    console.log(known().join())
    await service.app.request('/api/openapi.json')
    console.log(known().every((count) => count > 2))`
  const root = new URL('../../..', import.meta.url).pathname
  await using child = Bun.spawn([process.execPath, '-e', script], { cwd: root, stdout: 'pipe' })
  expect(await new Response(child.stdout).text()).toBe('0,0\ntrue\n')
})
