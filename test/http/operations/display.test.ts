import { expect, test } from 'bun:test'
import { sharedApp } from '../../support/app.ts'
import { quadrants } from '../../support/pixels.ts'

const png = quadrants(90, 60)
const image = new Bun.Image(png)
const [jpeg, webp] = [await image.jpeg().bytes(), await image.webp().bytes()]

const service = sharedApp({ files: { 'png/a.png': png, 'jpeg/a.jpg': jpeg, 'webp/a.webp': webp } })

/** Asks for the picture of a format: the answer, its type and where the picture is. */
async function ask(format: string, query: string, headers: Record<string, string>) {
  const path = `/api/images/random?folder=${format}&${query}`
  const answer = await service().app.request(path, { headers }, {})
  const [type, place] = ['type', 'location'].map((name) => answer.headers.get(`content-${name}`))
  return { answer, type, place: place ?? '' }
}

const panel = { 'x-display-width': '30', 'x-display-height': '10' }

test('a display gets a picture of its size, in a format that it can read unless it asks for more', async () => {
  for (const query of ['', 'as=image']) {
    const { answer, type, place } = await ask('jpeg', query, panel)
    expect([type, place]).toEqual(['image/jpeg', '/uploads/jpeg/a.jpg?width=30&height=10'])
    const shape = await new Bun.Image(await answer.bytes()).metadata()
    expect(shape).toMatchObject({ width: 15, height: 10 })
  }
  const { type, place } = await ask('webp', '', panel)
  expect(type).toBe('image/jpeg')
  expect(place).toBe('/uploads/webp/a.webp?width=30&height=10&format=jpeg')
  expect((await ask('webp', 'as=image&format=webp', panel)).type).toBe('image/webp')
  const accepting = await ask('png', '', { ...panel, accept: '*/*' })
  expect(accepting.type).toStartWith('application/json')
})

test('a display gets a picture of exactly its size in the colours of its panel, if it tells them', async () => {
  const names = ['black', 'white', 'yellow', 'red', 'blue', 'green']
  const tags = new Set<string | null>()
  for (const level of [9, 90]) {
    const colours = names.map((name, index) => [name, { r: level + index, g: 19, b: 40 * index }])
    const palette = JSON.stringify(Object.fromEntries(colours))
    const sent = { 'x-display-width': '80', 'x-display-height': '48', 'x-color-palette': palette }
    const { answer, type, place } = await ask('png', 'as=image', sent)
    expect(type).toBe('image/png')
    const made = Buffer.from(await answer.arrayBuffer())
    // Size, bits and type of colour (PNG, third edition, 11.2.1).
    const header = [made.readUInt32BE(16), made.readUInt32BE(20), made[24], made[25]]
    expect(header).toEqual([80, 48, 4, 3])
    const again = await service().app.request(place)
    expect(Buffer.from(await again.arrayBuffer()).equals(made)).toBe(true)
    tags.add(answer.headers.get('etag'))
  }
  expect(tags.size).toBe(2)
})
