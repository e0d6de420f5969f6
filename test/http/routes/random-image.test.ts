import { describe, expect, test } from 'bun:test'
import { expectFailed, openApp, timestamp } from '../../support/app.ts'
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

  const files = { 'a.jpg': picture('a'), 'x/b.jpg': picture('b'), 'x/y/c.jpg': picture('c') }

  test('comes from the whole collection, each once before any comes again', async () => {
    await using service = await openApp({ files })
    for (let round = 0; round < 5; round += 1) {
      expect((await service.deal(3)).toSorted()).toEqual(Object.keys(files))
    }
  })

  test.each(['x', '/x', 'x/', '%2Fx%2F'])('of the folder %s comes from it and below', async (x) => {
    await using service = await openApp({ files })
    expect(new Set(await service.deal(4, `folder=${x}`))).toEqual(new Set(['x/b.jpg', 'x/y/c.jpg']))
  })

  test('is dealt to each frame by itself', async () => {
    await using service = await openApp({ files })
    for (const frame of ['kitchen', 'Hall_2', '-', 'x'.repeat(64)]) {
      expect(new Set(await service.deal(3, `frame=${frame}`)).size).toBe(3)
    }
  })

  test('is never one that can not be read', async () => {
    const broken = { 'b.jpg': Buffer.from('text'), 'c.jpg': Buffer.alloc(0) }
    await using service = await openApp({ files: { 'a.jpg': picture('a'), ...broken } })
    expect(new Set(await service.deal(6))).toEqual(new Set(['a.jpg']))
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
