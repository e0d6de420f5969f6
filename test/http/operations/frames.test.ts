import { expect, test } from 'bun:test'
import { openApp } from '../../support/app.ts'
import { picture } from '../../support/pictures.ts'

const files = { '2024/a b.jpg': picture('a'), 'c.jpg': picture('c') }

const device = { batteryPercent: null, batteryVolts: null, signalDbm: null, firmware: null }
const lastSeen = expect.any(String)
const unsteered = { label: null, settings: {}, show: null, screen: null, device, lastSeen }

test('every frame that asks is listed, with what it asked for and what it got', async () => {
  await using service = await openApp({ files })
  const display = { 'X-Display-Width': '800', 'X-Display-Height': '480', Accept: '*/*' }
  const question = { headers: display, address: '10.0.0.7' }
  for (let time = 0; time < 2; time += 1) {
    await service.ask('GET /api/images/random?frame=hall&folder=2024', question)
  }
  await service.ask('GET /api/images/random?width=100')
  const image = { path: '2024/a b.jpg', url: '/uploads/2024/a%20b.jpg' }
  const some = { path: expect.any(String), url: expect.any(String) }
  const hall = { name: 'hall', address: '10.0.0.7', conditions: 'folder=2024', image, requests: 2 }
  const other = { name: '', address: '1.2.3.4', conditions: '', image: some, requests: 1 }
  const frames = expect.arrayContaining([
    { ...unsteered, ...hall, display: { width: 800, height: 480 }, kind: 'device' },
    { ...unsteered, ...other, display: null, kind: null },
  ])
  expect(await service.told('GET /api/frames')).toEqual({ frames, totalFrames: 2 })
})

test('a request that gets no picture makes no frame, and a deleted picture is not shown', async () => {
  await using service = await openApp({ files })
  await service.ask('GET /api/images/random?frame=a&folder=none')
  await service.ask('GET /api/images/random?frame=b&width=0')
  expect(await service.told('GET /api/frames')).toEqual({ frames: [], totalFrames: 0 })
  await service.ask('GET /api/images/random?frame=c&folder=2024')
  await service.told('DELETE /api/images', { images: ['2024/a b.jpg'] })
  const frames = [{ name: 'c', image: null }]
  expect(await service.told('GET /api/frames')).toMatchObject({ frames })
})

test('the picture that a frame got is shown where it has moved since, by itself or with its folder', async () => {
  await using service = await openApp({ files })
  await service.ask('GET /api/images/random?frame=hall&folder=2024')
  await service.told('POST /api/images/move', { images: ['2024/a b.jpg'], folder: 'best' })
  await service.told('PATCH /api/folders', { path: 'best', newPath: 'better' })
  const image = { path: 'better/a b.jpg', url: '/uploads/better/a%20b.jpg' }
  expect(await service.told('GET /api/frames')).toMatchObject({ frames: [{ image }] })
})

const panel = '000000,ffffff,cdca00,871300,05409e,27663c'
test.each([
  ['order=name&looks=seconds,clock', 'order=name&looks=seconds%2Cclock', null],
  ['every=1h&orientation=landscape&partner=1', 'every=1h', null],
  ['as=json&width=100&height=80&fit=pad&order=name', 'order=name', null],
  ['width=100&height=80&format=jpeg&order=name', 'order=name', 'page'],
  [
    `as=image&width=99&height=80&palette=spectra6&panel=${panel}&order=name`,
    'order=name',
    'device',
  ],
])(
  'of what a frame asks with, its conditions, looks and kind are listed alone: %s',
  async (query, conditions, kind) => {
    await using service = await openApp({ files })
    await service.ask(`GET /api/images/random?frame=hall&${query}`)
    const frames = [{ name: 'hall', conditions, kind }]
    expect(await service.told('GET /api/frames')).toMatchObject({ frames })
  },
)
