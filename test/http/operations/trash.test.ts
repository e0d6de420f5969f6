import { expect, test } from 'bun:test'
import { z } from 'zod'
import { openApp, timestamp } from '../../support/app.ts'
import { picture } from '../../support/pictures.ts'
import { quadrants } from '../../support/pixels.ts'

const files = { 'a/1.png': quadrants(60, 40), 'a/2.jpg': picture(2), 'b/3.jpg': picture(3) }
const size = files['a/1.png'].length

const idsSchema = z.array(z.object({ id: z.string().nullable() }))
const dataSchema = z.object({ data: z.object({ trashedItems: idsSchema }) })

test('the trash takes paths as listed or dealt, gives back by ids, and reports each as it was sent', async () => {
  await using service = await openApp({ files })
  const images = ['/uploads/a/1.png', '/a/2.jpg', 'none.jpg']
  const answer = await service.admin('POST /api/trash', { images, folders: ['/b/', ''] })
  const trashed = { status: 'trashed', id: expect.stringMatching(/^[\da-f]{32}$/) }
  const missing = { status: 'not_found', id: null }
  const body: unknown = await answer.json()
  expect(body).toEqual({
    success: true,
    message: 'Moved 3 of 5 to the trash.',
    data: {
      trashedItems: [
        { path: '/uploads/a/1.png', ...trashed },
        { path: '/a/2.jpg', ...trashed },
        { path: 'none.jpg', ...missing },
        { path: '/b/', ...trashed },
        { path: '', ...missing },
      ],
      totalTrashed: 3,
    },
  })
  const paths = ['/uploads/a/1.png', '/api/folders?path=b', '/api/images/random']
  const statuses = () =>
    Promise.all(paths.map(async (path) => (await service.ask(`GET ${path}`)).status))
  expect(await statuses()).toEqual([404, 404, 404])
  const [one, , , other] = dataSchema.parse(body).data.trashedItems.map(({ id }) => id)
  const restored = await service.admin('POST /api/trash/restore', { ids: [other, '../b', one] })
  const restoredItems = [
    { id: other, path: 'b', status: 'restored', newPath: 'b' },
    { id: '../b', path: null, status: 'not_found', newPath: null },
    { id: one, path: 'a/1.png', status: 'restored', newPath: 'a/1.png' },
  ]
  const data = { restoredItems, totalRestored: 2 }
  expect(await restored.json()).toEqual({ success: true, message: 'Restored 2 of 3.', data })
  expect(await statuses()).toEqual([200, 200, 200])
})

test('the trash lists what it holds, with thumbnails, and is emptied for good, by ids or as a whole', async () => {
  await using service = await openApp({ files })
  const trashed = await service.told('POST /api/trash', { images: ['a/1.png', 'a/2.jpg'] })
  const [one, other] = idsSchema.parse(trashed['trashedItems']).map(({ id }) => id)
  const url = `/api/trash/${one}/thumbnail`
  const listed = { path: 'a/1.png', kind: 'image', deleted: timestamp, size, totalImages: 1 }
  const { items, ...sums } = await service.told('GET /api/trash')
  expect(items).toContainEqual({ id: one, url, ...listed })
  expect(sums).toEqual({ totalItems: 2, totalSize: size + files['a/2.jpg'].length, days: 30 })
  const thumbnail = await service.admin(`GET ${url}`)
  expect(thumbnail.headers.get('content-type')).toBe('image/jpeg')
  const shape = await new Bun.Image(await thumbnail.blob()).metadata()
  expect(shape).toMatchObject({ width: 320, height: 320 })
  expect((await service.admin('GET /api/trash/..%2f..%2f1/thumbnail')).status).toBe(404)
  const empty = (json: object) => service.told('DELETE /api/trash', json)
  const deletedItems = [
    { id: one, status: 'deleted' },
    { id: '\0', status: 'not_found' },
  ]
  const ofOne = { deletedItems, totalDeleted: 1, totalSize: size }
  expect(await empty({ ids: [one, '\0'] })).toEqual(ofOne)
  const rest = [{ id: other, status: 'deleted' }]
  expect(await empty({ all: true })).toMatchObject({ deletedItems: rest, totalDeleted: 1 })
  expect(await service.told('GET /api/trash')).toMatchObject({ items: [], totalSize: 0 })
})
