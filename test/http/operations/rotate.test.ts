import { expect, spyOn, test } from 'bun:test'
import { chmod, mkdir, rm, stat, utimes, writeFile } from 'node:fs/promises'
import { openApp } from '../../support/app.ts'
import { contentOf } from '../../support/collection.ts'
import { shotAt, withTiff } from '../../support/exif.ts'
import { orientedJpeg } from '../../support/jpegs.ts'
import { jpeg, picture, png } from '../../support/pictures.ts'
import { quadrantsOf } from '../../support/pixels.ts'

const longAgo = new Date('2019-06-01T10:00:00Z')

async function rotating(files: Record<string, Uint8Array>) {
  const service = await openApp({ files })
  return {
    ...service,
    rotate: (images: string[], turn = 90) =>
      service.told('POST /api/images/rotate', { images, turn }),
    get: (path: string, headers: Record<string, string> = {}) =>
      service.ask(`GET /uploads/${path}`, { headers }),
    entry: async (name: string) =>
      (await service.collection.list('')).images.find((image) => image.name === name),
  }
}

test('each path gets a record, and one that is named twice turns once', async () => {
  await using service = await rotating({
    'a.jpg': picture('a'),
    'b.png': png({ width: 4, height: 3 }),
    'broken.jpg': Buffer.from('no picture'),
  })
  const images = ['a.jpg', 'b.png', 'none.jpg', 'broken.jpg', '/uploads/a.jpg', '../a.jpg']
  expect(await service.rotate(images)).toEqual({
    rotatedImages: [
      { path: 'a.jpg', status: 'rotated' },
      { path: 'b.png', status: 'unsupported', reason: 'wrong_format', error: expect.any(String) },
      { path: 'none.jpg', status: 'not_found', error: expect.any(String) },
      { path: 'broken.jpg', status: 'unsupported', reason: 'damaged', error: expect.any(String) },
      { path: '/uploads/a.jpg', status: 'rotated' },
      { path: '../a.jpg', status: 'not_found', error: expect.any(String) },
    ],
    totalRotated: 1,
  })
  expect((await service.entry('a.jpg'))?.dimensions).toEqual({ width: 3, height: 4 })
})

test('the picture, its size and its thumbnails are the turned ones at once', async () => {
  await using service = await rotating({ 'a.jpg': await orientedJpeg(6) })
  const { get, rotate, entry } = service
  await utimes(service.at('a.jpg'), longAgo, longAgo)
  const thumbnail = async () => quadrantsOf(await (await get('a.jpg?width=60')).bytes())
  const before = await get('a.jpg')
  expect(await thumbnail()).toEqual(['red', 'green', 'blue', 'white'])
  await rotate(['a.jpg'])
  expect(await thumbnail()).toEqual(['blue', 'red', 'white', 'green'])
  expect((await entry('a.jpg'))?.dimensions).toEqual({ width: 80, height: 120 })
  const after = await get('a.jpg', { 'If-None-Match': before.headers.get('etag') ?? '' })
  expect(after.status).toBe(200)
  expect(after.headers.get('last-modified')).not.toBe(before.headers.get('last-modified'))
  await rotate(['a.jpg'], 270)
  expect(await (await get('a.jpg')).bytes()).toEqual(await before.bytes())
  expect((await contentOf(service.uploadsDir)).staged).toEqual([])
})

test('dates, marks, mode and the place in the round stay', async () => {
  const dated = withTiff(jpeg({ width: 40, height: 30 }), shotAt('2024:05:17 18:30:00'))
  const others = { 'old.jpg': picture('old'), 'c.jpg': picture('c') }
  await using service = await rotating({ 'dated.jpg': dated, ...others })
  const { rotate, entry } = service
  for (const name of ['dated.jpg', 'old.jpg']) await utimes(service.at(name), longAgo, longAgo)
  await chmod(service.at('old.jpg'), 0o664)
  await service.told('POST /api/images/marks', { images: ['old.jpg'], favourite: true })
  const dealt = await service.deal(2)
  await rotate(['dated.jpg', 'old.jpg', 'c.jpg'])
  expect(new Set([...dealt, ...(await service.deal(1))]).size).toBe(3)
  expect(await entry('dated.jpg')).toMatchObject({ taken: '2024-05-17T18:30:00' })
  expect(await entry('old.jpg')).toMatchObject({
    lastModified: '2019-06-01T10:00:02.000Z',
    favourite: true,
  })
  expect((await stat(service.at('old.jpg'))).mode & 0o777).toBe(0o664)
})

test('a picture that another program replaces meanwhile is the one that turns', async () => {
  await using service = await rotating({ 'a.jpg': picture('a') })
  const { rotate, entry } = service
  await entry('a.jpg')
  const replaced = jpeg({ width: 400, height: 300, orientation: 1 })
  await writeFile(service.at('a.jpg'), replaced)
  await rotate(['a.jpg'], 180)
  expect(await Bun.file(service.at('a.jpg')).bytes()).toHaveLength(replaced.length)
  await rm(service.at('a.jpg'))
  const missing = { rotatedImages: [{ status: 'not_found' }] }
  expect(await rotate(['a.jpg'])).toMatchObject(missing)
  await mkdir(service.at('a.jpg'))
  expect(await rotate(['a.jpg'])).toMatchObject(missing)
})

/** Turns a picture whenever a rendition of it is asked for, so many times, before that is made. */
function turnMeanwhile(
  { collection, rotate }: Awaited<ReturnType<typeof rotating>>,
  path: string,
  times = 1,
) {
  const { renditions } = collection.parts
  const prepare = renditions.rendition.bind(renditions)
  let turns = 0
  return spyOn(renditions, 'rendition').mockImplementation((name, ...asked) => {
    const file = prepare(name, ...asked)
    const load: typeof file.load = async (requester) => {
      if (name === path && turns < times) {
        turns += 1
        await rotate([path])
      }
      return file.load(requester)
    }
    return { ...file, load }
  })
}

test('a rendition that waits while its picture is turned is one of the turned picture', async () => {
  await using service = await rotating({ 'a.jpg': await orientedJpeg(6) })
  using _ = turnMeanwhile(service, 'a.jpg')
  const answer = await service.get('a.jpg?width=60')
  expect(answer.status).toBe(200)
  expect(await quadrantsOf(await answer.bytes())).toEqual(['blue', 'red', 'white', 'green'])
})

test('a picture that changes again and again while frames wait for it keeps them from no other', async () => {
  const oriented = await orientedJpeg(6)
  const files = { 'a.jpg': oriented, 'b.jpg': oriented, 'c.jpg': oriented }
  await using service = await rotating(files)
  using _ = turnMeanwhile(service, 'a.jpg', Number.POSITIVE_INFINITY)
  for (const path of ['b.jpg', 'c.jpg', 'b.jpg']) {
    const answer = await service.ask('GET /api/images/random?as=image&width=20&order=name')
    expect(answer.headers.get('x-image-path')).toBe(path)
  }
})

test('a picture that is turned while a frame waits for it keeps its turn in the round', async () => {
  const oriented = await orientedJpeg(6)
  const names = ['a.jpg', 'b.jpg', 'c.jpg']
  await using service = await rotating(Object.fromEntries(names.map((name) => [name, oriented])))
  using _ = turnMeanwhile(service, 'a.jpg')
  const dealt: (string | null)[] = []
  while (dealt.length < names.length) {
    const answer = await service.ask('GET /api/images/random?as=image&width=20')
    dealt.push(answer.headers.get('x-image-path'))
  }
  expect(dealt.toSorted()).toEqual(names)
})
