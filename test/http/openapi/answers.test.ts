import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { document, operations, publicPaths } from './operations.ts'
import { openService, type Service } from './service.ts'
import { kindsOf, requests } from './requests.ts'
import { validatorOf } from './validator.ts'

const validate = validatorOf(document)

const asked = operations.map(({ path, method, operation: { responses, security } }) => ({
  line: `${method.toUpperCase()} ${path}`,
  isPublic: method === 'get' && publicPaths.includes(path),
  isPrivate: security.some((scheme) => 'session' in scheme) || path.startsWith('/api/auth'),
  where: ['paths', path, method, 'responses'],
  responses,
}))

/** What is refused comes before what changes something, and last what lets nobody in from then on. */
const byEffect = ([one]: [string, unknown], [other]: [string, unknown]) =>
  effect(one) - effect(other)
const effect = (name: string) => (name.startsWith('429') ? 2 : name.startsWith('4') ? 0 : 1)

test('every documented operation is asked, and nothing else', () => {
  expect(Object.keys(requests).toSorted()).toEqual(asked.map(({ line }) => line).toSorted())
})

describe.each(asked)('$line', ({ line, where, responses, isPublic, isPrivate }) => {
  const known = requests[line] ?? {}
  let service: Service
  beforeAll(async () => void (service = await openService()))
  afterAll(() => service[Symbol.asyncDispose]())

  test('is asked for everything that is documented', () => {
    expect(Object.keys(known).toSorted()).toEqual(kindsOf(responses).toSorted())
  })

  test.each(Object.entries(known).toSorted(byEffect))(
    'answers %s as documented',
    async (name, ask) => {
      await service.putPicture()
      const answer = await ask(service)
      const [status = '', kind = ''] = name.split(' ')
      expect(answer.status).toBe(Number(status))
      const response = responses[status]
      if (response === undefined) throw new Error(`${name} is not documented.`)

      for (const [header, { required }] of Object.entries(response.headers ?? {})) {
        const value = answer.headers.get(header)
        if (required) expect(value).not.toBeNull()
        if (value === null) continue
        const number = Number(value)
        const said = validate([...where, status, 'headers', header, 'schema'], number || value)
        expect(said).toEqual([])
      }

      expect(answer.headers.get('access-control-allow-origin')).toBe(isPublic ? '*' : null)
      const setsCookie = status === '200' && /auth\/log(in|out)$/.test(line)
      expect(answer.headers.has('set-cookie')).toBe(setsCookie)
      if (isPrivate) expect(answer.headers.get('cache-control')).toBe('no-store')

      const sent = answer.headers.get('content-type')?.split(';')[0] ?? ''
      const mediaType = Object.keys(response.content ?? {}).find((type) =>
        new RegExp(`^${type.replace('*', '.+')}$`).test(sent),
      )
      if (mediaType === undefined) {
        expect(response.content).toBeUndefined()
        expect(await answer.text()).toBe('')
        return
      }
      const text = await answer.text()
      expect(text).not.toBe('')
      const body: unknown = mediaType === 'application/json' ? JSON.parse(text) : text
      expect(validate([...where, status, 'content', mediaType, 'schema'], body)).toEqual([])
      if (kind.includes('/')) expect(mediaType).toBe(kind)
      else expect(body).toMatchObject({ code: kind })
    },
  )
})

test('what is outside every operation fails as documented for any failure', async () => {
  await using service = await openService()
  for (const [line, status] of Object.entries({ 'PUT /api/health': 405, 'GET /nothing': 404 })) {
    const answer = await service.ask(line)
    expect(answer.status).toBe(status)
    expect(validate(['components', 'schemas', 'Failure'], await answer.json())).toEqual([])
  }
})

test('a disk that is away is documented wherever it is answered', async () => {
  await using service = await openService()
  await service.whileAway(async () => {
    for (const { line, responses } of asked) {
      const { status } = await service.ask(line, { cookie: service.cookie })
      if (status !== 500) continue
      expect([line, ...kindsOf(responses)]).toContain('500 FILE_SYSTEM_ERROR')
    }
  })
})
