import { expect, test } from 'bun:test'
import { readFile } from 'node:fs/promises'
import { failed, openApp, timestamp } from '../../support/app.ts'
import { picture, png } from '../../support/pictures.ts'

const oddName = 'Ana & Tom #1 100% +é.png'
const odd = png({ width: 30, height: 20 })

test('a random image has every field, and no message', async () => {
  await using service = await openApp({ files: { [`trips/Paris & Rome/${oddName}`]: odd } })
  const answer = await service.ask('GET /api/images/random')
  expect(await answer.json()).toEqual({
    success: true,
    data: {
      imagePath: `/uploads/trips/Paris & Rome/${oddName}`,
      fileName: oddName,
      folder: 'trips/Paris & Rome',
      url: '/uploads/trips/Paris%20%26%20Rome/Ana%20%26%20Tom%20%231%20100%25%20%2B%C3%A9.png',
      metadata: {
        size: odd.length,
        dimensions: { width: 30, height: 20 },
        taken: null,
        lastModified: timestamp,
      },
    },
  })
})

test('a random image comes from the whole collection, each once before any comes again, as its url stands', async () => {
  const files = { 'a.jpg': picture('a'), [`x/${oddName}`]: odd, 'x/y/c.jpg': picture('c') }
  await using service = await openApp({ files })
  for (let round = 0; round < 5; round += 1) {
    const paths: string[] = []
    for (let turn = 0; turn < 3; turn += 1) {
      const { imagePath, url } = await service.told('GET /api/images/random?frame=hall')
      const path = String(imagePath).slice('/uploads/'.length)
      const file = await service.ask(`GET ${String(url)}`)
      expect(Buffer.from(await file.bytes())).toEqual(await readFile(service.at(path)))
      paths.push(path)
    }
    expect(paths.toSorted()).toEqual(Object.keys(files))
  }
})

test.each(['json', 'image'])(
  'who asks for headers alone uses up no image, and is not seen as a frame: %s',
  async (as) => {
    const files = { 'a.png': png({ width: 30, height: 20 }), 'b.jpg': picture('b') }
    await using service = await openApp({ files })
    const query = 'frame=hall&order=name'
    const look = () => service.ask(`HEAD /api/images/random?${query}&as=${as}`)
    expect((await look()).status).toBe(200)
    expect((await service.told('GET /api/frames'))['frames']).toEqual([])
    const paths: string[] = []
    for (let turn = 0; turn < 4; turn += 1) {
      await look()
      paths.push(...(await service.deal(1, query)))
    }
    expect(paths).toEqual(['a.png', 'b.jpg', 'a.png', 'b.jpg'])
  },
)

test('a random image is in no folder when it is in the root, and no answer is kept in a cache', async () => {
  await using service = await openApp({ files: { 'a.jpg': picture('a') } })
  const data = await service.told('GET /api/images/random')
  expect(data).toMatchObject({ imagePath: '/uploads/a.jpg', folder: '', url: '/uploads/a.jpg' })
  for (const query of ['', '?folder=nothing', '?frame=*']) {
    const { headers } = await service.ask(`GET /api/images/random${query}`)
    expect(headers.get('cache-control')).toBe('no-store')
  }
})

const nothing = 'There are no images here yet.'
const unmet = 'No image here meets the conditions.'
const some = { '2024/a.jpg': picture('a'), 'empty/notes.txt': Buffer.from('x') }
test.each<[string, string, Record<string, Uint8Array>]>([
  ['', nothing, {}],
  ['', nothing, { 'notes.txt': Buffer.from('x') }],
  ['', nothing, { 'broken.jpg': Buffer.from('x') }],
  ['folder=empty', nothing, some],
  ['folder=2024/a.jpg', 'There is no folder "2024/a.jpg".', some],
  ['folder=Rome', 'There is no folder "Rome".', some],
  ['folder=empty&folder=2024/Rome/', 'There is no folder "2024/Rome".', some],
  ['folder=..', 'There is no folder "..".', some],
  ['folder=%ff', 'There is no folder', some],
  ['since=1d&orientation=portrait&exclude=2024', unmet, some],
  ['folder=2024&exclude=2024', unmet, some],
])('an answer without a picture says why: %s, %s', async (query, sentence, files) => {
  await using service = await openApp({ files })
  const answer = await service.ask(`GET /api/images/random?${query}`)
  expect(answer.status).toBe(404)
  const error = expect.stringContaining(sentence)
  expect(await answer.json()).toEqual({ ...failed('NO_IMAGES_AVAILABLE'), error })
})
