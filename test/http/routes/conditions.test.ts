import { describe, expect, test } from 'bun:test'
import { rename, rm, utimes, writeFile } from 'node:fs/promises'
import { dataOf, expectFailed, openApp, sharedApp, type TestApp } from '../../support/app.ts'
import { shotAt, withTiff } from '../../support/exif.ts'
import { gif, jpeg, picture, pictureOf } from '../../support/pictures.ts'
import { quadrants } from '../../support/pixels.ts'
import { eventually } from '../../support/server.ts'
import { jpegWithXmp, subjects, xmpPacket } from '../../support/xmp.ts'

const landscape = { width: 40, height: 30 }
const portrait = { width: 30, height: 40 }

const shot = (date: string, shape = landscape) => withTiff(jpeg(shape), shotAt(date))

const files = {
  'wide.jpg': shot('2024:05:17 18:30:05'),
  'tall.jpg': shot('2023:12:24 20:00:00', portrait),
  'turned.jpg': jpeg({ ...landscape, orientation: 6 }),
  'trips/square.png': pictureOf.png({ width: 20, height: 20 }),
  'trips/paris/tall.webp': pictureOf.webp(portrait),
  'receipts/wide.gif': gif(landscape),
}

const trips = ['trips/paris/tall.webp', 'trips/square.png']
const shared = sharedApp({ files })

/** The paths that a query is answered with, each of which comes as often. */
const dealt = async (service: TestApp, query: string) =>
  [...new Set(await service.deal(2 * Object.keys(files).length, query))].toSorted()

describe('tags', () => {
  const image = (salt: number, ...tags: string[]) => jpegWithXmp(picture(salt), subjects(...tags))
  const tagged = sharedApp({
    files: {
      '1.jpg': image(1, 'Anna', 'sea'),
      '2.jpg': image(2, 'ANNA'),
      'a/3.jpg': image(3, 'Été'),
      '4.jpg': picture(4),
    },
  })

  test.each([
    ['tag=anna', ['1.jpg', '2.jpg']],
    ['tag=ete&tag=sea', ['1.jpg', 'a/3.jpg']],
    ['tag=ete&tag=sea&folder=a', ['a/3.jpg']],
  ])('of pictures choose them: %s', async (query, expected) => {
    expect(new Set(await tagged().deal(4, query))).toEqual(new Set(expected))
  })

  test('that no picture has are said to choose none', async () => {
    await expectFailed(
      await tagged().ask('GET /api/images/random?tag=nobody'),
      'NO_IMAGES_AVAILABLE',
    )
  })

  test('choose in the settings of a frame', async () => {
    await tagged().admin('PUT /api/frames/hall', { settings: { tag: ['été', 'nobody'] } })
    expect(await tagged().deal(2, 'frame=hall')).toEqual(['a/3.jpg', 'a/3.jpg'])
  })

  test('are listed for everybody, the most frequent first', async () => {
    await tagged().told('GET /api/admin')
    const answer = await tagged().ask('GET /api/tags')
    expect(answer.headers.get('access-control-allow-origin')).toBe('*')
    const { tags } = await dataOf(answer)
    expect(tags).toMatchObject([{ imageCount: 2 }, { imageCount: 1 }, { imageCount: 1 }])
    expect(tags).toContainEqual({ tag: 'sea', imageCount: 1 })
  })
})

describe('a random image', () => {
  test.each([
    ['orientation=portrait', ['tall.jpg', ...trips, 'turned.jpg']],
    ['orientation=match&width=480&height=800&folder=trips', trips],
    ['folder=trips/&folder=/trips/paris', trips],
    ['folder=trips&exclude=&exclude=trips/paris', ['trips/square.png']],
    ['from=2023-12-24&to=2024-12-31', ['tall.jpg', 'wide.jpg']],
    ['since=3650d&orientation=portrait&exclude=trips', ['tall.jpg', 'turned.jpg']],
  ])('with %s is one of those that meet all conditions', async (query, expected) => {
    expect(await dealt(shared(), query)).toEqual(expected.toSorted())
  })

  test('matches the display that asks', async () => {
    const headers = { 'X-Display-Width': '480', 'X-Display-Height': '800', Accept: '*/*' }
    for (let n = 0; n < 4; n += 1) {
      const answer = await shared().ask('GET /api/images/random?orientation=match', { headers })
      expect((await dataOf(answer))['metadata']).not.toMatchObject({ dimensions: landscape })
    }
  })

  test('of another time counts as of this day where none is of it, and says so', async () => {
    const never = await shared().ask('GET /api/images/random?on=today&to=2024-12-31')
    expect(never.headers.get('x-fallback')).toBe('on')
    expect(never.headers.get('cache-control')).toBe('no-store')
    const today = await shared().ask('GET /api/images/random?on=today&days=31')
    expect(today.status).toBe(200)
    expect(today.headers.get('x-fallback')).toBeNull()
  })

  test('says when it was taken, as the camera has it, and so do listings', async () => {
    const { metadata } = await shared().told('GET /api/images/random?to=2023-12-31')
    expect(metadata).toMatchObject({ taken: '2023-12-24T20:00:00' })
    expect((await shared().told('GET /api/folders'))['images']).toMatchObject([
      { name: 'tall.jpg', taken: '2023-12-24T20:00:00' },
      { name: 'turned.jpg', taken: null },
      { name: 'wide.jpg', taken: '2024-05-17T18:30:05' },
    ])
  })

  test('is dated by its file where the camera says nothing', async () => {
    await using service = await openApp({ files: { 'a.jpg': picture('a'), 'b.jpg': picture('b') } })
    const time = new Date(2022, 6, 1, 12)
    await utimes(service.at('a.jpg'), time, time)
    expect(await dealt(service, 'from=2022-07-01&to=2022-07-01')).toEqual(['a.jpg'])
  })

  test('is never one of a folder with a .nomedia file, which is listed and served all the same', async () => {
    await using service = await openApp({ files: { ...files, 'trips/.nomedia': Buffer.alloc(0) } })
    expect(await dealt(service, 'folder=trips')).toEqual([])
    expect(await dealt(service, 'folder=trips/paris')).toEqual([])
    expect(await service.list('trips')).toEqual(['square.png'])
    expect((await service.ask('GET /uploads/trips/square.png')).status).toBe(200)
    await rm(service.at('trips/.nomedia'))
    service.passTime()
    expect(await dealt(service, 'folder=trips')).toEqual(trips)
    await writeFile(service.at('trips/paris/.nomedia'), '')
    service.passTime()
    expect(await dealt(service, 'folder=trips')).toEqual(['trips/square.png'])
  })

  test.each([
    [
      'folder=trips&folder=receipts&order=name',
      'order=name&folder=receipts&folder=/trips&folder=trips/paris',
    ],
    ['exclude=a&exclude=b&order=name', 'order=name&exclude=b&exclude=a'],
    ['orientation=landscape&order=name', 'orientation=match&width=90&height=80&order=name'],
  ])('has the same rounds with %s and %s', async (one, other) => {
    expect(await shared().deal(1, one)).not.toEqual(await shared().deal(1, other))
  })
})

test.each<[string, (path: string, content: Uint8Array) => Promise<void>]>([
  ['in the same file', writeFile],
  [
    'under its name',
    async (path, content) => {
      await writeFile(`${path}.new`, content)
      await rename(`${path}.new`, path)
    },
  ],
])('a picture that takes the place of another %s is dealt by what it shows', async (_, replace) => {
  await using service = await openApp({ files })
  const query = 'orientation=portrait&folder=receipts'
  expect(await dealt(service, query)).toEqual([])
  await replace(service.at('receipts/wide.gif'), jpeg(portrait))
  service.passTime()
  await service.told('GET /api/images/random')
  await eventually(async () => expect(await dealt(service, query)).toEqual(['receipts/wide.gif']))
})

test('a picture with fewer stars is never dealt, and one that gets them is', async () => {
  const image = await new Bun.Image(quadrants(60, 40)).jpeg().bytes()
  const rated = (stars: number) => jpegWithXmp(image, xmpPacket(`xmp:Rating="${stars}"`))
  const files = { 'none.jpg': image, 'three.jpg': rated(3), 'five.jpg': rated(5) }
  await using service = await openApp({ files })
  expect(await dealt(service, 'rating=1')).toEqual(['five.jpg', 'three.jpg'])
  expect(await dealt(service, 'rating=4')).toEqual(['five.jpg'])
  await writeFile(service.at('none.jpg'), rated(4))
  service.passTime()
  expect(await dealt(service, 'rating=4')).toEqual(['five.jpg', 'none.jpg'])
})

test('the parameters of a request have 2,000 characters at most, however they are encoded', async () => {
  for (const as of ['', '&as=image']) {
    for (const letter of ['x', 'é']) {
      const ask = (length: number) => {
        const query = `exclude=${letter.repeat(length - `exclude=${as}`.length)}${as}`
        return shared().ask(`GET /api/images/random?${encodeURI(query)}`)
      }
      expect((await ask(2000)).status).toBe(200)
      await expectFailed(await ask(2001), 'INVALID_REQUEST')
    }
  }
})
