import { expect, test } from 'bun:test'
import { writeFile } from 'node:fs/promises'
import { dataOf, expectFailed, openApp } from '../../support/app.ts'
import { withExif } from '../../support/jpegs.ts'
import { jpeg, picture } from '../../support/pictures.ts'
import { tiff, withTiff } from '../../support/exif.ts'
import { withThumbnail } from '../../support/thumbnails.ts'

const bare = jpeg({ width: 40, height: 30 })
const facts = '/api/images/facts?path='

test('anybody gets what is listed of an image, and its camera', async () => {
  await using service = await openApp({ files: { 'trips/a.jpg': withThumbnail(bare, bare) } })
  const [listed] = (await service.collection.list('trips')).images
  for (const path of ['trips/a.jpg', '/uploads/trips/a.jpg']) {
    const told = await dataOf(await service.ask(`GET ${facts}${path}`))
    expect(told).toEqual({ ...listed, camera: 'Canon EOS 5D', description: null })
  }
  for (const path of ['none.jpg', '', '..%2Fa.jpg']) {
    await expectFailed(await service.ask(`GET ${facts}${path}`), 'IMAGE_NOT_FOUND')
  }
})

const by = (make: string, model: string) => withThumbnail(bare, bare, { make, model })
test.each([
  ['of its make and model', by('Apple', 'iPhone 12'), 'Apple iPhone 12'],
  ['of a model that names the make', by('NIKON CORPORATION', 'NIKON D90'), 'NIKON D90'],
  ['of its model alone', by('', 'X100V'), 'X100V'],
  ['of its make alone', by('FUJIFILM', ''), 'FUJIFILM'],
  ['of what can be printed', by('  LG\x01\x02', ' K8 '), 'LG K8'],
  ['of nothing', by('', ''), null],
  ['without EXIF data', picture('a'), null],
  ['of an image that can not be read', Buffer.from('no picture'), null],
])('a camera %s', async (_, file, camera) => {
  await using service = await openApp({ files: { 'a.jpg': file } })
  expect(await service.told(`GET ${facts}a.jpg`)).toMatchObject({ camera })
})

test('what somebody wrote to an image is told of it, and to frames that ask for that', async () => {
  const file = withTiff(bare, tiff({ 0x010e: 'By <b>the</b> sea' }))
  await using service = await openApp({ files: { 'a.jpg': file } })
  const description = 'By <b>the</b> sea'
  expect(await dataOf(await service.ask(`GET ${facts}a.jpg`))).toMatchObject({ description })
  const dealt = async (query: string) =>
    (await dataOf(await service.ask(`GET /api/images/random?${query}`)))['description']
  expect(await dealt('caption=date,description')).toBe(description)
  expect(await dealt('caption=date')).toBeUndefined()
  expect(await dealt('frame=hall')).toBeUndefined()
  await service.admin('PUT /api/frames/hall', { settings: { caption: 'description, name' } })
  expect(await dealt('frame=hall')).toBe(description)
  expect(await dealt('frame=hall&every=1h')).toBe(description)
  expect(await dealt('frame=hall&caption=name')).toBeUndefined()
  expect(await dealt('frame=hall&caption=')).toBeUndefined()
  await expectFailed(await service.ask('GET /api/images/random?caption=place'), 'INVALID_REQUEST')
  await writeFile(service.at('a.jpg'), bare)
  expect(await dealt('caption=description')).toBeNull()
})

test('a place is never told', async () => {
  await using service = await openApp({ files: { 'a.jpg': withExif(bare, 1) } })
  expect(await (await service.ask(`GET ${facts}a.jpg`)).text()).not.toMatch(/47\.3|gps/i)
})
