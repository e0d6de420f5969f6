import { describe, expect, spyOn, test } from 'bun:test'
import { rm } from 'node:fs/promises'
import { AppError } from '../../../src/errors.ts'
import { dataOf, expectFailed, openApp, type AppOptions } from '../../support/app.ts'
import { picture, pictureOf } from '../../support/pictures.ts'
import { noise, quadrants } from '../../support/pixels.ts'
import { eventually } from '../../support/server.ts'
import { steppedTime } from '../../support/time.ts'

const files = {
  'a.jpg': picture('a'),
  'b.jpg': picture('b'),
  'c.jpg': picture('c'),
  'trips/d.png': quadrants(60, 40),
  'trips/e.png': quadrants(40, 60),
}
const all = new Set(Object.keys(files))
const alone = { files: { 'd.png': quadrants(60, 40) } }

const isOn = { screen: 'on', screenUntil: null }

const later = '2999-01-01T00:00:00.000Z'

/** An app, and what an admin and a frame called hall ask. */
async function openHall(options: AppOptions = {}) {
  const service = await openApp({ files, ...options })
  const { admin, ask } = service
  const random = (query = '', headers: Record<string, string> = {}) =>
    ask(`GET /api/images/random?frame=hall${query}`, { headers })
  return {
    ...service,
    set: (json: object, name = 'hall') => admin(`PUT /api/frames/${name}`, json),
    next: () => admin('POST /api/frames/hall/next'),
    forget: () => admin('DELETE /api/frames/hall'),
    frames: async () => (await service.told('GET /api/frames'))['frames'],
    get: async (name = 'hall') => dataOf(await ask(`GET /api/frames/${name}`)),
    random,
    paths: (count: number, query = '') => service.deal(count, `frame=hall${query}`),
  }
}

describe('the settings of a frame', () => {
  test('count where its address says nothing, as the same text in the address would', async () => {
    await using hall = await openHall()
    const { paths } = hall
    const urlOf = async (query = '') => (await dataOf(await hall.random(query)))['url']
    await hall.set({ settings: { folder: ['trips'], order: 'name', width: 30, seconds: 20 } })
    expect(await paths(4)).toEqual(['trips/d.png', 'trips/e.png', 'trips/d.png', 'trips/e.png'])
    expect(await urlOf()).toContain('?width=30')
    expect(await urlOf('&width=20')).toContain('?width=20')
    expect(new Set(await paths(5, '&folder='))).toEqual(all)
    expect(await paths(2, '&orientation=portrait')).toEqual(['trips/e.png', 'trips/e.png'])
  })

  test.each([
    [{ colour: 'blue' }, 'colour'],
    [{ frame: 'x' }, 'frame'],
    [{ as: 'image' }, 'as'],
    [{ order: 'random' }, 'order'],
    [{ seconds: 0 }, 'seconds'],
    [{ seconds: true }, 'seconds'],
    [{ width: [1] }, 'width'],
    [{ quiet: '25:00-07:00' }, 'quiet'],
    [{ from: '2025-01-01', to: '2024-01-01' }, 'from'],
    [{ palette: 'bw', format: 'jpeg' }, 'palette'],
    [{ fit: 'cover', width: 30 }, 'width'],
    [{ days: 3 }, 'days'],
    [{ rating: 6 }, 'rating'],
    [{ ['__proto__']: { order: 'name' } }, '__proto__'],
    [{ ['__proto__']: null, constructor: 'x' }, '__proto__'],
    [{ constructor: 'x' }, 'constructor'],
    [{ folder: Array(17).fill('a') }, 'folder'],
    [{ exclude: 'x'.repeat(2001) }, '2,000'],
  ])('are refused with the name of what is wrong: %j', async (settings, named) => {
    await using hall = await openHall()
    const error = expect.stringContaining(named)
    expect(await (await hall.set({ settings })).json()).toMatchObject({
      code: 'INVALID_REQUEST',
      error,
    })
    expect((await hall.get())['settings']).toEqual({})
  })

  test('stay where a change does not name them, are replaced and told as a whole, and cleared by null', async () => {
    await using hall = await openHall()
    const settings = { order: 'name', clock: true }
    await hall.set({ label: ' The hall ', settings })
    await hall.set({ label: null })
    expect(await hall.get()).toEqual({ name: 'hall', settings, show: null, next: 0, ...isOn })
    const { headers } = await hall.ask('GET /api/frames/hall')
    expect(headers.get('cache-control')).toBe('no-cache')
    const known = { headers: { 'If-None-Match': headers.get('etag') ?? '' } }
    const others = { layout: 'pair', fit: 'cover', background: 'black' }
    await hall.set({ settings: others })
    expect((await hall.ask('GET /api/frames/hall', known)).status).toBe(200)
    expect((await hall.get())['settings']).toEqual(others)
    await hall.set({ settings: null, label: 'Hall' })
    const cleared = { name: 'hall', label: 'Hall', settings: {}, lastSeen: null }
    expect(await hall.frames()).toMatchObject([cleared])
  })

  test('lead a frame that asks while a folder is renamed to its pictures all the same', async () => {
    await using hall = await openHall()
    await hall.set({ settings: { folder: 'trips', order: 'name' } })
    const { steering } = hall.collection.parts
    const follow = steering.follow.bind(steering)
    const asked: (Response | Promise<Response>)[] = []
    using _ = spyOn(steering, 'follow').mockImplementation(async (moves) => {
      const undo = await follow(moves)
      asked.push(hall.random(), hall.random('&as=image'))
      await Bun.sleep(50)
      return undo
    })
    const renaming = { path: 'trips', newPath: 'travels' }
    expect((await hall.admin('PATCH /api/folders', renaming)).status).toBe(200)
    const answers = await Promise.all(asked)
    expect(answers.map(({ status }) => status)).toEqual([200, 200])
    expect(await hall.paths(1)).toEqual(['travels/d.png'])
  })

  test('keep no frame waiting for a folder that a disk which does not answer never renames', async () => {
    await using hall = await openHall()
    const { steering } = hall.collection.parts
    const end = Promise.withResolvers<() => Promise<void>>()
    using following = spyOn(steering, 'follow').mockReturnValue(end.promise)
    const renaming = hall.admin('PATCH /api/folders', { path: 'trips', newPath: 'travels' })
    await eventually(async () => following.mock.calls.length > 0)
    expect((await hall.random()).status).toBe(503)
    end.resolve(async () => undefined)
    expect((await renaming).status).toBe(200)
    expect((await hall.random()).status).toBe(200)
  })

  test('lead to a folder that has moved, whatever fails after that', async () => {
    await using hall = await openHall()
    await hall.set({ settings: { folder: 'trips', order: 'name' } })
    await hall.admin('POST /api/images/marks', { images: ['trips/d.png'], favourite: true })
    const { marks } = hall.collection.parts
    const removing = spyOn(marks, 'remove').mockRejectedValue(new AppError('FILE_SYSTEM_ERROR'))
    const renaming = { path: 'trips', newPath: 'new/travels' }
    await expectFailed(await hall.admin('PATCH /api/folders', renaming), 'FILE_SYSTEM_ERROR')
    removing.mockRestore()
    expect(await hall.paths(2)).toEqual(['new/travels/d.png', 'new/travels/e.png'])
    expect(await hall.paths(2, '&favourites=only')).toEqual(Array(2).fill('new/travels/d.png'))
  })

  test('stay while the disk is away, and can be made again where somebody has deleted them', async () => {
    await using hall = await openHall()
    const { get } = hall
    const settings = { order: 'name' }
    await hall.set({ settings })
    using time = steppedTime()
    await hall.whileAway(async () => {
      time.pass(1100)
      expect(await get()).toMatchObject({ settings })
      expect((await hall.set({ settings: {} })).status).toBe(500)
    })
    time.pass(1100)
    expect(await get()).toMatchObject({ settings })
    await rm(hall.at('.photo-frame'), { recursive: true })
    time.pass(1100)
    expect(await get()).toMatchObject({ settings: {} })
    expect((await hall.set({ settings })).status).toBe(200)
    expect(await get()).toMatchObject({ settings })
  })
})

describe('a picture to show now', () => {
  test('is every answer of the frame until then, and does not count as dealt', async () => {
    await using hall = await openHall()
    const { paths } = hall
    const first = await paths(2)
    const show = { path: 'trips/d.png', until: later }
    expect(await dataOf(await hall.set({ show }))).toMatchObject({ show })
    expect(await hall.get()).toMatchObject({ show })
    expect(await paths(3, '&order=newest&folder=none')).toEqual(Array(3).fill('trips/d.png'))
    expect((await hall.random('&as=image')).headers.get('x-image-path')).toBe('trips/d.png')
    await hall.set({ show: null })
    expect(new Set([...first, ...(await paths(3))])).toEqual(all)
  })

  test('is refused where it can not be shown', async () => {
    const lossless = pictureOf.png({ width: 4, height: 4 }).subarray(0, 24)
    const more = { 'text.jpg': Buffer.from('text'), 'lossless.png': lossless }
    await using hall = await openHall({ files: { ...files, ...more } })
    const wrong: [string, string | undefined][] = [
      'none.jpg',
      'trips',
      'text.jpg',
      'lossless.png',
    ].map((path) => [path, later])
    for (const until of ['2001-01-01T00:00:00Z', 'tomorrow', undefined])
      wrong.push(['a.jpg', until])
    for (const [path, until] of wrong) {
      await expectFailed(await hall.set({ show: { path, until } }), 'INVALID_REQUEST')
      expect((await hall.get())['show']).toBeNull()
    }
  })

  test('stays without an end, and is named as it is listed', async () => {
    await using hall = await openHall({ files: { 'Küche/a.jpg': picture('a'), ...files } })
    const show = { path: 'Küche/a.jpg', until: null }
    for (const path of ['/Küche/a.jpg', '/uploads/Küche/a.jpg', 'Küche/a.jpg'.normalize('NFD')]) {
      expect(await dataOf(await hall.set({ show: { path, until: null } }))).toMatchObject({ show })
      expect((await hall.get())['show']).toEqual(show)
      const answer = await hall.random('&every=1h')
      expect(await dataOf(answer)).toMatchObject({ imagePath: '/uploads/Küche/a.jpg' })
      expect(Number(answer.headers.get('x-next-change'))).toBeGreaterThan(0)
    }
    await hall.next()
    expect((await hall.get())['show']).toBeNull()
  })

  test.each(['&order=name', ''])(
    'stays to be dealt in its round when another is asked for: %s',
    async (query) => {
      await using hall = await openHall()
      const dealt = new Set(await hall.paths(all.size - 2, query))
      const [shown = '', other = ''] = all.difference(dealt)
      await hall.set({ show: { path: shown, until: null } })
      expect(await hall.paths(2, query)).toEqual([shown, shown])
      await hall.next()
      expect(await hall.paths(2, query)).toEqual([other, shown])
    },
  )

  test('is not what comes next where it is moved before the frame asks', async () => {
    await using hall = await openHall()
    await hall.set({ settings: { order: 'name' }, show: { path: 'a.jpg', until: null } })
    expect(await hall.paths(1)).toEqual(['a.jpg'])
    await hall.next()
    await hall.told('POST /api/images/move', { images: ['a.jpg'], folder: '2024' })
    expect(await hall.paths(2)).toEqual(['b.jpg', '2024/a.jpg'])
  })

  test('may have come a moment ago, and ends when it goes, whether or not the frame asks', async () => {
    await using hall = await openHall()
    await hall.put('new.jpg', picture('new'))
    hall.passTime()
    expect((await hall.set({ show: { path: 'new.jpg', until: null } })).status).toBe(200)
    await hall.told('DELETE /api/images', { images: ['new.jpg'] })
    expect((await hall.get())['show']).toBeNull()
    expect(await hall.frames()).toMatchObject([{ name: 'hall', show: null }])
    await hall.set({ show: { path: 'a.jpg', until: later } })
    await rm(hall.at('a.jpg'))
    hall.passTime()
    expect(await hall.paths(4)).not.toContain('a.jpg')
    while ((await hall.get())['show'] !== null) await Bun.sleep(20)
  })
})

test('a picture to show ends once it turns out that it is damaged', async () => {
  const cut = noise(40, 40).subarray(0, 900)
  await using hall = await openHall({ files: { ...alone.files, 'cut.png': cut } })
  for (const name of ['hall', 'page']) {
    expect((await hall.set({ show: { path: 'cut.png', until: null } }, name)).status).toBe(200)
  }
  expect((await hall.random('&as=image&width=20')).status).toBe(200)
  expect(await hall.deal(2, 'frame=page&width=20')).toEqual(['d.png', 'd.png'])
  for (const name of ['hall', 'page']) {
    while ((await hall.get(name))['show'] !== null) await Bun.sleep(20)
  }
})

describe('what is set for a frame', () => {
  const trips = { folder: ['trips', '/trips/summer/', 'trips of others'], exclude: 'trips' }
  const show = { path: 'trips/d.png', until: later }

  test('follows a folder that is renamed, which takes effect at once', async () => {
    await using hall = await openHall()
    await hall.set({ settings: { folder: 'trips', caption: 'folder' } })
    await hall.set({ settings: trips, show }, 'desk')
    await hall.told('PATCH /api/folders', { path: 'trips', newPath: '2024/journeys' })
    expect(await hall.get()).toMatchObject({
      settings: { folder: '2024/journeys', caption: 'folder' },
    })
    expect(await hall.get('desk')).toMatchObject({
      settings: {
        folder: ['2024/journeys', '2024/journeys/summer', 'trips of others'],
        exclude: '2024/journeys',
      },
      show: { path: '2024/journeys/d.png' },
    })
    expect(new Set(await hall.paths(4))).toEqual(
      new Set(['2024/journeys/d.png', '2024/journeys/e.png']),
    )
    expect(await hall.deal(1, 'frame=desk')).toEqual(['2024/journeys/d.png'])
  })

  test('follows a picture that is moved, and stays where nothing moves', async () => {
    await using hall = await openHall()
    await hall.set({ settings: { folder: 'trips', exclude: 'trips/summer' }, show })
    const before = await hall.get()
    await hall.told('POST /api/folders', { path: 'taken', name: 'taken' })
    await hall.set({ settings: { folder: 'taken' } }, 'desk')
    for (const newPath of ['trips/below', 'taken']) {
      const answer = await hall.admin('PATCH /api/folders', { path: 'trips', newPath })
      expect(answer.status).toBe(400)
      expect(await hall.get()).toEqual(before)
      expect(await hall.get('desk')).toMatchObject({ settings: { folder: 'taken' } })
    }
    const images = ['trips/d.png', 'trips/missing.png']
    await hall.told('POST /api/images/move', { images, folder: 'best' })
    expect(await hall.get()).toEqual({ ...before, show: { ...show, path: 'best/d.png' } })
  })
})

test('a picture to show stays while frames ask and it is moved, and ends once it is gone', async () => {
  await using hall = await openHall()
  await hall.set({ show: { path: 'a.jpg', until: null } })
  let path = 'a.jpg'
  for (let turn = 0; turn < 10; turn += 1) {
    const images = [path, 'b.jpg', 'c.jpg']
    const moving = hall.told('POST /api/images/move', { images, folder: `${turn}` })
    while (Bun.peek.status(moving) === 'pending') await hall.paths(1)
    await moving
    path = `${turn}/a.jpg`
    expect(await hall.paths(2)).toEqual([path, path])
    await hall.told('PATCH /api/folders', { path: `${turn}`, newPath: `in/${turn}` })
    path = `in/${path}`
    expect(await hall.paths(2)).toEqual([path, path])
  }
  await hall.told('DELETE /api/images', { images: [path] })
  expect(await hall.paths(1)).not.toEqual([path])
  while (hall.collection.parts.steering.get('hall')?.show) await Bun.sleep(20)
  await hall.put(path, picture('a'))
  hall.passTime()
  expect((await hall.get())['show']).toBeNull()
})

test('within a slot another picture comes when one is asked for, and then stays', async () => {
  await using hall = await openHall()
  const seen = new Set<string | undefined>()
  for (let n = 0; n < 5; n += 1) {
    const [path, same] = await hall.paths(2, '&every=30d')
    expect(same).toBe(path ?? '')
    seen.add(path)
    expect((await hall.next()).status).toBe(200)
  }
  expect(seen.size).toBe(5)
})

test.each(['', '&as=image&width=20'])(
  'within a slot the validators move with each change: %s',
  async (query) => {
    const time = { now: Date.UTC(2026, 4, 17, 10) }
    const files = { ...alone.files, 'e.png': quadrants(40, 60), 'f.png': quadrants(40, 60) }
    await using hall = await openHall({ files, collectionClock: () => time.now })
    const ask = async (headers?: Record<string, string>) => {
      const answer = await hall.random(`&every=30d${query}`, headers)
      const [tag, modified] = ['etag', 'last-modified'].map((name) => answer.headers.get(name))
      return { status: answer.status, tag: tag ?? '', modified }
    }
    let before = await ask()
    const changes = [
      () => hall.set({ settings: { order: 'name' } }),
      () => hall.set({ show: { path: 'd.png', until: later } }),
      () => hall.set({ show: null }),
      hall.next,
      () => hall.set({ show: { path: 'f.png', until: null } }),
      () => hall.told('DELETE /api/images', { images: ['f.png'] }),
    ]
    for (const change of changes) {
      time.now += 1000
      await change()
      const after = await ask()
      expect(after.tag).not.toBe(before.tag)
      expect(after.modified).not.toBe(before.modified)
      expect((await ask({ 'If-None-Match': after.tag })).status).toBe(304)
      before = after
    }
  },
)

test('within a slot the next change is not later than the end of what is shown', async () => {
  await using hall = await openHall()
  const until = new Date(hall.collection.parts.clock() + 60_000).toISOString()
  await hall.set({ show: { path: 'a.jpg', until } })
  const seconds = Number((await hall.random('&every=30d')).headers.get('x-next-change'))
  expect(seconds).toBeGreaterThan(0)
  expect(seconds).toBeLessThanOrEqual(60)
})

test('a name may be of any letters, in any form', async () => {
  await using hall = await openHall()
  const letters = ['Küche', 'Ku%CC%88che', 'ハ%20ル', 'हिन्दी', 'a.b%20c', '-_', 'x'.repeat(64)]
  for (const each of letters) {
    expect((await hall.set({ label: 'x' }, each)).status).toBe(200)
    expect((await hall.ask(`GET /api/images/random?frame=${each}`)).status).toBe(200)
    const name = decodeURIComponent(each).normalize('NFC')
    expect(await hall.get(each)).toMatchObject({ name })
  }
})

test('a name is decoded once, and one that was never seen has nothing set and is not listed', async () => {
  await using hall = await openHall()
  await expectFailed(await hall.set({ label: 'x' }, 'a%2520b'), 'INVALID_REQUEST')
  const nothing = { settings: {}, show: null, next: 0, ...isOn }
  expect(await hall.get('nobody')).toEqual({ name: 'nobody', ...nothing })
  expect(await hall.frames()).toEqual([])
})

test('a name is forgotten with all that is known of it', async () => {
  await using hall = await openHall()
  await hall.set({ label: 'Hall', settings: { order: 'name' } })
  expect(await hall.paths(2)).toEqual(['a.jpg', 'b.jpg'])
  const [partner, slot] = ['&partner=1&order=name', '&partner=1&order=name&every=30d']
  expect(await hall.paths(1, partner)).toEqual(['a.jpg'])
  expect(await hall.paths(1, slot)).toEqual(['b.jpg'])
  expect((await hall.forget()).status).toBe(200)
  expect(await hall.frames()).toEqual([])
  expect(await hall.get()).toMatchObject({ settings: {}, next: 0 })
  // Its rounds and those of its partners begin anew, and so do their slots.
  expect(await hall.paths(1, slot)).toEqual(['a.jpg'])
  expect(new Set(await hall.paths(5))).toEqual(all)
})

test('1,000 frames can be steered, and the next is refused until one is forgotten', async () => {
  await using hall = await openHall()
  const label = async (name: string) => (await hall.set({ label: 'x' }, name)).status
  expect(await label('hall')).toBe(200)
  for (let n = 1; n < 1000; n += 1) expect(await label(`f${n}`)).toBe(200)
  await expectFailed(await hall.set({ label: 'x' }, 'more'), 'INVALID_REQUEST')
  expect((await hall.set({ label: 'y' })).status).toBe(200)
  await hall.forget()
  expect(await label('more')).toBe(200)
})

const unknown = { batteryPercent: null, batteryVolts: null, signalDbm: null, firmware: null }
test.each<[agent: string, sent: Record<string, string>, device: object]>([
  ['', { 'Percent-Charged': '81.5', RSSI: '-58' }, { batteryPercent: 81.5, signalDbm: -58 }],
  [
    '',
    { 'Battery-Voltage': '3.91', 'FW-Version': '1.5.2' },
    { batteryVolts: 3.91, firmware: '1.5.2' },
  ],
  ['', { 'Battery-Percent': '7' }, { batteryPercent: 7 }],
  ['', { 'Percent-Charged': '900', RSSI: 'strong', 'Battery-Voltage': '' }, {}],
  [
    '',
    { 'X-Battery-Percentage': '64', 'X-Firmware-Version': '2' },
    { batteryPercent: 64, firmware: '2' },
  ],
  [
    'ESPHome/2025.11 (https://esphome.io)',
    { 'X-Battery-Percentage': '-1' },
    { firmware: 'ESPHome/2025.11' },
  ],
  ['trmnl-display/0.1.0-koreader', { rssi: '0' }, { firmware: 'trmnl-display/0.1.0-koreader' }],
  ['Mozilla/5.0', { 'battery-voltage': '81', rssi: '0' }, { batteryPercent: 81 }],
  ['', { 'battery-voltage': '100.00', rssi: '0' }, {}],
])('what a device says of itself is kept: %s %j', async (agent, sent, device) => {
  await using hall = await openHall()
  await hall.random('', { 'User-Agent': agent, ...sent })
  expect(await hall.frames()).toMatchObject([{ name: 'hall', device: { ...unknown, ...device } }])
})

const noon = new Date(2026, 4, 17, 12).getTime()
const iso = (moment: number) => new Date(moment).toISOString()
const hour = 3_600_000

test('a screen goes off and on by the quiet hours of its frame, and as it is set', async () => {
  const time = { now: noon }
  await using hall = await openHall({ collectionClock: () => time.now })
  const screenOf = async () => {
    const { screen, screenUntil } = await hall.get()
    const { headers } = await hall.random()
    expect((await hall.random('&as=image')).headers.get('x-screen')).toBe(headers.get('x-screen'))
    return [screen, screenUntil, headers.get('x-screen')]
  }
  const listed = async () => (await hall.frames())?.valueOf()
  await hall.set({ settings: { quiet: '13:00-14:00' } })
  expect(await screenOf()).toEqual(['on', iso(noon + hour), null])
  time.now += hour
  expect(await screenOf()).toEqual(['off', iso(noon + 2 * hour), 'off'])
  expect(await dataOf(await hall.set({ screen: 'on' }))).toMatchObject({ screen: 'on' })
  expect(await screenOf()).toEqual(['on', null, null])
  const hours = 'GET /api/frames/hall?quiet=14:30-16:00'
  const whole = async () => Object.values(await hall.told(hours)).slice(-2)
  expect(await whole()).toEqual(['on', null])
  await hall.set({ screen: null })
  expect(await whole()).toEqual(['on', iso(noon + 2.5 * hour)])
  await expectFailed(await hall.ask('GET /api/frames/hall?quiet=night'), 'INVALID_REQUEST')
  time.now += hour
  await hall.set({ screen: 'off', label: 'Hall' })
  expect(await screenOf()).toEqual(['off', null, 'off'])
  expect(await listed()).toMatchObject([{ label: 'Hall', screen: 'off' }])
  await hall.set({ screen: null })
  expect(await screenOf()).toEqual(['on', iso(noon + 25 * hour), null])
  expect(await listed()).toMatchObject([{ screen: null }])
})
