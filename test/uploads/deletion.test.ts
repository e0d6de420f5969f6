import { expect, test } from 'bun:test'
import { namesIn, openCollection, permitted } from '../support/collection.ts'
import { picture } from '../support/pictures.ts'

test('a deletion reports each path as sent', async () => {
  await using opened = await openCollection({
    'a/1.jpg': picture(1),
    '2.jpg': picture(2),
    'uploads/3.jpg': picture(3),
    '3.jpg': picture(4),
  })
  const paths = ['/a/1.jpg', '2.jpg', '/2.jpg', 'a', 'uploads/3.jpg', '../x', '', 'no.jpg']
  const { deletedImages, totalDeleted, totalSize } = await opened.collection.changes.deleteImages(
    paths,
    permitted,
  )
  expect(deletedImages.map(({ path }) => path)).toEqual(paths)
  const statuses = deletedImages.map(({ status }) => (status === 'deleted' ? 1 : 0))
  expect(statuses).toEqual([1, 1, 0, 0, 1, 0, 0, 0])
  expect(totalDeleted).toBe(3)
  expect(totalSize).toBe(picture(1).length + picture(2).length + picture(3).length)
  expect(await namesIn(opened, 'uploads')).toEqual([])
  expect(await namesIn(opened)).toEqual(['3.jpg'])
  expect(opened.collection.counts()).toEqual({ totalFolders: 2, totalImages: 1 })
})
