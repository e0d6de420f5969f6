import { afterEach, beforeEach, describe, expect, setDefaultTimeout, test } from 'bun:test'
import { lacks } from '../support/programs.ts'
import { duplicates, noImages, until } from './fake-service.ts'
import { openSlideshow, type Slideshow } from './open-slideshow.ts'

setDefaultTimeout(120_000)

describe.skipIf(lacks('chromium'))('the slideshow page in Chromium', () => {
  let page: Slideshow
  let frame: Slideshow['service']
  let view: Slideshow['browser']['view']

  beforeEach(async () => {
    page = await openSlideshow()
    frame = page.service
    view = page.browser.view
  })

  afterEach(async () => {
    // Failed requests are part of the tests.
    const others = page.browser.complaints.filter((said) => !said.includes('"source":"network"'))
    expect(others).toEqual([])
    await page[Symbol.asyncDispose]()
  })

  const open = (query?: string) => page.open(query)
  const text = (id: string) => view.evaluate<string>(`document.getElementById('${id}').textContent`)
  const message = () => text('message')
  /** The number of the picture on the screen, 0 when there is none. */
  const shown = () =>
    view.evaluate<number>(
      `(() => { const img = document.querySelector('img.shown')
        return img ? Number(/uploads.(\\d+)/.exec(img.src)[1]) : 0 })()`,
    )
  const untilShown = (number: number) =>
    until(`picture ${number} is shown`, async () => (await shown()) === number)
  /** For a show that runs on: a slow machine may look too late to see each picture. */
  const untilPassed = (number: number) =>
    until(`picture ${number} was shown`, async () => (await shown()) >= number)
  const untilFetched = (count: number) =>
    until(`${count} pictures are fetched`, () => frame.pictures.length >= count)
  /** Runs before the page's script, to replace something of the browser's. */
  const prepare = (source: string) => page.browser.prepare(source)
  /** Writes the page's pauses down, and makes them so many times shorter. */
  const watchPauses = (times = 1) =>
    prepare(`window.pauses = []; window.hurry = ${times}; window.realTimeout = window.setTimeout
      window.setTimeout = function (run, ms) {
        window.pauses.push(ms)
        return window.realTimeout(run, ms / window.hurry)
      }`)
  const hurry = (times: number) => view.evaluate(`window.hurry = ${times}`)
  /** The box of the picture on the screen in CSS pixels: left, top, width, height. */
  const place = () =>
    view.evaluate<number[]>(
      `(() => { const r = document.querySelector('img.shown').getBoundingClientRect()
        return [r.left, r.top, r.width, r.height].map(Math.round) })()`,
    )

  test('shows one picture after the other and requests nothing twice', async () => {
    await open('?seconds=1')
    await untilPassed(4)
    expect(duplicates(frame.pictures)).toEqual([])
    // Nothing else is asked of the server but once whether somebody is logged in, no icon either.
    expect(frame.asked.length).toBe(2 + frame.randoms.length + frame.pictures.length)
  })

  test('fetches the next picture while the current one is shown, and no more', async () => {
    await watchPauses(5)
    await open('?seconds=86400')
    await untilFetched(2)
    await page.pass(500)
    expect(frame.pictures).toEqual(['/uploads/1.jpg', '/uploads/2.jpg'])
    expect(await shown()).toBe(1)
  })

  test('shows a picture that comes meanwhile next, where new ones come first', async () => {
    await open('?seconds=10&new=first')
    await until('a picture is shown', async () => (await shown()) === 1)
    // By then it fetches the next one, as a rule.
    await page.pass(1500)
    frame.random = (url) => frame.deal(url, 77)
    await until('another one is', async () => (await shown()) !== 1)
    expect(await shown()).toBe(77)
  })

  test('crossfades and removes the picture that has gone', async () => {
    await open('?seconds=3')
    await until('two pictures are in the page', () =>
      view.evaluate<boolean>(`document.images.length === 2`),
    )
    expect(await view.evaluate<number>(`document.querySelectorAll('img.shown').length`)).toBe(1)
    await until('one picture is left', () => view.evaluate<boolean>(`document.images.length === 1`))
  })

  test('removes pictures that have gone, however soon the next one comes', async () => {
    await open('?seconds=1')
    let most = 0
    await until('seven pictures were shown', async () => {
      most = Math.max(most, await view.evaluate<number>(`document.images.length`))
      return (await shown()) >= 7
    })
    expect(most).toBeGreaterThan(1)
    expect(most).toBeLessThanOrEqual(4)
    // Also those that are left by going back in the middle of a fade.
    for (const key of ['ArrowRight', 'ArrowLeft', 'ArrowLeft', 'ArrowRight'] as const) {
      await view.press(key)
      await page.pass(200)
    }
    await until('two are left', () => view.evaluate<boolean>(`document.images.length <= 2`))
  })

  test('goes on without a reload when the server was stopped and started', async () => {
    await watchPauses(5)
    await open('?seconds=1')
    await view.evaluate(`window.sameDocument = true`)
    await untilPassed(2)
    await frame.stop()
    await page.pass(800)
    // The last picture stays on the screen, and nothing is said about the trouble.
    expect(await shown()).toBeGreaterThanOrEqual(2)
    expect(await message()).toBe('')

    const dealt = frame.dealt
    frame.start()
    await untilPassed(dealt + 2)
    expect(await view.evaluate<boolean>(`window.sameDocument`)).toBe(true)
    expect(duplicates(frame.pictures)).toEqual([])
    expect(frame.asked.filter((url) => url.pathname === '/').length).toBe(1)
  })

  test('waits longer after each failure and keeps the picture', async () => {
    await watchPauses()
    await open('?seconds=86400')
    await untilFetched(2)
    await hurry(60)
    frame.random = () => new Response('<h1>Bad gateway</h1>', { status: 502 })
    await view.click(400, 240)
    await until('eight requests fail', () => frame.randoms.length >= 10)
    const pauses = (await view.evaluate<number[]>(`window.pauses`)).filter(
      (ms) => ms >= 2000 && ms <= 30_000 && ms !== 20_000,
    )
    const least = [2, 4, 8, 16, 24, 24, 24].map((s) => s * 1000)
    least.forEach((ms, index) => {
      expect(pauses[index]).toBeGreaterThanOrEqual(ms)
      expect(pauses[index]).toBeLessThanOrEqual(ms * 1.25)
    })
    expect(await shown()).toBe(2)
    expect(await message()).toBe('')
  })

  test('does not ask during the pause when tapped, but does when the network is back', async () => {
    await watchPauses(0.01)
    frame.random = () => new Response('', { status: 503 })
    await open()
    await until('it waits', async () => (await message()).includes('Waiting for'))
    for (let tap = 0; tap < 5; tap++) await view.click(400, 240)
    expect(frame.randoms.length).toBe(1)
    frame.random = (url) => frame.deal(url)
    await view.evaluate(`window.dispatchEvent(new Event('online'))`)
    await untilShown(1)
    expect(frame.randoms.length).toBe(2)
  })

  test('gives up a request that gets no answer and asks again', async () => {
    await prepare(`window.realTimeout = window.setTimeout
      window.setTimeout = function (run, ms) { return window.realTimeout(run, ms / 20) }`)
    frame.random = (url) => {
      if (frame.randoms.length === 1) return new Promise(() => {})
      return frame.deal(url)
    }
    await open()
    await until('a picture is shown', async () => (await shown()) > 0)
    expect(frame.randoms.length).toBeGreaterThanOrEqual(2)
  })

  test('takes another picture when one is broken, missing or cut off', async () => {
    frame.picture = (url) => {
      if (url.pathname === '/uploads/2.jpg') return new Response('gone', { status: 404 })
      if (url.pathname === '/uploads/3.jpg') {
        return new Response('not a picture', { headers: { 'content-type': 'image/jpeg' } })
      }
      return frame.rendition(url)
    }
    await watchPauses(5)
    await open('?seconds=1')
    await untilPassed(4)
    expect(duplicates(frame.pictures)).toEqual([])
  })

  test('says in a friendly line that it waits when the first answers fail', async () => {
    await watchPauses(5)
    frame.random = () => new Response('', { status: 503 })
    await open()
    await until('it says so', async () => (await message()).includes('Waiting for'))
    expect(await message()).toContain(frame.host)
    frame.random = (url) => frame.deal(url)
    await untilShown(1)
    expect(await message()).toBe('')
  })

  test('says how to upload when there are no pictures, and starts when there are', async () => {
    frame.random = noImages
    await watchPauses(10)
    await open(`?folder=${encodeURIComponent("Ana's <b>Été</b>")}`)
    await until('it says so', async () => (await message()).includes('No pictures'))
    const said = await message()
    expect(said).toContain(`http://${frame.host}/admin`)
    expect(said).toContain("Ana's <b>Été</b>")
    expect(await view.evaluate<number>(`document.getElementsByTagName('b').length`)).toBe(0)
    frame.random = (url) => frame.deal(url)
    await untilShown(1)
    expect(await message()).toBe('')
  })

  test('takes down the last picture when all were deleted', async () => {
    await open('?seconds=1')
    await untilPassed(1)
    frame.random = noImages
    await until('it says so', async () => (await message()).includes('No pictures yet'))
    expect(await shown()).toBe(0)
  })

  test('names as text what it asked for when that is refused', async () => {
    frame.random = () =>
      Response.json(
        { success: false, error: 'Give "frame" right.', code: 'INVALID_REQUEST' },
        { status: 400 },
      )
    await open('?frame=%3Ci%3Ex%3C/i%3E&folder=a')
    const expected = 'Not understood: frame=<i>x</i>, folder=a'
    await until('it says so', async () => (await message()) === expected)
    expect(await view.evaluate<number>(`document.getElementsByTagName('i').length`)).toBe(0)
  })

  test.each([
    ['captoin=date', 'captoin=date'],
    ['quiet=22-7&seconds=86400', 'quiet=22-7'],
    ['seconds=0&fit=fill', 'seconds=0, fit=fill'],
    ['layout=pairs&background=white', 'layout=pairs, background=white'],
    ['clock=24h&zoom=slow&quiet=22:00-24:00', 'clock=24h, zoom=slow, quiet=22:00-24:00'],
    ['Frame=hall&%3Ci%3E=%zz', 'Frame=hall, <i>=%zz'],
    ['__proto__=x&constructor=y', '__proto__=x, constructor=y'],
    ['caption=__proto__', 'caption=__proto__'],
    ['caption=date,place', 'caption=date,place'],
  ])('names what it does not understand of its address, for a while: %s', async (query, named) => {
    await prepare(`window.realTimeout = window.setTimeout
      window.setTimeout = function (run, ms) {
        // The first pause that the page begins.
        if (!window.endNote) return (window.endNote = run)
        return window.realTimeout(run, ms)
      }`)
    await open(`?${query}&frame=hall`)
    expect(await text('note')).toBe(`Not understood: ${named}`)
    await until('a picture is shown', async () => (await shown()) > 0)
    expect(await text('frame')).not.toContain('[object')
    await view.evaluate(`endNote()`)
    expect(await text('note')).toBe('')
    const looks = query.includes('seconds=86400') ? '&looks=seconds' : ''
    expect(frame.randoms[0]?.search).toBe(
      `?width=800&height=480&format=jpeg&fit=contain${looks}&frame=hall`,
    )
  })

  test('names them in one line, however long they are', async () => {
    await page.browser.setScreen(320, 568)
    await open(`?${'captoin=date&'.repeat(40)}`)
    const [left = 0, width = 0, height] = await view.evaluate<number[]>(
      `(() => { const r = document.getElementById('note').getBoundingClientRect()
        return [r.left, r.width, r.height] })()`,
    )
    expect(left).toBeGreaterThanOrEqual(0)
    expect(left + width).toBeLessThanOrEqual(320)
    expect(height).toBeLessThan(60)
  })

  test.each([
    '',
    '?frame=hall&folder=a&exclude=&since=',
    '?seconds=1.5&fit=contain&background=blur&layout=single&caption=name&clock=0&zoom=no',
    '?seconds=86400&fit=cover&background=black&layout=pair&caption=date,+folder&clock&zoom=&quiet=7:00-7:00',
    '?seconds=&fit=&background=&layout=&caption=&quiet=&clock=date&',
  ])('has nothing to say of an address that it understands: %p', async (query) => {
    await open(query)
    await untilFetched(1)
    expect(await text('note')).toBe('')
  })

  test('passes folder and frame on', async () => {
    await open('?folder=%C3%89t%C3%A9+2024/A%26B&frame=kitchen')
    await untilFetched(1)
    const asked = frame.randoms[0]?.searchParams
    expect(asked?.get('folder')).toBe('Été 2024/A&B')
    expect(asked?.get('frame')).toBe('kitchen')
  })

  test('leaves folder and frame out when they are not given', async () => {
    await open('?folder=&x=%zz')
    await untilFetched(1)
    expect([...(frame.randoms[0]?.searchParams.keys() ?? [])].toSorted()).toEqual([
      'format',
      'height',
      'width',
    ])
  })

  test('asks for device pixels, and for others when the screen is turned', async () => {
    await page.browser.setScreen(640, 400, 2)
    await open('?seconds=86400')
    await untilFetched(2)
    expect(frame.randoms[0]?.search).toBe('?width=1280&height=800&format=jpeg')
    await page.browser.setScreen(400, 640, 2)
    await until('the page is turned', () => view.evaluate<boolean>(`innerWidth === 400`))
    await view.click(100, 100)
    await untilFetched(3)
    expect(frame.randoms[2]?.search).toBe('?width=800&height=1280&format=jpeg')
    // The picture on the screen is laid out anew: as wide as the screen, in its middle.
    expect(await place()).toEqual([0, 187, 400, 267])
  })

  test('fits the whole picture in, unless told to cover the screen', async () => {
    await open()
    await untilShown(1)
    expect(await place()).toEqual([40, 0, 720, 480])
    await open('?fit=cover')
    await until('a picture is shown', async () => (await shown()) > 0)
    expect(await place()).toEqual([0, -26, 800, 533])
    // Not stretched: the rendition asked for is as large as what is shown of it.
    expect(frame.asked.findLast((url) => url.pathname.startsWith('/uploads/'))?.search).toBe(
      '?width=800&height=534',
    )
    const natural = await view.evaluate<number>(`document.querySelector('img.shown').naturalWidth`)
    expect(natural).toBe(800)
  })

  test('goes on when tapped, by right arrow or space, and back by left arrow', async () => {
    await watchPauses(5)
    await open('?seconds=86400')
    await untilFetched(2)
    await view.click(400, 240)
    await untilShown(2)
    await untilFetched(3)
    await view.press('ArrowRight')
    await untilShown(3)
    await untilFetched(4)
    await view.press('Space')
    await untilShown(4)
    await untilFetched(5)
    const asked = frame.asked.length
    await view.press('ArrowLeft')
    await untilShown(3)
    await view.press('ArrowLeft')
    await untilShown(2)
    await page.pass(500)
    expect(frame.asked.length).toBe(asked)
    await view.press('ArrowRight')
    await untilShown(3)
    await view.press('ArrowRight')
    await view.press('ArrowRight')
    await untilShown(5)
    expect(duplicates(frame.pictures)).toEqual([])
  })

  test('asks for one picture at a time, however often it is tapped', async () => {
    const gate = Promise.withResolvers<void>()
    frame.picture = async (url) => {
      if (url.pathname === '/uploads/3.jpg') await gate.promise
      return frame.rendition(url)
    }
    await watchPauses(5)
    await open('?seconds=86400')
    await untilFetched(2)
    for (let tap = 0; tap < 10; tap++) await view.click(400, 240)
    await untilFetched(3)
    for (let tap = 0; tap < 10; tap++) await view.click(400, 240)
    expect(frame.randoms.length).toBe(3)
    expect(await shown()).toBe(2)
    gate.resolve()
    await untilShown(3)
    // The taps that waited meant one picture, not twenty.
    await untilFetched(4)
    await page.pass(500)
    expect(await shown()).toBe(3)
    expect(frame.randoms.length).toBe(4)
  })

  test('does not fetch again what it still has', async () => {
    let turn = 0
    frame.random = (url) => frame.deal(url, (turn++ % 3) + 1)
    await watchPauses(5)
    await open('?seconds=1')
    await until('three rounds are dealt', () => turn >= 9)
    await hurry(1)
    expect(frame.pictures.toSorted()).toEqual([
      '/uploads/1.jpg',
      '/uploads/2.jpg',
      '/uploads/3.jpg',
    ])
    // The browser's cache alone would do that much; it is the very same element too.
    await untilShown(1)
    await view.evaluate(`document.querySelector('img.shown').kept = true`)
    await untilShown(2)
    await untilShown(1)
    expect(await view.evaluate<boolean>(`document.querySelector('img.shown').kept`)).toBe(true)
  })

  test('fetches a picture again whose file was replaced', async () => {
    frame.random = (url) => frame.deal(url, 1, new Date(frame.randoms.length * 1000))
    await open('?seconds=1')
    await untilShown(1)
    await view.evaluate(`document.querySelector('img.shown').kept = true`)
    await until('another element is shown', () =>
      view.evaluate<boolean>(`!document.querySelector('img.shown').kept`),
    )
  })

  test('asks for nothing while it is not seen, and goes on when it is', async () => {
    await prepare(`window.unseen = false
      Object.defineProperty(document, 'hidden', { get: function () { return window.unseen } })
      window.see = function (seen) {
        window.unseen = !seen
        document.dispatchEvent(new Event('visibilitychange'))
      }`)
    await watchPauses(5)
    await open('?seconds=3')
    await untilFetched(2) // the next one waits for its turn
    // In one step, so that nothing happens between the two.
    const source = `document.querySelector('img.shown').src`
    const picture = await view.evaluate<string>(`(see(false), ${source})`)
    await page.pass(1000) // what was under way arrives, and the time of the picture is up
    const asked = frame.asked.length
    await page.pass(1000)
    expect(frame.asked.length).toBe(asked)
    expect(await view.evaluate<string>(source)).toBe(picture)
    await view.evaluate(`see(true)`)
    await until('it goes on', () => frame.pictures.length >= 4)
    expect(duplicates(frame.pictures)).toEqual([])
  })

  test('keeps the screen awake where it can, and again after it was hidden', async () => {
    await prepare(`window.locks = []
      Object.defineProperty(navigator, 'wakeLock', { value: { request: function (type) {
        var lock = { type: type, released: false, release: function () {} }
        locks.push(lock)
        return Promise.resolve(lock)
      } } })`)
    await open('?seconds=1')
    await untilPassed(3)
    expect(await view.evaluate<string[]>(`locks.map(function (l) { return l.type })`)).toEqual([
      'screen',
    ])
    await view.evaluate(
      `(locks[0].released = true, document.dispatchEvent(new Event('visibilitychange')))`,
    )
    await until('it has another lock', () => view.evaluate<boolean>(`locks.length >= 2`))
  })

  test.each([
    ['refused', `{ request: function () { return Promise.reject(new DOMException('no')) } }`],
    ['unknown', `undefined`],
  ])('shows pictures where a lock of the screen is %s', async (_, wakeLock) => {
    await prepare(`Object.defineProperty(navigator, 'wakeLock', { value: ${wakeLock} })`)
    await open('?seconds=1')
    await untilPassed(2)
  })

  test('shows the time only when asked to', async () => {
    await open('?clock')
    expect(await text('clock')).toMatch(/^([01]\d|2[0-3]):[0-5]\d$/)
    await open('?clock=0')
    expect(await text('clock')).toBe('')
    await open()
    expect(await text('clock')).toBe('')
  })

  test.each([
    ['', 15],
    ['?seconds=7', 7],
    ['?seconds=86400', 86400],
    ['?seconds=86401', 15],
    ['?seconds=0', 15],
    ['?seconds=-3', 15],
    ['?seconds=soon', 15],
    ['?seconds=', 15],
  ])('with %p shows each picture for %d s', async (query, seconds) => {
    await watchPauses()
    await open(query)
    await untilShown(1)
    // The other pauses on the way: the answer, the picture, the fade.
    const others = [20_000, 60_000, 1100]
    const pauses = await view.evaluate<number[]>(`window.pauses`)
    expect(pauses.filter((ms) => !others.includes(ms))).toEqual([seconds * 1000])
  })

  test('fills the screen in black, without a cursor or scroll bars', async () => {
    await open()
    await untilShown(1)
    const look = await view.evaluate<Record<string, string | number>>(`(() => {
      const frame = document.getElementById('frame')
      const { width, height } = frame.getBoundingClientRect()
      return { width, height, cursor: getComputedStyle(frame).cursor,
        black: getComputedStyle(document.body).backgroundColor,
        scroll: document.documentElement.scrollHeight }
    })()`)
    expect(look).toEqual({
      width: 800,
      height: 480,
      cursor: 'none',
      black: 'rgb(0, 0, 0)',
      scroll: 480,
    })
  })
})
