import { expect, test } from 'bun:test'
import { dataOf, openApp, sharedApp } from '../../support/app.ts'
import { quadrants } from '../../support/pixels.ts'

const files = Object.fromEntries(
  Array.from({ length: 30 }, (_, number) => [`${number}.png`, quadrants(60 + number, 40)]),
)

const service = sharedApp({ files })

const ask = (query = '', headers: Record<string, string> = {}) =>
  service().ask(`GET /api/images/random?every=30d&frame=hall${query}`, { headers })

const pathOf = async (answer: Response) =>
  answer.headers.get('content-type')?.startsWith('image/') === true
    ? answer.headers.get('x-image-path')
    : String((await dataOf(answer))['imagePath']).slice('/uploads/'.length)

test('a picture for a time slot is dealt once for many who ask at the same moment, in all forms and sizes', async () => {
  const forms = ['', '&width=20', '&as=image', '&as=image&width=20', '&as=image&format=jpeg']
  const answers = await Promise.all(
    Array.from({ length: 40 }, (_, number) => ask(forms[number % forms.length])),
  )
  expect(new Set(await Promise.all(answers.map(pathOf))).size).toBe(1)
})

test('a picture for a time slot is another for other frames and conditions, and partners on a frame that is listed once', async () => {
  await using alone = await openApp({ files })
  const numbers = Array.from({ length: 9 }, (_, index) => index + 1)
  const dealt = (queries: string[]) =>
    Promise.all(queries.map(async (query) => (await alone.deal(1, `every=30d&${query}`))[0]))
  const partners = numbers.map((number) => `frame=hall&partner=${number}`)
  const paths = await dealt(partners)
  expect(new Set(paths).size).toBeGreaterThan(3)
  expect(await dealt(partners)).toEqual(paths)
  const frames = [{ name: 'hall', conditions: 'every=30d' }]
  expect(await alone.told('GET /api/frames')).toMatchObject({ frames })
  const others = [...numbers.map((number) => `frame=${number}`), 'orientation=landscape', '']
  expect(new Set(await dealt(others)).size).toBeGreaterThan(3)
})

test.each(['', '&as=image', '&as=image&width=20'])(
  'a picture for a time slot has what a cache needs, and is not sent again to who has it, with "%s"',
  async (form) => {
    const { status, headers } = await ask(form)
    const [etag, modified] = ['etag', 'last-modified'].map((name) => headers.get(name) ?? '')
    expect(status).toBe(200)
    expect(headers.get('cache-control')).toBe('no-cache')
    expect(etag).toMatch(/^"[^"]+"$/)
    const dealtAt = Date.parse(modified ?? '')
    expect(dealtAt).toBeLessThanOrEqual(Date.now())
    const seconds = Number(headers.get('x-next-change'))
    expect(seconds).toBeInteger()
    const end = dealtAt + 30 * 24 * 60 * 60_000
    expect(Math.abs(Date.now() + seconds * 1000 - end)).toBeLessThan(2 * 60 * 60_000)

    for (const [name, value = ''] of [
      ['If-None-Match', etag],
      ['If-Modified-Since', modified],
    ] as const) {
      const answer = await ask(form, { [name]: value })
      expect(answer.status).toBe(304)
      expect(await answer.text()).toBe('')
      expect(answer.headers.get('x-next-change')).toMatch(/^\d+$/)
      expect(answer.headers.get('etag')).toBe(etag ?? '')
    }
  },
)
