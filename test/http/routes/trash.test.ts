import { describe, expect, test } from 'bun:test'
import { z } from 'zod'
import { openApp, timestamp, type TestApp } from '../../support/app.ts'
import { picture } from '../../support/pictures.ts'
import { quadrants } from '../../support/pixels.ts'

const files = { 'a/1.png': quadrants(60, 40), 'a/2.jpg': picture(2), 'b/3.jpg': picture(3) }

const idsSchema = z.array(z.object({ id: z.string().nullable() }))

/** Moves to the trash, and gives the ids. */
async function trash(service: TestApp, json: object) {
  const { trashedItems } = await service.told('POST /api/trash', json)
  return idsSchema.parse(trashedItems).map(({ id }) => id ?? '')
}

describe('the trash', () => {
  test('takes paths as listed or dealt, and reports each as it was sent', async () => {
    await using service = await openApp({ files })
    const images = ['/uploads/a/1.png', '/a/2.jpg', 'none.jpg']
    const answer = await service.admin('POST /api/trash', { images, folders: ['/b/', ''] })
    const trashed = { status: 'trashed', id: expect.stringMatching(/^[\da-f]{32}$/) }
    const missing = { status: 'not_found', id: null }
    expect(await answer.json()).toEqual({
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
    for (const path of ['/uploads/a/1.png', '/api/folders?path=b', '/api/images/random']) {
      expect((await service.ask(`GET ${path}`)).status).toBe(404)
    }
  })

  test('lists what it holds, with thumbnails for the admin alone', async () => {
    await using service = await openApp({ files })
    const [id = ''] = await trash(service, { images: ['a/1.png'] })
    const url = `/api/trash/${id}/thumbnail`
    const size = quadrants(60, 40).length
    expect(await service.told('GET /api/trash')).toEqual({
      items: [
        { id, path: 'a/1.png', kind: 'image', deleted: timestamp, size, totalImages: 1, url },
      ],
      totalItems: 1,
      totalSize: size,
      days: 30,
    })
    const thumbnail = await service.admin(`GET ${url}`)
    expect(thumbnail.headers.get('content-type')).toBe('image/jpeg')
    expect(thumbnail.headers.get('cache-control')).toBe('no-store')
    expect(thumbnail.headers.get('access-control-allow-origin')).toBeNull()
    const { width, height } = await new Bun.Image(await thumbnail.blob()).metadata()
    expect({ width, height }).toEqual({ width: 320, height: 320 })
    expect((await service.ask(`GET ${url}`)).status).toBe(401)
    expect((await service.admin('GET /api/trash/..%2f..%2f1/thumbnail')).status).toBe(404)
  })

  test('gives back by ids, and says where each is', async () => {
    await using service = await openApp({ files })
    const [one = '', other = ''] = await trash(service, { images: ['a/1.png'], folders: ['b'] })
    const answer = await service.admin('POST /api/trash/restore', { ids: [other, '../b', one] })
    const restoredItems = [
      { id: other, path: 'b', status: 'restored', newPath: 'b' },
      { id: '../b', path: null, status: 'not_found', newPath: null },
      { id: one, path: 'a/1.png', status: 'restored', newPath: 'a/1.png' },
    ]
    const data = { restoredItems, totalRestored: 2 }
    expect(await answer.json()).toEqual({ success: true, message: 'Restored 2 of 3.', data })
    expect((await service.ask('GET /uploads/a/1.png')).status).toBe(200)
    expect((await service.ask('GET /uploads/b/3.jpg')).status).toBe(200)
  })

  test('is emptied for good, by ids or as a whole', async () => {
    await using service = await openApp({ files })
    const empty = (json: object) => service.told('DELETE /api/trash', json)
    const [one = '', other = ''] = await trash(service, { images: ['a/1.png', 'a/2.jpg'] })
    const deleted = { id: one, status: 'deleted' }
    expect(await empty({ ids: [one, '\0'] })).toEqual({
      deletedItems: [deleted, { id: '\0', status: 'not_found' }],
      totalDeleted: 1,
      totalSize: quadrants(60, 40).length,
    })
    const deletedItems = [{ id: other, status: 'deleted' }]
    expect(await empty({ all: true })).toMatchObject({ deletedItems, totalDeleted: 1 })
    expect(await service.told('GET /api/trash')).toMatchObject({ items: [], totalSize: 0 })
  })
})
