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
  const movedImages = images.map((path) => expect.objectContaining({ path }))
  const data = { movedImages, totalMoved: 2, folder: 'trips' }
  expect(await answer.json()).toEqual({ success: true, message: 'Moved 2 of 3 images.', data })
  expect(await service.list('trips')).toEqual(['a-1.jpg', 'a.jpg', 'c.jpg'])
})

test('PATCH and DELETE /api/folders rename a folder with all in it, and delete that if told to', async () => {
  await using service = await openApp({ files })
  const path = 'Été 2024/trips'
  const moved = await service.told('PATCH /api/folders', { path: '/trips/', newPath: path })
  expect(moved).toEqual({ path: 'trips', newPath: path, totalImages: 2 })
  const remove = (json: unknown) => service.admin('DELETE /api/folders', json)
  await service.put(`${path}/.hidden`, Buffer.of())
  const counts = { totalFolders: 1, totalImages: 2, otherFiles: 1 }
  await expectFailed(await remove({ path }), 'FOLDER_NOT_EMPTY', counts)
  expect(await dataOf(await remove({ path, recursive: true }))).toEqual({ path, ...counts })
  expect((await remove({ path, recursive: true })).status).toBe(404)
  expect(await service.visible()).toEqual(['a.jpg', 'Été 2024'])
})
