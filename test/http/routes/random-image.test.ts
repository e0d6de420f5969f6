import { describe, expect, test } from 'bun:test'
import { expectFailed, failed, openApp, timestamp } from '../../support/app.ts'
import { picture, png } from '../../support/pictures.ts'

const oddName = 'Ana & Tom #1 100% +é.png'
const odd = png({ width: 30, height: 20 })

describe('a random image', () => {
  test('has every field, and no message', async () => {
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

  test('can be fetched from its url as it stands', async () => {
    await using service = await openApp({ files: { [`a?b/${oddName}`]: odd, [oddName]: odd } })
    const { url } = await service.told('GET /api/images/random')
    const file = await service.ask(`GET ${String(url)}`)
    expect(file.status).toBe(200)
    expect(Buffer.from(await file.arrayBuffer()).equals(odd)).toBeTrue()
  })

  test('is in no folder when it is in the root', async () => {
    await using service = await openApp({ files: { 'a.jpg': picture('a') } })
    const data = await service.told('GET /api/images/random')
    expect(data).toMatchObject({ imagePath: '/uploads/a.jpg', folder: '', url: '/uploads/a.jpg' })
  })

  test('is kept in no cache', async () => {
    await using service = await openApp({ files: { 'a.jpg': picture('a') } })
    for (const query of ['', '?folder=nothing', '?frame=*']) {
      const { headers } = await service.ask(`GET /api/images/random${query}`)
      expect(headers.get('cache-control')).toBe('no-store')
    }
  })

  test('comes from the whole collection, each once before any comes again', async () => {
    const files = { 'a.jpg': picture('a'), 'x/b.jpg': picture('b'), 'x/y/c.jpg': picture('c') }
    await using service = await openApp({ files })
    for (let round = 0; round < 5; round += 1) {
      expect((await service.deal(3)).toSorted()).toEqual(Object.keys(files))
    }
  })
})

test.each<[string, Record<string, Uint8Array>]>([
  ['', {}],
  ['', { 'notes.txt': Buffer.from('x') }],
  ['', { 'broken.jpg': Buffer.from('x') }],
  ['?folder=empty', { 'a.jpg': picture('a'), 'empty/notes.txt': Buffer.from('x') }],
  ['?folder=a.jpg', { 'a.jpg': picture('a') }],
  ['?folder=%ff', { 'a.jpg': picture('a') }],
])('%s is answered with 404 where there are no images', async (query, files) => {
  await using service = await openApp({ files })
  await expectFailed(await service.ask(`GET /api/images/random${query}`), 'NO_IMAGES_AVAILABLE')
})

test.each([
  ['folder=Rome', /^There is no folder "Rome"\./],
  ['folder=empty&folder=2024/Rome/', /^There is no folder "2024\/Rome"\./],
  ['folder=..', /^There is no folder "\.\."\./],
  ['folder=empty', /^There are no images here yet\./],
  ['since=1d&orientation=portrait&exclude=2024', /^No image here meets the conditions\./],
  ['folder=2024&exclude=2024', /^No image here meets the conditions\./],
])('an answer without a picture says why: %s', async (query, sentence) => {
  await using service = await openApp({ files: { '2024/a.jpg': picture('a') } })
  await service.told('POST /api/folders', { path: 'empty', name: 'empty' })
  const answer = await service.ask(`GET /api/images/random?${query}`)
  const error = expect.stringMatching(sentence)
  expect(await answer.json()).toEqual({ ...failed('NO_IMAGES_AVAILABLE'), error })
})
