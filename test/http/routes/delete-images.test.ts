import { describe, expect, test } from 'bun:test'
import { access } from 'node:fs/promises'
import { dataOf, openApp, type TestApp } from '../../support/app.ts'
import { picture } from '../../support/pictures.ts'

const files = {
  'a.jpg': picture('a'),
  'b.jpg': picture('bb'),
  'notes.txt': Buffer.from('x'),
  'trips/Ana & Tom 100%.jpg': picture('c'),
}

const remove = async (service: TestApp, json: unknown) =>
  service.ask('DELETE /api/images', { json, cookie: await service.login() })

describe('a deletion', () => {
  test('deletes what it can, and the answer has every field', async () => {
    await using service = await openApp({ files })
    const images = ['a.jpg', 'nothing.jpg', 'trips/Ana & Tom 100%.jpg']
    const answer = await remove(service, { images })
    expect(answer.status).toBe(200)
    const [first, last] = [files['a.jpg'], files['trips/Ana & Tom 100%.jpg']]
    expect(await answer.json()).toEqual({
      success: true,
      message: 'Deleted 2 of 3 images.',
      data: {
        deletedImages: [
          { path: 'a.jpg', status: 'deleted', size: first.length },
          { path: 'nothing.jpg', status: 'not_found', error: expect.any(String) },
          { path: 'trips/Ana & Tom 100%.jpg', status: 'deleted', size: last.length },
        ],
        totalDeleted: 2,
        totalSize: first.length + last.length,
      },
    })
    expect(await service.list()).toEqual(['b.jpg'])
    expect(await Bun.file(service.at('a.jpg')).exists()).toBeFalse()
  })

  test('leaves the folder that it emptied', async () => {
    await using service = await openApp({ files })
    await remove(service, { images: ['trips/Ana & Tom 100%.jpg'] })
    expect(await service.list('trips')).toEqual([])
  })

  test('takes a path with a leading slash, or as a random image has it', async () => {
    await using service = await openApp({ files: { ...files, 'uploads/a.jpg': picture('d') } })
    const images = ['/a.jpg', '/uploads/b.jpg', '/uploads/trips/Ana & Tom 100%.jpg']
    const data = await dataOf(await remove(service, { images }))
    const deleted = images.map((path) => ({ path, status: 'deleted' }))
    expect(data).toMatchObject({ deletedImages: deleted, totalDeleted: 3 })
    const again = await dataOf(await remove(service, { images: ['uploads/a.jpg'] }))
    expect(again['totalDeleted']).toBe(1)
  })

  test('of a path named twice finds it once', async () => {
    await using service = await openApp({ files })
    const data = await dataOf(await remove(service, { images: ['a.jpg', 'a.jpg', '/a.jpg'] }))
    expect(data).toMatchObject({
      deletedImages: [{ status: 'deleted' }, { status: 'not_found' }, { status: 'not_found' }],
      totalDeleted: 1,
      totalSize: files['a.jpg'].length,
    })
  })

  test('of nothing that is there is a success all the same', async () => {
    await using service = await openApp()
    const answer = await remove(service, { images: ['x.jpg'] })
    expect(answer.status).toBe(200)
    expect(await answer.json()).toMatchObject({
      message: 'Deleted 0 of 1 images.',
      data: { totalDeleted: 0, totalSize: 0 },
    })
  })

  test.each(
    [
      ['', '/', 'trips', 'trips/', '/uploads/', 'notes.txt', 'A.jpg', 'trips/../a.jpg'],
      ['../a.jpg', './a.jpg', 'a.jpg\0', '\0', 'a%2Ejpg', '/uploads/Ana%20%26%20Tom.jpg'],
      ['uploads/a.jpg', '//uploads//a.jpg', '*.jpg', '.photo-frame/rounds.json', '\ud800'],
      ['x/'.repeat(100)],
    ].flat(),
  )('deletes images only, and so not %j', async (path) => {
    await using service = await openApp({ files })
    const record = { path, status: 'not_found', error: expect.stringMatching(/^[A-Z].*\.$/) }
    const data = await dataOf(await remove(service, { images: [path] }))
    expect(data).toEqual({ deletedImages: [record], totalDeleted: 0, totalSize: 0 })
    for (const name of Object.keys(files)) await access(service.at(name))
  })

  test('at the same time by many is a success for one', async () => {
    await using service = await openApp({ files })
    const cookie = await service.login()
    const json = { images: ['a.jpg'] }
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => service.ask('DELETE /api/images', { json, cookie })),
    )
    const results = await Promise.all(answers.map(dataOf))
    expect(results.filter(({ totalDeleted }) => totalDeleted === 1)).toHaveLength(1)
  })
})
