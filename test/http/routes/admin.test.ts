import { describe, expect, test } from 'bun:test'
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

describe('GET /api/admin', () => {
  test('tells the state of the collection, and which images can not be read', async () => {
    await using service = await openApp({ files, maxFileSize: 12_345 })
    const answer = await service.admin('GET /api/admin')
    const error = expect.any(String)
    expect(await answer.json()).toEqual({
      success: true,
      data: {
        authenticated: true,
        totalFolders: 2,
        totalImages: 6,
        totalSize: counted.reduce((sum, [, content]) => sum + content.length, 0),
        maxFileSize: 12_345,
        disk: { free: expect.any(Number), total: expect.any(Number) },
        heifDecoder: null,
        checked: expect.any(Number),
        unreadable: expect.arrayContaining([
          { path: 'trips/text.png', error },
          { path: 'empty.gif', error },
          { path: 'zero.jpg', error },
        ]),
        trash: { totalItems: 0, totalSize: 0 },
        misnamed: [{ path: 'shot.jpg', error: 'holds a PNG picture: its name should end in .png' }],
      },
    })
  })

  test('names unreadable images so that they can be deleted', async () => {
    await using service = await openApp({ files })
    const images = ['trips/text.png', 'empty.gif', 'zero.jpg']
    await service.told('DELETE /api/images', { images })
    const data = await service.told('GET /api/admin')
    expect(data).toMatchObject({ totalImages: 3, unreadable: [] })
  })
})

describe('GET /api/health', () => {
  test('tells everybody that the service answers, and what it holds', async () => {
    await using service = await openApp({ files })
    const answer = await service.ask('GET /api/health')
    expect(await answer.json()).toEqual({
      success: true,
      data: { status: 'ok', totalFolders: 2, totalImages: 6, indexed: expect.any(Number) },
    })
  })

  test('does not need the disk', async () => {
    await using service = await openApp({ files })
    const data = await service.whileAway(() => service.told('GET /api/health'))
    expect(data).toMatchObject({ status: 'ok', totalFolders: 2, totalImages: 6 })
  })
})
