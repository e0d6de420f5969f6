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
  const answer = await service.ask(`GET ${facts}trips/a.jpg`)
  expect(answer.headers.get('access-control-allow-origin')).toBe('*')
  expect(await dataOf(answer)).toEqual({ ...listed, camera: 'Canon EOS 5D', description: null })
  const sent = await service.ask(`GET ${facts}/uploads/trips/a.jpg`)
  expect(await dataOf(sent)).toEqual({ ...listed, camera: 'Canon EOS 5D', description: null })
})

test.each([
  ['Apple', 'iPhone 12', 'Apple iPhone 12'],
  ['NIKON CORPORATION', 'NIKON D90', 'NIKON D90'],
  ['', 'X100V', 'X100V'],
  ['FUJIFILM', '', 'FUJIFILM'],
  ['  LG\x01\x02', ' K8 ', 'LG K8'],
  ['', '', null],
])('a camera %j, %j is %j', async (make, model, camera) => {
  const files = { 'a.jpg': withThumbnail(bare, bare, { make, model }) }
  await using service = await openApp({ files })
  expect(await service.told(`GET ${facts}a.jpg`)).toMatchObject({ camera })
})

test('an image without EXIF data, or that can not be read, has no camera', async () => {
  const files = { 'a.jpg': picture('a'), 'b.jpg': Buffer.from('no picture') }
  await using service = await openApp({ files })
  for (const path of ['a.jpg', 'b.jpg']) {
    expect(await dataOf(await service.ask(`GET ${facts}${path}`))).toMatchObject({ camera: null })
  }
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

test.each(['none.jpg', '', '..%2Fa.jpg'])('there is no image %j', async (path) => {
  await using service = await openApp()
  const answer = await service.ask(`GET ${facts}${path}`)
  await expectFailed(answer, 'IMAGE_NOT_FOUND')
})
