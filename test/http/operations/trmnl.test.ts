import { describe, expect, test } from 'bun:test'
import { z } from 'zod'
import { openApp, type TestApp } from '../../support/app.ts'
import { noise, quadrants } from '../../support/pixels.ts'

const id = 'A4:CF:12:00:9B:0E'
const name = 'a4cf12009b0e'
const files = { 'a b.png': quadrants(90, 60), 'trips/noise.png': noise(400, 300) }

const displaySchema = z.strictObject({
  status: z.literal(0),
  image_url: z.url(),
  filename: z.string().regex(/^[\da-z]{1,20}-\d{10}$/),
  refresh_rate: z.int().min(300),
  update_firmware: z.literal(false),
  reset_firmware: z.literal(false),
})

const send = (service: TestApp, line: string, sent: Record<string, string> = {}, body?: string) => {
  const [method = '', path = ''] = line.split(' ')
  const headers = { Host: 'frame.local:3000', ...sent }
  const init = { method, headers, ...(body !== undefined && { body }) }
  return service.app.request(path, init, { requestIP: () => ({ address: '10.0.0.7' }) })
}

const display = async (service: TestApp, headers: Record<string, string> = {}) => {
  const answer = await send(service, 'GET /api/display', { ID: id, ...headers })
  expect(answer.status).toBe(200)
  const text = await answer.text()
  // Clients without a JSON parser look for `"key":value`.
  expect(text).not.toMatch(/[\s]["{}]|":\s/)
  return displaySchema.parse(JSON.parse(text))
}

const load = async (service: TestApp, url: string) => {
  const { origin, pathname, search } = new URL(url)
  expect(origin).toBe('http://frame.local:3000')
  const answer = await service.app.request(pathname + search)
  expect(answer.status).toBe(200)
  expect(answer.headers.get('content-type')).toBe('image/png')
  return Buffer.from(await answer.arrayBuffer())
}

/** Width, height, bits, type of colour and interlacing of a PNG (third edition, 11.2.1). */
const headerOf = (png: Buffer) => [
  png.readUInt32BE(16),
  png.readUInt32BE(20),
  ...png.subarray(24, 26),
  png[28],
]

describe('a TRMNL device', () => {
  test('is set up by its address', async () => {
    await using service = await openApp({ files })
    const answer = await send(service, 'GET /api/setup', { ID: id })
    expect(answer.status).toBe(200)
    expect(await answer.json()).toEqual({
      status: 200,
      api_key: expect.any(String),
      friendly_id: '009B0E',
      image_url: expect.stringMatching(/^http:\/\/frame\.local:3000\/uploads\//),
      message: expect.any(String),
    })
  })

  test.each<[Record<string, string>, width: number, height: number, bitDepth: number]>([
    [{}, 800, 480, 1],
    [{ Width: '600', Height: '800' }, 600, 800, 1],
    [{ 'png-width': '758', 'png-height': '1024' }, 758, 1024, 1],
    [{ Width: '400', Height: '300', 'Bit-Depth': '2' }, 400, 300, 2],
    [{ Width: '1872', Height: '1404' }, 1872, 1404, 1],
  ])(
    'with the headers %j gets a grey picture of its size',
    async (headers, width, height, bitDepth) => {
      // Of pure noise, too, it gets less than 90,000 bytes.
      const isLarge = width > 1000
      await using service = await openApp({
        files: isLarge ? { 'a.png': noise(width, height) } : files,
      })
      const { image_url: url } = await display(service, headers)
      const png = await load(service, url)
      expect(headerOf(png)).toEqual([width, height, bitDepth, 0, 0])
      expect(png.length).toBeLessThan(90_000)
    },
  )

  test('gets the same picture within a slot, and another file name with another one', async () => {
    await using service = await openApp({ files })
    const first = await display(service)
    expect(await display(service)).toEqual(first)
    expect(first.refresh_rate).toBeLessThanOrEqual(3600)
    const names = new Set([first.filename])
    for (const path of ['a b.png', 'trips/noise.png']) {
      await using other = await openApp({ files: { [path]: files['a b.png'] } })
      names.add((await display(other)).filename)
    }
    expect(names.size).toBeGreaterThan(1)
  })

  test('gets a file name of its slot also where the clock stands before 1970', async () => {
    await using service = await openApp({ files, collectionClock: () => -1e12 })
    await display(service)
  })

  test('gets what is set for it, but its panel stays', async () => {
    // The wall clock of the tests' time zone.
    const now = new Date(2026, 4, 17, 10, 10).getTime()
    const [wide, tall] = [quadrants(60, 40), quadrants(40, 60)]
    await using service = await openApp({
      files: { 'a.png': wide, 'trips/d.png': wide, 'trips/e.png': tall },
      trmnlQuery: 'folder=trips&every=30m&orientation=portrait',
      collectionClock: () => now,
    })
    const settings = { orientation: 'landscape', every: '2h', width: 10, palette: 'acep7' }
    const quiet = { ...settings, quiet: '11:30-13:15' }
    const show = { path: 'a.png', until: new Date(now + 400_000).toISOString() }
    for (const [change, path, rate] of [
      [{ label: 'Hall' }, 'trips/e.png', 1200],
      [{ settings }, 'trips/d.png', 2 * 3600 - 600],
      [{ settings: quiet }, 'trips/d.png', 3 * 3600 + 300],
      // Whoever has set the screen wakes the device in the quiet hours, too.
      [{ screen: 'on' }, 'trips/d.png', 2 * 3600 - 600],
      [{ screen: null, show, settings: {} }, 'a.png', 400],
    ] as const) {
      await service.told(`PUT /api/frames/${name}`, change)
      const told = await display(service, { Width: '60', Height: '40' })
      const size = 'width=60&height=40&fit=cover&format=png&palette=bw'
      expect(told.image_url).toContain(`/uploads/${path}?${size}`)
      expect(told.refresh_rate).toBe(rate)
    }
  })

  test('is listed among the frames, by its address without colons', async () => {
    await using service = await openApp({ files, trustProxy: true })
    const proxied = { 'X-Forwarded-Proto': 'https', 'X-Forwarded-Host': 'photos.example' }
    const sent = { Width: '600', Height: '800', ...proxied }
    // Behind a trusted proxy it gets the address that the proxy was asked for.
    expect((await display(service, sent)).image_url).toStartWith('https://photos.example/uploads/')
    const screen = { address: '10.0.0.7', display: { width: 600, height: 800 } }
    const frames = [{ name, ...screen, conditions: 'every=1h', requests: 1 }]
    expect(await service.told('GET /api/frames')).toMatchObject({ frames })
  })

  test('can be set up without a picture, and log whatever it likes, up to 64 KiB', async () => {
    await using service = await openApp()
    expect((await send(service, 'GET /api/display', { ID: id })).status).toBe(404)
    expect((await send(service, 'GET /api/setup', { ID: id })).status).toBe(200)
    const log = (length: number) => send(service, 'POST /api/log', { ID: id }, 'x'.repeat(length))
    expect((await log(64 * 1024)).status).toBe(204)
    expect((await log(64 * 1024 + 1)).status).toBe(413)
  })

  test('that sends no address of its own, or no size, is refused, and leaves no trace', async () => {
    await using service = await openApp({ files })
    const ids = [undefined, '', 'none', 'A4:CF:12:00:9B', 'A'.repeat(10_240)]
    const sizes = ['99999999 480', '0 0', '-1 tall'].map((size) => size.split(' '))
    const ofNobody = ids.map((ID) => (ID === undefined ? {} : { ID }))
    const ofNoSize = sizes.map(([Width = '', Height = '']) => ({ ID: id, Width, Height }))
    for (const headers of [...ofNobody, ...ofNoSize]) {
      const answer = await send(service, 'GET /api/display', headers)
      expect(answer.status).toBe(400)
      expect(await answer.text()).not.toContain('"status":500')
    }
    for (const headers of ofNobody) {
      expect((await send(service, 'GET /api/setup', headers)).status).toBe(400)
      expect((await send(service, 'POST /api/log', headers, 'x')).status).toBe(400)
    }
    expect(await service.told('GET /api/frames')).toMatchObject({ frames: [] })
  })
})
