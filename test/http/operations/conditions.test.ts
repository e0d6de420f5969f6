import { describe, expect, test } from 'bun:test'
import { rename, rm, writeFile } from 'node:fs/promises'
import { dataOf, expectFailed, openApp, sharedApp, type TestApp } from '../../support/app.ts'
import { shotAt, withTiff } from '../../support/exif.ts'
import { gif, jpeg, picture, pictureOf } from '../../support/pictures.ts'

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

test('tags and stars choose pictures, in the settings of a frame too', async () => {
  const image = (salt: number, ...tags: string[]) => jpegWithXmp(picture(salt), subjects(...tags))
  const rated = (salt: number, stars: number) =>
    jpegWithXmp(picture(salt), xmpPacket(`xmp:Rating="${stars}"`))
  const files = {
    '1.jpg': image(1, 'Anna', 'sea'),
    '2.jpg': image(2, 'ANNA'),
    'a/3.jpg': image(3, 'Été'),
    '4.jpg': rated(4, 3),
    '5.jpg': rated(5, 5),
  }
  await using service = await openApp({ files })
  await service.admin('PUT /api/frames/hall', { settings: { tag: ['été', 'nobody'] } })
  for (const [query, expected] of [
    ['tag=anna', ['1.jpg', '2.jpg']],
    ['tag=ete&tag=sea', ['1.jpg', 'a/3.jpg']],
    ['tag=ete&tag=sea&folder=a', ['a/3.jpg']],
    ['tag=nobody', []],
    ['frame=hall', ['a/3.jpg']],
    ['rating=1', ['4.jpg', '5.jpg']],
    ['rating=4', ['5.jpg']],
  ] as const) {
    expect(await dealt(service, query)).toEqual([...expected])
  }
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
    ['folder=trips&folder=a&order=name', 'order=name&folder=a&folder=/trips&folder=trips/paris'],
    ['exclude=a&exclude=b&order=name', 'order=name&exclude=b&exclude=a'],
    ['orientation=landscape&order=name', 'orientation=match&width=90&height=80&order=name'],
  ])('has the same rounds with %s and %s', async (one, other) => {
    expect(await shared().deal(1, one)).not.toEqual(await shared().deal(1, other))
  })
})

test.each(['in the same file', 'under its name'])(
  'a picture that takes the place of another %s is dealt by what it shows',
  async (way) => {
    await using service = await openApp({ files })
    const query = 'orientation=portrait&folder=receipts'
    expect(await dealt(service, query)).toEqual([])
    const [path, other] = [service.at('receipts/wide.gif'), service.at('other')]
    await writeFile(way === 'under its name' ? other : path, jpeg(portrait))
    if (way === 'under its name') await rename(other, path)
    service.passTime()
    await service.told('GET /api/images/random')
    await eventually(async () => expect(await dealt(service, query)).toEqual(['receipts/wide.gif']))
  },
)

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
