import { expect, test } from 'bun:test'
import { dataOf, expectFailed, openApp } from '../../support/app.ts'
import { picture } from '../../support/pictures.ts'

const files = {
  'a.jpg': picture('a'),
  'trips/a.jpg': picture('b'),
  'trips/rome/c.jpg': picture('c'),
}

test('POST /api/images/move moves what it can, and reports each path as it was sent', async () => {
  await using service = await openApp({ files })
  const images = ['/uploads/a.jpg', 'none.jpg', '/trips/rome/c.jpg']
  const answer = await service.admin('POST /api/images/move', { images, folder: 'trips' })
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

test('PATCH /api/folders renames a folder with all in it', async () => {
  await using service = await openApp({ files })
  const json = { path: '/trips/', newPath: 'Été 2024/trips' }
  const data = { path: 'trips', newPath: 'Été 2024/trips', totalImages: 2 }
  expect(await service.told('PATCH /api/folders', json)).toEqual(data)
  expect(await service.list('Été 2024/trips/rome')).toEqual(['c.jpg'])
})

test('DELETE /api/folders needs "recursive" for a folder that holds something', async () => {
  await using service = await openApp({ files })
  const remove = (json: unknown) => service.admin('DELETE /api/folders', json)
  await service.put('trips/.hidden', Buffer.of())
  const counts = { totalFolders: 1, totalImages: 2, otherFiles: 1 }
  await expectFailed(await remove({ path: 'trips' }), 'FOLDER_NOT_EMPTY', counts)
  const deleted = await remove({ path: 'trips', recursive: true })
  expect(await dataOf(deleted)).toEqual({ path: 'trips', ...counts })
  expect((await service.ask('GET /api/folders?path=trips')).status).toBe(404)
  expect((await remove({ path: 'trips', recursive: true })).status).toBe(404)
  for (const path of ['', '/']) expect((await remove({ path, recursive: true })).status).toBe(400)
  expect(await service.list()).toEqual(['a.jpg'])
})
