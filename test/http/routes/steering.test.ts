import { describe, expect, test } from 'bun:test'
import { rename, rm } from 'node:fs/promises'
import { z } from 'zod'
import { dataOf, failed, openApp, type TestApp } from '../../support/app.ts'
import { picture, pictureOf } from '../../support/pictures.ts'
import { quadrants } from '../../support/pixels.ts'
import { steppedTime } from '../../support/time.ts'

const files = {
  'a.jpg': picture('a'),
  'b.jpg': picture('b'),
  'c.jpg': picture('c'),
  'trips/d.png': quadrants(60, 40),
  'trips/e.png': quadrants(40, 60),
}

const later = '2999-01-01T00:00:00.000Z'

/** A frame called hall, and what an admin and the frame ask. */
async function steered(service: TestApp) {
  const cookie = await service.login()
  return {
    put: async (json: object, name = 'hall') =>
      service.ask(`PUT /api/frames/${name}`, { json, cookie }),
    next: () => service.ask('POST /api/frames/hall/next', { cookie }),
    forget: () => service.ask('DELETE /api/frames/hall', { cookie }),
    list: async () => (await dataOf(await service.ask('GET /api/frames', { cookie })))['frames'],
    get: async (name = 'hall') => dataOf(await service.ask(`GET /api/frames/${name}`)),
    random: (query = '', headers: Record<string, string> = {}) =>
      service.ask(`GET /api/images/random?frame=hall${query}`, { headers }),
    paths: async (count: number, query = '') => {
      const paths: string[] = []
      for (let n = 0; n < count; n += 1) {
        const answer = await service.ask(`GET /api/images/random?frame=hall${query}`)
        paths.push(String((await dataOf(answer))['imagePath']).slice('/uploads/'.length))
      }
      return paths
    },
  }
}

describe('the settings of a frame', () => {
  test('count where its address says nothing, as the same text in the address would', async () => {
    await using service = await openApp({ files })
    const { put, paths, random } = await steered(service)
    await put({ settings: { folder: ['trips'], order: 'name', width: 30, seconds: 20 } })
    expect(await paths(4)).toEqual(['trips/d.png', 'trips/e.png', 'trips/d.png', 'trips/e.png'])
    expect((await dataOf(await random()))['url']).toContain('?width=30')
    expect((await dataOf(await random('&width=20')))['url']).toContain('?width=20')
    expect(new Set(await paths(5, '&folder='))).toEqual(new Set(Object.keys(files)))
    expect(await paths(2, '&orientation=portrait')).toEqual(['trips/e.png', 'trips/e.png'])
  })

  test('give way to the size of a display', async () => {
    await using service = await openApp({ files })
    const { put, random } = await steered(service)
    await put({ settings: { width: 30, height: 20, fit: 'cover', order: 'name' } })
    const headers = { 'X-Display-Width': '24', 'X-Display-Height': '12', Accept: '*/*' }
    const { url } = await dataOf(await random('', headers))
    expect(url).toContain('width=24&height=12&fit=cover')
  })

  test.each([
    ['fit without a size', { fit: 'cover' }, '', ''],
    ['a colour that is the page’s', { background: 'black', width: 9 }, '', '?width=9'],
    ['dither without a palette', { dither: 'none', palette: 'bw' }, '&format=jpeg', '?format=jpeg'],
    ['a day after the address’s last', { from: '2030-01-01' }, '&to=2029-01-01', ''],
    ['match without a size', { orientation: 'match' }, '', ''],
  ])('are left out where they can not apply: %s', async (_, settings, query, expected) => {
    await using service = await openApp({ files: { 'd.png': quadrants(60, 40) } })
    const { put, random } = await steered(service)
    expect((await put({ settings })).status).toBe(200)
    const answer = await random(query)
    expect(answer.status).toBe(200)
    expect((await dataOf(answer))['url']).toBe(`/uploads/d.png${expected}`)
  })

  test('make an address valid that lacks a size', async () => {
    await using service = await openApp({ files: { 'd.png': quadrants(60, 40) } })
    const { put, random } = await steered(service)
    await put({ settings: { width: 30, height: 20 } })
    expect((await dataOf(await random('&orientation=match')))['url']).toContain('width=30')
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
    await using service = await openApp({ files })
    const { put, get } = await steered(service)
    const answer = await put({ settings })
    expect(answer.status).toBe(400)
    const body = await answer.json()
    expect(body).toEqual(failed('INVALID_REQUEST'))
    expect(JSON.stringify(body)).toContain(named)
    expect((await get())['settings']).toEqual({})
  })

  test('stay where a change does not name them, are replaced as a whole, and cleared by null', async () => {
    await using service = await openApp({ files })
    const { put, get, list } = await steered(service)
    await put({ label: ' The hall ', settings: { order: 'name', clock: true } })
    await put({ label: null })
    expect(await get()).toEqual({
      name: 'hall',
      settings: { order: 'name', clock: true },
      show: null,
      next: 0,
    })
    await put({ settings: { layout: 'pair', fit: 'cover', background: 'black' } })
    expect((await get())['settings']).toEqual({ layout: 'pair', fit: 'cover', background: 'black' })
    await put({ settings: null, label: 'Hall' })
    expect(await list()).toMatchObject([
      { name: 'hall', label: 'Hall', settings: {}, lastSeen: null },
    ])
  })
})

describe('a picture to show now', () => {
  test('is every answer of the frame until then, and does not count as dealt', async () => {
    await using service = await openApp({ files })
    const { put, paths, get, random } = await steered(service)
    const first = await paths(2)
    const show = { path: 'trips/d.png', until: later }
    expect(await dataOf(await put({ show }))).toMatchObject({ show })
    expect(await get()).toMatchObject({ show })
    expect(await paths(3, '&order=newest&folder=none')).toEqual(Array(3).fill('trips/d.png'))
    expect((await random('&as=image')).headers.get('x-image-path')).toBe('trips/d.png')
    await put({ show: null })
    expect(new Set([...first, ...(await paths(3))])).toEqual(new Set(Object.keys(files)))
  })

  test.each([
    [{ path: 'none.jpg', until: later }],
    [{ path: 'trips', until: later }],
    [{ path: 'a.jpg', until: '2001-01-01T00:00:00Z' }],
    [{ path: 'a.jpg', until: 'tomorrow' }],
    [{ path: 'a.jpg' }],
    [{ path: 'text.jpg', until: later }],
    [{ path: 'lossless.png', until: later }],
  ])('is refused where it can not be shown: %j', async (show) => {
    const more = {
      'text.jpg': Buffer.from('text'),
      'lossless.png': pictureOf.png({ width: 4, height: 4 }).subarray(0, 24),
    }
    await using service = await openApp({ files: { ...files, ...more } })
    const { put, get } = await steered(service)
    const answer = await put({ show })
    expect(answer.status).toBe(400)
    expect(await answer.json()).toEqual(failed('INVALID_REQUEST'))
    expect((await get())['show']).toBeNull()
  })

  test('stays without an end, and is named as it is listed', async () => {
    await using service = await openApp({ files: { 'Küche/a.jpg': picture('a'), ...files } })
    const { put, get, random, next } = await steered(service)
    const show = { path: 'Küche/a.jpg', until: null }
    for (const path of ['/Küche/a.jpg', '/uploads/Küche/a.jpg', 'Küche/a.jpg'.normalize('NFD')]) {
      expect(await dataOf(await put({ show: { path, until: null } }))).toMatchObject({ show })
      expect((await get())['show']).toEqual(show)
      const answer = await random('&every=1h')
      expect(await dataOf(answer)).toMatchObject({ imagePath: '/uploads/Küche/a.jpg' })
      expect(Number(answer.headers.get('x-next-change'))).toBeGreaterThan(0)
    }
    await next()
    expect((await get())['show']).toBeNull()
  })

  test.each(['&order=name', ''])(
    'stays to be dealt in its round when another is asked for: %s',
    async (query) => {
      await using service = await openApp({ files })
      const { put, next, paths } = await steered(service)
      const names = Object.keys(files)
      const dealt = await paths(names.length - 2, query)
      const [shown = '', other = ''] = names.filter((name) => !dealt.includes(name))
      await put({ show: { path: shown, until: null } })
      expect(await paths(2, query)).toEqual([shown, shown])
      await next()
      expect(await paths(2, query)).toEqual([other, shown])
    },
  )

  test('may have come a moment ago, whoever has asked since', async () => {
    await using service = await openApp({ files })
    const { put } = await steered(service)
    await service.put('new.jpg', picture('new'))
    service.passTime()
    expect((await put({ show: { path: 'new.jpg', until: null } })).status).toBe(200)
  })

  test('is over at once for a picture that is deleted, whether or not the frame asks', async () => {
    await using service = await openApp({ files })
    const { put, get, list } = await steered(service)
    await put({ show: { path: 'a.jpg', until: null } })
    const cookie = await service.login()
    await service.ask('DELETE /api/images', { json: { images: ['a.jpg'] }, cookie })
    expect((await get())['show']).toBeNull()
    expect(await list()).toMatchObject([{ name: 'hall', show: null }])
  })

  test('ends when the picture goes away', async () => {
    await using service = await openApp({ files })
    const { put, paths, get } = await steered(service)
    await put({ show: { path: 'a.jpg', until: later } })
    await rm(service.at('a.jpg'))
    service.passTime()
    expect(await paths(4)).not.toContain('a.jpg')
    while ((await get())['show'] !== null) await Bun.sleep(20)
  })
})

describe('within a slot', () => {
  const validators = ({ headers }: Response) => [headers.get('etag'), headers.get('last-modified')]

  test('another picture comes when one is asked for, and then stays', async () => {
    await using service = await openApp({ files })
    const { next, paths } = await steered(service)
    const seen = new Set<string | undefined>()
    for (let n = 0; n < 5; n += 1) {
      const [path, same] = await paths(2, '&every=30d')
      expect(same).toBe(path ?? '')
      seen.add(path)
      expect((await next()).status).toBe(200)
    }
    expect(seen.size).toBe(5)
  })

  test.each(['', '&as=image&width=20'])(
    'the validators move with each change: %s',
    async (query) => {
      const time = { now: Date.UTC(2026, 4, 17, 10) }
      await using service = await openApp({
        files: { 'd.png': quadrants(60, 40) },
        collectionClock: () => time.now,
      })
      const { put, next, random } = await steered(service)
      const ask = () => random(`&every=30d${query}`)
      let before = validators(await ask())
      const changes = [
        () => put({ settings: { order: 'name' } }),
        () => put({ show: { path: 'd.png', until: later } }),
        () => put({ show: null }),
        next,
      ]
      for (const change of changes) {
        time.now += 1000
        await change()
        const answer = await ask()
        const after = validators(answer)
        expect(after[0]).not.toBe(before[0] ?? '')
        expect(after[1]).not.toBe(before[1] ?? '')
        const again = await random(`&every=30d${query}`, { 'If-None-Match': after[0] ?? '' })
        expect(again.status).toBe(304)
        before = after
      }
    },
  )

  test('the next change is not later than the end of what is shown', async () => {
    await using service = await openApp({ files })
    const { put, random } = await steered(service)
    const until = service.dependencies.collection.clock() + 60_000
    await put({ show: { path: 'a.jpg', until: new Date(until).toISOString() } })
    const seconds = Number((await random('&every=30d')).headers.get('x-next-change'))
    expect(seconds).toBeGreaterThan(0)
    expect(seconds).toBeLessThanOrEqual(60)
  })
})

describe('a name', () => {
  test.each(['Küche', 'ハ%20ル', 'हिन्दी', 'a.b%20c', '-_', 'x'.repeat(64)])(
    'may be %s',
    async (name) => {
      await using service = await openApp({ files })
      const { put, get } = await steered(service)
      expect((await put({ label: 'x' }, name)).status).toBe(200)
      expect((await service.ask(`GET /api/images/random?frame=${name}`)).status).toBe(200)
      expect(await get(name)).toMatchObject({ name: decodeURIComponent(name).normalize('NFC') })
    },
  )

  test('is decoded once', async () => {
    await using service = await openApp({ files })
    const { put } = await steered(service)
    const answer = await put({ label: 'x' }, 'a%2520b')
    expect(answer.status).toBe(400)
    expect(await answer.json()).toEqual(failed('INVALID_REQUEST'))
  })

  test('in another Unicode form is the same', async () => {
    await using service = await openApp({ files })
    const { put, get } = await steered(service)
    await put({ settings: { order: 'name' } }, encodeURIComponent('Küche'.normalize('NFD')))
    expect(await get(encodeURIComponent('Küche'))).toMatchObject({ settings: { order: 'name' } })
  })

  test('that was never seen has nothing set, and to look it up is not to ask', async () => {
    await using service = await openApp({ files })
    const { get, list, next, forget } = await steered(service)
    expect(await get('nobody')).toEqual({ name: 'nobody', settings: {}, show: null, next: 0 })
    expect(await list()).toEqual([])
    for (const answer of [await next(), await forget()]) {
      expect(answer.status).toBe(404)
      expect(await answer.json()).toEqual(failed('FRAME_NOT_FOUND'))
    }
  })

  test('is forgotten with all that is known of it', async () => {
    await using service = await openApp({ files })
    const { put, forget, list, get, paths } = await steered(service)
    await put({ label: 'Hall', settings: { order: 'name' } })
    expect(await paths(2)).toEqual(['a.jpg', 'b.jpg'])
    expect((await forget()).status).toBe(200)
    expect(await list()).toEqual([])
    expect(await get()).toMatchObject({ settings: {}, next: 0 })
    // Its rounds begin anew.
    expect(new Set(await paths(5))).toEqual(new Set(Object.keys(files)))
  })
})

test('how a frame is steered is told to its page alone, and only once where it stays', async () => {
  await using service = await openApp({ files })
  const { put } = await steered(service)
  await put({ settings: { order: 'name' } })
  const answer = await service.ask('GET /api/frames/hall')
  expect(answer.headers.get('cache-control')).toBe('no-cache')
  expect(answer.headers.get('access-control-allow-origin')).toBeNull()
  const etag = answer.headers.get('etag') ?? ''
  const ask = () => service.ask('GET /api/frames/hall', { headers: { 'If-None-Match': etag } })
  expect((await ask()).status).toBe(304)
  await put({ settings: { order: 'newest' } })
  expect((await ask()).status).toBe(200)
})

test('settings stay while the disk is away, and can be made again where somebody has deleted them', async () => {
  await using service = await openApp({ files })
  const { put, get } = await steered(service)
  const settings = { order: 'name' }
  await put({ settings })
  const { uploadsDir } = service
  await rename(uploadsDir, `${uploadsDir}-away`)
  using time = steppedTime()
  time.pass(1100)
  expect(await get()).toMatchObject({ settings })
  expect((await put({ settings: {} })).status).toBe(500)
  await rename(`${uploadsDir}-away`, uploadsDir)
  time.pass(1100)
  expect(await get()).toMatchObject({ settings })
  await rm(`${uploadsDir}/.photo-frame`, { recursive: true })
  time.pass(1100)
  expect(await get()).toMatchObject({ settings: {} })
  expect((await put({ settings })).status).toBe(200)
  expect(await get()).toMatchObject({ settings })
})

test('1,000 frames can be steered, and the next is refused until one is forgotten', async () => {
  await using service = await openApp({ files })
  const { put, forget } = await steered(service)
  await put({ label: 'x' })
  for (let n = 1; n < 1000; n += 1) expect((await put({ label: 'x' }, `f${n}`)).status).toBe(200)
  const refused = await put({ label: 'x' }, 'more')
  expect(refused.status).toBe(400)
  expect(await refused.json()).toEqual(failed('INVALID_REQUEST'))
  expect((await put({ label: 'y' })).status).toBe(200)
  await forget()
  expect((await put({ label: 'x' }, 'more')).status).toBe(200)
})

test('what strangers ask displaces no frame that is steered', async () => {
  await using service = await openApp({ files })
  const { put, list } = await steered(service)
  await put({ label: 'Hall' })
  await service.ask('GET /api/images/random?frame=hall')
  for (let n = 0; n < 1100; n += 1) await service.ask(`GET /api/images/random?frame=made-up-${n}`)
  const frames = await list()
  expect(frames).toHaveLength(1001)
  expect(frames).toContainEqual(expect.objectContaining({ name: 'hall', requests: 1 }))
})

test.each([
  [
    { 'Percent-Charged': '81.5', 'Battery-Voltage': '3.91', RSSI: '-58', 'FW-Version': '1.5.2' },
    { batteryPercent: 81.5, batteryVolts: 3.91, signalDbm: -58, firmware: '1.5.2' },
  ],
  [
    { 'Battery-Percent': '7' },
    { batteryPercent: 7, batteryVolts: null, signalDbm: null, firmware: null },
  ],
  [
    { 'Percent-Charged': '900', RSSI: 'strong', 'Battery-Voltage': '' },
    { batteryPercent: null, batteryVolts: null, signalDbm: null, firmware: null },
  ],
  [
    { 'X-Battery-Percentage': '64', 'X-Firmware-Version': 'v2.7.1' },
    { batteryPercent: 64, batteryVolts: null, signalDbm: null, firmware: 'v2.7.1' },
  ],
  [
    { 'X-Battery-Percentage': '-1', 'User-Agent': 'ESPHome/2025.11.0 (https://esphome.io)' },
    { batteryPercent: null, batteryVolts: null, signalDbm: null, firmware: 'ESPHome/2025.11.0' },
  ],
  [
    { 'percent-charged': '47', rssi: '0', 'User-Agent': 'trmnl-display/0.1.0-koreader' },
    {
      batteryPercent: 47,
      batteryVolts: null,
      signalDbm: null,
      firmware: 'trmnl-display/0.1.0-koreader',
    },
  ],
  [
    { 'battery-voltage': '81', rssi: '0', 'User-Agent': 'Mozilla/5.0' },
    { batteryPercent: 81, batteryVolts: null, signalDbm: null, firmware: null },
  ],
  [
    { 'battery-voltage': '100.00', rssi: '0' },
    { batteryPercent: null, batteryVolts: null, signalDbm: null, firmware: null },
  ],
])('what a device says of itself is kept: %j', async (headers, device) => {
  await using service = await openApp({ files })
  const { list, random } = await steered(service)
  await random('', headers)
  expect(await list()).toMatchObject([{ name: 'hall', device }])
})

test('a TRMNL device gets what is set for it, but its panel stays', async () => {
  // The wall clock of the tests' time zone.
  const time = { now: new Date(2026, 4, 17, 10, 10).getTime() }
  await using service = await openApp({
    files,
    trmnlQuery: 'folder=trips&every=30m&orientation=portrait',
    collectionClock: () => time.now,
  })
  const { put } = await steered(service)
  const headers = { ID: '01:02:03:0A:05:06', Width: '60', Height: '40', 'Battery-Voltage': '3.7' }
  const display = async () => {
    const answer = await service.app.request('/api/display', { headers }, {})
    const { image_url: url, refresh_rate: rate } = z
      .object({ image_url: z.string(), refresh_rate: z.number() })
      .parse(await answer.json())
    return { url, rate }
  }
  const size = 'width=60&height=40&fit=cover&format=png&palette=bw'
  expect((await display()).url).toContain(`/uploads/trips/e.png?${size}`)
  const name = '0102030a0506'
  const settings = { orientation: 'landscape', every: '2h', width: 10, palette: 'acep7' }
  await put({ settings }, name)
  const steeredTo = await display()
  expect(steeredTo.url).toContain(`/uploads/trips/d.png?${size}`)
  expect(steeredTo.rate).toBe(2 * 3600 - 600)
  await put({ settings: { ...settings, quiet: '11:30-13:15' } }, name)
  expect((await display()).rate).toBe(3 * 3600 + 300)
  const until = new Date(time.now + 400_000).toISOString()
  await put({ show: { path: 'a.jpg', until }, settings: {} }, name)
  const shown = await display()
  expect(shown.url).toContain(`/uploads/a.jpg?${size}`)
  expect(shown.rate).toBe(400)
})
