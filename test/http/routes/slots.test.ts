import { describe, expect, test } from 'bun:test'
import { rm } from 'node:fs/promises'
import { dataOf, openApp, type Question, type TestApp } from '../../support/app.ts'
import { quadrants } from '../../support/pixels.ts'

const files = Object.fromEntries(
  Array.from({ length: 30 }, (_, number) => [`${number}.png`, quadrants(60 + number, 40)]),
)

const ask = (service: TestApp, query = '', question: Question = {}) =>
  service.ask(`GET /api/images/random?every=30d&frame=hall${query}`, question)

const pathOf = async (answer: Response) =>
  answer.headers.get('content-type')?.startsWith('image/') === true
    ? answer.headers.get('x-image-path')
    : String((await dataOf(answer))['imagePath']).slice('/uploads/'.length)

describe('a picture for a time slot', () => {
  test('is the same in all forms and sizes, for all who ask with one name', async () => {
    await using service = await openApp({ files })
    const forms = ['', '&width=20', '&as=image', '&as=image&width=20', '&as=image&format=jpeg']
    const paths = new Set<string | null>()
    for (const form of [...forms, ...forms]) paths.add(await pathOf(await ask(service, form)))
    expect(paths.size).toBe(1)
  })

  test('is dealt once for many who ask at the same moment', async () => {
    await using service = await openApp({ files })
    const answers = await Promise.all(
      Array.from({ length: 40 }, (_, number) => ask(service, number % 2 ? '&as=image' : '')),
    )
    expect(new Set(await Promise.all(answers.map(pathOf))).size).toBe(1)
  })

  test('is another for other frames and other conditions', async () => {
    await using service = await openApp({ files })
    const queries = Array.from({ length: 10 }, (_, number) => `frame=${number}&every=30d`)
    const paths = new Set<unknown>()
    for (const query of [...queries, 'every=30d', 'every=30d&orientation=landscape']) {
      const answer = await service.ask(`GET /api/images/random?${query}`)
      paths.add((await dataOf(answer))['imagePath'])
    }
    expect(paths.size).toBeGreaterThan(3)
  })

  test('has partners of its own, the same for all who ask, on a frame that is listed once', async () => {
    await using service = await openApp({ files })
    const partners = Array.from({ length: 9 }, (_, number) => `&partner=${number + 1}`)
    const dealt = async () =>
      Promise.all(['', ...partners].map(async (query) => pathOf(await ask(service, query))))
    const paths = await dealt()
    expect(new Set(paths).size).toBeGreaterThan(3)
    expect(await dealt()).toEqual(paths)
    const cookie = await service.login()
    expect(await dataOf(await service.ask('GET /api/frames', { cookie }))).toMatchObject({
      frames: [{ name: 'hall', conditions: 'every=30d' }],
    })
  })

  test.each(['', '&as=image', '&as=image&width=20'])(
    'has what a cache needs, with "%s"',
    async (form) => {
      await using service = await openApp({ files })
      const { status, headers } = await ask(service, form)
      expect(status).toBe(200)
      expect(headers.get('cache-control')).toBe('no-cache')
      expect(headers.get('etag')).toMatch(/^"[^"]+"$/)
      const dealtAt = Date.parse(headers.get('last-modified') ?? '')
      expect(dealtAt).toBeLessThanOrEqual(Date.now())
      const seconds = Number(headers.get('x-next-change'))
      expect(seconds).toBeInteger()
      const end = dealtAt + 30 * 24 * 60 * 60_000
      expect(Math.abs(Date.now() + seconds * 1000 - end)).toBeLessThan(2 * 60 * 60_000)
    },
  )

  test.each(['', '&as=image', '&as=image&width=20'])(
    'is not sent again to who has it, with "%s"',
    async (form) => {
      await using service = await openApp({ files })
      const { headers } = await ask(service, form)
      const known = { 'If-None-Match': headers.get('etag') ?? '' }
      const since = { 'If-Modified-Since': headers.get('last-modified') ?? '' }
      for (const condition of [known, since]) {
        const answer = await service.app.request(
          `/api/images/random?every=30d&frame=hall${form}`,
          { headers: condition },
          {},
        )
        expect(answer.status).toBe(304)
        expect(await answer.text()).toBe('')
        expect(answer.headers.get('x-next-change')).toMatch(/^\d+$/)
        expect(answer.headers.get('etag')).toBe(headers.get('etag'))
      }
      const earlier = { 'If-Modified-Since': new Date(0).toUTCString() }
      expect((await ask(service, form, { headers: earlier })).status).toBe(200)
      const other = { ...since, 'If-None-Match': '"other"' }
      expect((await ask(service, form, { headers: other })).status).toBe(200)
    },
  )

  test('is replaced when it goes away, and dated anew', async () => {
    await using service = await openApp({ files })
    const first = await ask(service)
    const path = String(await pathOf(first))
    await rm(service.at(path))
    service.passTime()
    const second = await ask(service)
    expect(await pathOf(second)).not.toBe(path)
    const times = [first, second].map(({ headers }) => headers.get('last-modified') ?? '')
    expect(Date.parse(times[1] ?? '')).toBeGreaterThan(Date.parse(times[0] ?? ''))
    expect(await pathOf(await ask(service))).toBe(await pathOf(await ask(service, '&as=image')))
  })

  test('of another day says so, also when it is not sent again', async () => {
    await using service = await openApp({ files })
    const fallback = await ask(service, '&on=today&to=2020-01-01')
    expect(fallback.status).toBe(404)
    const { headers } = await ask(service, '&on=today&from=2020-01-01&to=2999-01-01')
    expect(headers.get('x-fallback')).toBeNull()
  })
})
