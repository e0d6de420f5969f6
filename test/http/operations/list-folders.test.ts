import { expect, test } from 'bun:test'
import { z } from 'zod'
import { dataOf, expectFailed, openApp, sharedApp, timestamp } from '../../support/app.ts'
import { shotAt, withTiff } from '../../support/exif.ts'
import { jpeg, picture, png } from '../../support/pictures.ts'

const files = {
  'IMG_10.jpg': picture(10),
  'img_2.jpg': picture(2),
  'wide.png': png({ width: 30, height: 20 }),
  'turned.jpg': jpeg({ width: 40, height: 30, orientation: 6 }),
  'notes.txt': Buffer.from('no image'),
  'broken.gif': Buffer.from('not a picture'),
  'trips/Paris & Rome/a.jpg': picture('a'),
  'trips/Paris & Rome/night/b.jpg': picture('b'),
  'trips/c.jpg': picture('c'),
  'Été 2024/100%.jpg': picture('d'),
}

const wallTime = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d$/)

const service = sharedApp({ files })

test('a listing of the root has every field, sorted as people sort, and no message', async () => {
  const answer = await service().ask('GET /api/folders')
  const marks = { hidden: false, favourite: false }
  const unmarked = { ...marks, taken: null, date: wallTime, lastModified: timestamp }
  const image = (name: keyof typeof files, width: number, height: number) => ({
    ...unmarked,
    name,
    path: name,
    size: files[name].length,
    dimensions: { width, height },
  })
  const folder = (name: string, imageCount: number, subfolderCount: number) => {
    const cover = expect.stringMatching(new RegExp(`^${name}/.*jpg$`))
    const covers = expect.arrayContaining([cover])
    const counts = { imageCount, subfolderCount }
    return { name, path: name, ...counts, cover, covers, newest: null, lastModified: timestamp }
  }
  const images = [
    image('broken.gif', 0, 0),
    image('img_2.jpg', 4, 3),
    image('IMG_10.jpg', 4, 3),
    image('turned.jpg', 30, 40),
    image('wide.png', 30, 20),
  ]
  const folders = [folder('Été 2024', 1, 0), folder('trips', 3, 1)]
  const sums = { totalFolders: 2, totalImages: 5, nextCursor: null }
  const data = { currentPath: '', parentPath: null, folders, images, ...sums }
  expect(await answer.json()).toEqual({ success: true, data })
})

test('a listing of a folder has its own path and its parent, in any form of its name', async () => {
  const list = async (path: string) => dataOf(await service().ask(`GET /api/folders?path=${path}`))
  expect(await list(encodeURIComponent('trips/Paris & Rome'))).toMatchObject({
    currentPath: 'trips/Paris & Rome',
    parentPath: 'trips',
    folders: [{ name: 'night', path: 'trips/Paris & Rome/night', imageCount: 1 }],
    images: [{ name: 'a.jpg', path: 'trips/Paris & Rome/a.jpg' }],
    totalFolders: 1,
    totalImages: 1,
  })
  for (const path of [encodeURIComponent('Été 2024'.normalize('NFD')), '%C3%89t%C3%A9+2024']) {
    const images = [{ path: 'Été 2024/100%.jpg' }]
    expect(await list(path)).toMatchObject({ parentPath: '', images })
  }
})

test('a listing is not sent again while nothing in it has changed', async () => {
  await using service = await openApp({ files })
  const { headers: first } = await service.ask('GET /api/folders?path=trips')
  const etag = first.get('etag') ?? ''
  const headers = { 'If-None-Match': etag }
  const again = async () => service.ask('GET /api/folders?path=trips', { headers })
  const same = await again()
  expect([same.status, same.headers.get('etag')]).toEqual([304, etag])
  expect((await service.ask('GET /api/folders', { headers })).status).toBe(200)
  await service.told('DELETE /api/images', { images: ['trips/c.jpg'] })
  expect((await again()).status).toBe(200)
})

const shot = (date: string) => withTiff(jpeg({ width: 4, height: 3, salt: date }), shotAt(date))
const dated = {
  'a.jpg': shot('2023:12:24 20:00:00'),
  'b.jpg': shot('2024:06:17 18:30:05'),
  'trips/c.jpg': shot('2024:06:18 07:00:00'),
}

test('a listing comes by date, in pages and from a month on', async () => {
  await using service = await openApp({ files: dated })
  const list = async (query: string) =>
    dataOf(await service.ask(`GET /api/folders?recursive=true&order=newest&${query}`))
  const taken = '2024-06-18T07:00:00'
  const { metadata } = await service.told('GET /api/images/random?from=2024-06-18')
  expect(metadata).toMatchObject({ taken })
  const first = await list('limit=2&months=true')
  expect(first).toMatchObject({
    folders: [],
    images: [{ path: 'trips/c.jpg', date: taken, taken }, { path: 'b.jpg' }],
    totalFolders: 0,
    totalImages: 3,
    months: [
      { month: '2024-06', images: 2 },
      { month: '2023-12', images: 1 },
    ],
  })
  const rest = { images: [{ path: 'a.jpg' }], totalImages: 3, nextCursor: null }
  const second = await list(`limit=2&cursor=${String(first['nextCursor'])}`)
  expect(second).toMatchObject(rest)
  expect(second['months']).toBeUndefined()
  const [, month] = z.array(z.object({ cursor: z.string() })).parse(first['months'])
  expect(await list(`cursor=${month?.cursor}`)).toMatchObject(rest)

  await service.told('POST /api/images/marks', { images: ['b.jpg'], favourite: true })
  expect(await list('favourite=true&months=true')).toMatchObject({
    images: [{ path: 'b.jpg' }],
    months: [{ month: '2024-06', images: 1 }],
  })
  expect(await list('favourite=false&hidden=false')).toMatchObject({ totalImages: 2 })
  expect(await service.told('GET /api/folders')).toMatchObject({
    folders: [{ path: 'trips', newest: '2024-06-18T07:00:00' }],
  })
})

test('a file, what is no text, and two paths are no folder of the collection', async () => {
  for (const path of ['IMG_10.jpg', '%ff', '%', '%zz', 'a&path=b']) {
    await expectFailed(await service().ask(`GET /api/folders?path=${path}`), 'FOLDER_NOT_FOUND')
  }
})

test('a listing that takes long on a slow disk is waited for', async () => {
  const idleSeconds: number[] = []
  const connection = { timeout: (_: Request, seconds: number) => void idleSeconds.push(seconds) }
  const answer = await service().app.request('/api/folders', {}, connection)
  expect(answer.status).toBe(200)
  const [longest = 0, usual = 0] = idleSeconds
  expect(longest).toBeGreaterThan(usual)
  expect(usual).toBeGreaterThan(0)
})
