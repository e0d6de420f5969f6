import { expect, test } from 'bun:test'
import { openApp } from '../../support/app.ts'
import { jpeg, picture, png } from '../../support/pictures.ts'

const files = {
  'a.jpg': picture('a'),
  'trips/Rome/b.jpg': picture('bbb'),
  'trips/text.png': Buffer.from('text'),
  'empty.gif': Buffer.alloc(0),
  'zero.jpg': jpeg({ width: 0, height: 3 }),
  'shot.jpg': png({ width: 4, height: 3 }),
  'notes.txt': Buffer.from('does not count'),
}
const counted = Object.entries(files).filter(([path]) => path !== 'notes.txt')

test('an admin is told the state of the collection, and which images can not be read, to delete them', async () => {
  await using service = await openApp({ files, maxFileSize: 12_345 })
  const images = ['trips/text.png', 'empty.gif', 'zero.jpg']
  const unreadable = images.map((path) => ({ path, error: expect.any(String) }))
  expect(await service.told('GET /api/admin')).toEqual({
    authenticated: true,
    totalFolders: 2,
    totalImages: 6,
    totalSize: counted.reduce((sum, [, content]) => sum + content.length, 0),
    maxFileSize: 12_345,
    disk: { free: expect.any(Number), total: expect.any(Number) },
    heifDecoder: null,
    checked: expect.any(Number),
    unreadable: expect.arrayContaining(unreadable),
    trash: { totalItems: 0, totalSize: 0 },
    misnamed: [{ path: 'shot.jpg', error: 'holds a PNG picture: its name should end in .png' }],
  })
  await service.told('DELETE /api/images', { images })
  const data = await service.told('GET /api/admin')
  expect(data).toMatchObject({ totalImages: 3, unreadable: [] })
})

test('everybody is told that the service answers, and what it holds, without the disk too', async () => {
  await using service = await openApp({ files })
  const health = async () => (await service.ask('GET /api/health')).json()
  const data = { status: 'ok', totalFolders: 2, totalImages: 6, indexed: expect.any(Number) }
  for (const told of [await health(), await service.whileAway(health)]) {
    expect(told).toEqual({ success: true, data })
  }
})
