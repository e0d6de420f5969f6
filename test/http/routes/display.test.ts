import { describe, expect, test } from 'bun:test'
import { sharedApp } from '../../support/app.ts'
import { quadrants } from '../../support/pixels.ts'

const png = quadrants(60, 40)
const image = new Bun.Image(png)
const [jpeg, webp] = [await image.jpeg().bytes(), await image.webp().bytes()]

const service = sharedApp({
  files: { 'png/a.png': png, 'jpeg/a.jpg': jpeg, 'webp/a.webp': webp },
})
/** Asks for the picture of a format. */
const ask = (format: string, query = '', headers: Record<string, string> = {}) =>
  service().app.request(`/api/images/random?folder=${format}&${query}`, { headers }, {})
const typeOf = (answer: Response) => answer.headers.get('content-type')?.split(';')[0]
describe('a display that tells of itself in headers', () => {
  const panel = { 'x-display-width': '30', 'x-display-height': '10' }

  test('gets a picture of its size', async () => {
    for (const query of ['', 'as=image']) {
      const answer = await ask('jpeg', query, panel)
      expect(typeOf(answer)).toBe('image/jpeg')
      expect(answer.headers.get('content-location')).toBe('/uploads/jpeg/a.jpg?width=30&height=10')
      const { width, height } = await new Bun.Image(await answer.bytes()).metadata()
      expect([width, height]).toEqual([15, 10])
    }
  })

  test('gets what it can read: JPEG or PNG', async () => {
    const answer = await ask('webp', '', panel)
    expect(typeOf(answer)).toBe('image/jpeg')
    const location = '/uploads/webp/a.webp?width=30&height=10&format=jpeg'
    expect(answer.headers.get('content-location')).toBe(location)
    expect(typeOf(await ask('webp', 'as=image&format=webp', panel))).toBe('image/webp')
  })

  test('that accepts anything by name gets JSON', async () => {
    expect(typeOf(await ask('png', '', { ...panel, accept: '*/*' }))).toBe('application/json')
  })
})
