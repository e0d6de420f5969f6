import { describe, expect, test } from 'bun:test'
import { dataOf, failed, openApp } from '../../support/app.ts'
import { picture } from '../../support/pictures.ts'

const files = {
  'a.jpg': picture('a'),
  'trips/a.jpg': picture('b'),
  'trips/rome/c.jpg': picture('c'),
}

describe('POST /api/images/move', () => {
  test('moves what it can, and reports each path as it was sent', async () => {
    await using service = await openApp({ files })
    const images = ['/uploads/a.jpg', 'none.jpg', '/trips/rome/c.jpg']
    const answer = await service.ask('POST /api/images/move', {
      json: { images, folder: 'trips' },
      cookie: await service.login(),
    })
    expect(answer.status).toBe(200)
    expect(await answer.json()).toEqual({
      success: true,
      message: 'Moved 2 of 3 images.',
      data: {
        movedImages: [
          { path: '/uploads/a.jpg', status: 'moved', newPath: 'trips/a-1.jpg' },
          { path: 'none.jpg', status: 'not_found', error: expect.any(String) },
          { path: '/trips/rome/c.jpg', status: 'moved', newPath: 'trips/c.jpg' },
        ],
        totalMoved: 2,
        folder: 'trips',
      },
    })
    expect(await service.list('trips')).toEqual(['a-1.jpg', 'a.jpg', 'c.jpg'])
  })
})

describe('PATCH /api/folders', () => {
  test('renames a folder with all in it', async () => {
    await using service = await openApp({ files })
    const json = { path: '/trips/', newPath: 'Été 2024/trips' }
    const cookie = await service.login()
    const data = await dataOf(await service.ask('PATCH /api/folders', { json, cookie }))
    expect(data).toEqual({ path: 'trips', newPath: 'Été 2024/trips', totalImages: 2 })
    expect(await service.list('Été 2024/trips/rome')).toEqual(['c.jpg'])
  })
})

describe('DELETE /api/folders', () => {
  test('needs "recursive" for a folder that holds something', async () => {
    await using service = await openApp({ files })
    const cookie = await service.login()
    const remove = (json: unknown) => service.ask('DELETE /api/folders', { json, cookie })
    const refused = await remove({ path: 'trips' })
    expect(refused.status).toBe(409)
    const counts = { totalFolders: 1, totalImages: 2, otherFiles: 0 }
    expect(await refused.json()).toEqual(failed('FOLDER_NOT_EMPTY', counts))
    const deleted = await remove({ path: 'trips', recursive: true })
    expect(await dataOf(deleted)).toEqual({ path: 'trips', ...counts })
    expect((await service.ask('GET /api/folders?path=trips')).status).toBe(404)
    expect((await remove({ path: 'trips', recursive: true })).status).toBe(404)
    expect(await service.list()).toEqual(['a.jpg'])
  })

  test.each(['', '/'])('never deletes the root, as %j', async (path) => {
    await using service = await openApp({ files })
    const json = { path, recursive: true }
    const cookie = await service.login()
    const answer = await service.ask('DELETE /api/folders', { json, cookie })
    expect(answer.status).toBe(400)
    expect(await service.list()).toEqual(['a.jpg'])
  })
})
