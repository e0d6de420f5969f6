import { describe, expect, test } from 'bun:test'
import { sharedApp } from '../../support/app.ts'
import { quadrants } from '../../support/pixels.ts'

const files = { 'a.png': quadrants(90, 60) }

const measured = {
  black: { r: 2, g: 2, b: 2 },
  white: { r: 190, g: 200, b: 200 },
  yellow: { r: 205, g: 202, b: 0 },
  red: { r: 135, g: 19, b: 0 },
  blue: { r: 5, g: 64, b: 158 },
  green: { r: 39, g: 102, b: 60 },
}

const service = sharedApp({ files })
const ask = (palette: string, query = '') =>
  service().ask(`GET /api/images/random?as=image&frame=hall${query}`, {
    headers: {
      'X-Display-Width': '80',
      'X-Display-Height': '48',
      'X-Color-Palette': palette,
    },
  })

/** Size, bits and type of colour of a PNG (PNG, third edition, 11.2.1). */
const headerOf = (png: Buffer) => [png.readUInt32BE(16), png.readUInt32BE(20), png[24], png[25]]

describe('a frame that sends the colours of its panel', () => {
  test('gets a picture of exactly its size in nothing but these', async () => {
    const answer = await ask(JSON.stringify(measured))
    expect(answer.headers.get('content-type')).toBe('image/png')
    const png = Buffer.from(await answer.arrayBuffer())
    expect(headerOf(png)).toEqual([80, 48, 4, 3])
    const again = await service().app.request(answer.headers.get('content-location') ?? '')
    expect(Buffer.from(await again.arrayBuffer()).equals(png)).toBe(true)
  })

  test('gets another picture for other colours', async () => {
    const one = await ask(JSON.stringify(measured))
    const other = await ask(JSON.stringify({ ...measured, blue: { r: 90, g: 90, b: 99 } }))
    expect(one.headers.get('etag')).not.toBe(other.headers.get('etag'))
  })

  test('gets what its query asks for, where that is something else', async () => {
    const answer = await ask(JSON.stringify(measured), '&format=jpeg')
    expect(answer.headers.get('content-type')).toBe('image/jpeg')
  })
})
