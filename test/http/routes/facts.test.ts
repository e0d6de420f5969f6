import { expect, test } from 'bun:test'
import { dataOf, expectFailed, openApp } from '../../support/app.ts'
import { withExif } from '../../support/jpegs.ts'
import { jpeg, picture } from '../../support/pictures.ts'
import { withThumbnail } from '../../support/thumbnails.ts'

const bare = jpeg({ width: 40, height: 30 })
const facts = '/api/images/facts?path='

test('anybody gets what is listed of an image, and its camera', async () => {
  await using service = await openApp({ files: { 'trips/a.jpg': withThumbnail(bare, bare) } })
  const [listed] = (await service.collection.list('trips')).images
  const answer = await service.ask(`GET ${facts}trips/a.jpg`)
  expect(answer.headers.get('access-control-allow-origin')).toBe('*')
  expect(await dataOf(answer)).toEqual({ ...listed, camera: 'Canon EOS 5D' })
  const sent = await service.ask(`GET ${facts}/uploads/trips/a.jpg`)
  expect(await dataOf(sent)).toEqual({ ...listed, camera: 'Canon EOS 5D' })
})

test.each([
  ['Apple', 'iPhone 12', 'Apple iPhone 12'],
  ['NIKON CORPORATION', 'NIKON D90', 'NIKON D90'],
  ['', 'X100V', 'X100V'],
  ['FUJIFILM', '', 'FUJIFILM'],
  ['  LG\x01\x02', ' K8 ', 'LG K8'],
  ['', '', null],
])('a camera %j, %j is %j', async (make, model, camera) => {
  await using service = await openApp({
    files: { 'a.jpg': withThumbnail(bare, bare, { make, model }) },
  })
  expect(await dataOf(await service.ask(`GET ${facts}a.jpg`))).toMatchObject({ camera })
})

test('an image without EXIF data, or that can not be read, has no camera', async () => {
  const files = { 'a.jpg': picture('a'), 'b.jpg': Buffer.from('no picture') }
  await using service = await openApp({ files })
  for (const path of ['a.jpg', 'b.jpg']) {
    expect(await dataOf(await service.ask(`GET ${facts}${path}`))).toMatchObject({ camera: null })
  }
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
