import { describe, expect, test } from 'bun:test'
import { openApp, type TestApp } from '../../support/app.ts'
import { quadrants } from '../../support/pixels.ts'

const png = quadrants(60, 40)
const image = new Bun.Image(png)
const [jpeg, webp] = [await image.jpeg().bytes(), await image.webp().bytes()]

const one = { 'a.png': png }
const ask = (service: TestApp, query = '', headers: Record<string, string> = {}) => {
  return service.app.request(`/api/images/random${query}`, { headers }, {})
}
const typeOf = (answer: Response) => answer.headers.get('content-type')?.split(';')[0]
const sizeOf = async (answer: Response) => {
  const { width, height } = await new Bun.Image(await answer.bytes()).metadata()
  return `${width}x${height}`
}

describe('a display that tells of itself in headers', () => {
  const panel = { 'x-display-width': '30', 'x-display-height': '10' }

  test('gets a picture of its size', async () => {
    await using service = await openApp({ files: { 'a.jpg': jpeg } })
    for (const query of ['', '?as=image']) {
      const answer = await ask(service, query, panel)
      expect(typeOf(answer)).toBe('image/jpeg')
      expect(answer.headers.get('content-location')).toBe('/uploads/a.jpg?width=30&height=10')
      expect(await sizeOf(answer)).toBe('15x10')
    }
  })

  test('gets what it can read: JPEG or PNG', async () => {
    await using service = await openApp({ files: { 'a.webp': webp } })
    const answer = await ask(service, '', panel)
    expect(typeOf(answer)).toBe('image/jpeg')
    const location = '/uploads/a.webp?width=30&height=10&format=jpeg'
    expect(answer.headers.get('content-location')).toBe(location)
    const asked = await ask(service, '?as=image&format=webp', panel)
    expect(typeOf(asked)).toBe('image/webp')
  })

  test('shows on when it shows the picture already', async () => {
    await using service = await openApp({ files: { 'a.webp': webp } })
    const etag = (await ask(service, '', panel)).headers.get('etag') ?? ''
    const again = await ask(service, '', { ...panel, 'if-none-match': etag })
    expect(again.status).toBe(304)
  })

  test('that accepts anything by name gets JSON', async () => {
    await using service = await openApp({ files: one })
    const answer = await ask(service, '', { ...panel, accept: '*/*' })
    expect(typeOf(answer)).toBe('application/json')
  })
})
