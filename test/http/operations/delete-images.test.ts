import { expect, test } from 'bun:test'
import { openApp, type TestApp } from '../../support/app.ts'
import { picture } from '../../support/pictures.ts'

const files = {
  'a.jpg': picture('a'),
  'b.jpg': picture('bb'),
  'notes.txt': Buffer.from('x'),
  'trips/Ana & Tom 100%.jpg': picture('c'),
}

const missing = { status: 'not_found', error: expect.stringMatching(/^[A-Z].*\.$/) }

const remove = (service: TestApp, images: string[]) =>
  service.told('DELETE /api/images', { images })

test('a deletion deletes what it can and no folder, and the answer has every field', async () => {
  await using service = await openApp({ files })
  const images = ['a.jpg', 'nothing.jpg', 'trips', 'notes.txt', 'trips/Ana & Tom 100%.jpg']
  const answer = await service.admin('DELETE /api/images', { images })
  const [first, last] = [files['a.jpg'], files['trips/Ana & Tom 100%.jpg']]
  expect(await answer.json()).toEqual({
    success: true,
    message: 'Deleted 2 of 5 images.',
    data: {
      deletedImages: [
        { path: 'a.jpg', status: 'deleted', size: first.length },
        ...['nothing.jpg', 'trips', 'notes.txt'].map((path) => ({ path, ...missing })),
        { path: 'trips/Ana & Tom 100%.jpg', status: 'deleted', size: last.length },
      ],
      totalDeleted: 2,
      totalSize: first.length + last.length,
    },
  })
  expect(await service.list()).toEqual(['b.jpg'])
  // The folder that is empty now stays.
  expect(await service.visible()).toEqual(['b.jpg', 'notes.txt', 'trips'])
})

test('a deletion takes a path with a leading slash, or as a random image has it, once of all who ask at once', async () => {
  await using service = await openApp({ files: { ...files, 'uploads/a.jpg': picture('d') } })
  const images = ['/a.jpg', '/uploads/b.jpg', '/uploads/trips/Ana & Tom 100%.jpg']
  const data = await remove(service, images)
  const deleted = images.map((path) => ({ path, status: 'deleted' }))
  expect(data).toMatchObject({ deletedImages: deleted, totalDeleted: 3 })
  const twice = Array.from({ length: 20 }, () =>
    remove(service, ['uploads/a.jpg', 'uploads/a.jpg']),
  )
  const totals = (await Promise.all(twice)).map(({ totalDeleted }) => totalDeleted)
  expect(totals.toSorted()).toEqual([...Array(19).fill(0), 1])
})
