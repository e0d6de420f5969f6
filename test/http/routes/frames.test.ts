import { expect, test } from 'bun:test'
import { dataOf, openApp } from '../../support/app.ts'
import { picture } from '../../support/pictures.ts'

const files = { '2024/a b.jpg': picture('a'), 'c.jpg': picture('c') }

const device = { batteryPercent: null, batteryVolts: null, signalDbm: null, firmware: null }
const unsteered = { label: null, settings: {}, show: null, device }

test('every frame that asks is listed, with what it asked for and what it got', async () => {
  await using service = await openApp({ files })
  const headers = { 'X-Display-Width': '800', 'X-Display-Height': '480', Accept: '*/*' }
  await service.ask('GET /api/images/random?frame=hall&folder=2024', {
    headers,
    address: '10.0.0.7',
  })
  await service.ask('GET /api/images/random?frame=hall&folder=2024', {
    headers,
    address: '10.0.0.7',
  })
  await service.ask('GET /api/images/random?width=100')
  const data = await dataOf(await service.ask('GET /api/frames', { cookie: await service.login() }))
  const lastSeen = expect.any(String)
  expect(data).toEqual({
    frames: expect.arrayContaining([
      {
        name: 'hall',
        ...unsteered,
        lastSeen,
        address: '10.0.0.7',
        display: { width: 800, height: 480 },
        conditions: 'folder=2024',
        image: { path: '2024/a b.jpg', url: '/uploads/2024/a%20b.jpg' },
        requests: 2,
      },
      {
        name: '',
        ...unsteered,
        lastSeen,
        address: '1.2.3.4',
        display: null,
        conditions: '',
        image: { path: expect.any(String), url: expect.any(String) },
        requests: 1,
      },
    ]),
    totalFrames: 2,
  })
})

test('a request that gets no picture makes no frame, and a deleted picture is not shown', async () => {
  await using service = await openApp({ files })
  const cookie = await service.login()
  await service.ask('GET /api/images/random?frame=a&folder=none')
  await service.ask('GET /api/images/random?frame=b&width=0')
  expect(await dataOf(await service.ask('GET /api/frames', { cookie }))).toEqual({
    frames: [],
    totalFrames: 0,
  })
  await service.ask('GET /api/images/random?frame=c&folder=2024')
  await service.ask('DELETE /api/images', { json: { images: ['2024/a b.jpg'] }, cookie })
  expect(await dataOf(await service.ask('GET /api/frames', { cookie }))).toMatchObject({
    frames: [{ name: 'c', image: null }],
  })
})

test('what a page sets itself is listed with its conditions, and the orientation of partners is not', async () => {
  await using service = await openApp({ files })
  const cookie = await service.login()
  const conditions = async (query: string) => {
    await service.ask(`GET /api/images/random?frame=hall&${query}`)
    const { frames } = await dataOf(await service.ask('GET /api/frames', { cookie }))
    return frames
  }
  expect(await conditions('order=name&looks=seconds,clock')).toMatchObject([
    { conditions: 'order=name&looks=seconds%2Cclock' },
  ])
  expect(await conditions('every=1h&orientation=landscape&partner=1')).toMatchObject([
    { conditions: 'every=1h' },
  ])
})

test('the size, the colours and the form of a picture are none of the conditions', async () => {
  await using service = await openApp({ files })
  const panel = '000000,ffffff,cdca00,871300,05409e,27663c'
  const form = `as=json&width=100&height=80&fit=pad&palette=spectra6&panel=${panel}&bytes=9000`
  await service.ask(`GET /api/images/random?frame=hall&${form}&order=name`)
  expect(
    await dataOf(await service.ask('GET /api/frames', { cookie: await service.login() })),
  ).toMatchObject({ frames: [{ name: 'hall', conditions: 'order=name' }] })
})
