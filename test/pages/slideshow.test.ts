import { expect, test } from 'bun:test'
import { describeSlideshow, hidable } from './describe-slideshow.ts'
import { duplicates, noImages } from './fake-service.ts'

describeSlideshow('the slideshow page', (page) => {
  const { open, ask, until, pass, prepare, text, shown, anyShown } = page
  const { untilShown, untilPassed, untilFetched } = page
  const untilSaid = (words: string) => until(async () => (await text('message')).includes(words))
  /** Writes the page's pauses down, and makes them so many times shorter. */
  const watchPauses = (times = 1) =>
    prepare(`window.pauses = []; window.hurry = ${times}; window.realTimeout = window.setTimeout
      window.setTimeout = function (run, ms) {
        window.pauses.push(ms)
        return window.realTimeout(run, ms / window.hurry)
      }`)
  const hurry = (times: number) => ask(`window.hurry = ${times}`)
  /** The box of the picture on the screen in CSS pixels: left, top, width, height. */
  const place = () =>
    ask<
      number[]
    >(`(() => { const r = document.querySelector('.shown:not(:has(~ .shown)) img').getBoundingClientRect()
      return [r.left, r.top, r.width, r.height].map(Math.round) })()`)

  test('shows one picture after the other and requests nothing twice', async () => {
    await open('?seconds=1')
    await untilPassed(4)
    const { pictures, asked, randoms } = page.service
    expect(duplicates(pictures)).toEqual([])
    // Nothing else is asked of the server but once whether somebody is logged in, no icon either.
    expect(asked.length).toBe(2 + randoms.length + pictures.length)
  })

  test('fetches the next picture while the current one is shown, and no more', async () => {
    await watchPauses(5)
    await open('?seconds=86400')
    await untilFetched(2)
    await pass(500)
    expect(page.service.pictures).toEqual(['/uploads/1.jpg', '/uploads/2.jpg'])
    expect(await shown()).toEqual([1])
  })

  test('shows a picture that comes meanwhile next, where new ones come first', async () => {
    await open('?seconds=10&new=first')
    await untilShown(1)
    // By then it fetches the next one, as a rule.
    await pass(1500)
    page.service.random = (url) => page.service.deal(url, 77)
    await until(async () => (await shown())[0] !== 1)
    expect(await shown()).toEqual([77])
  })

  test('crossfades, and removes pictures that have gone, however soon the next one comes', async () => {
    await open('?seconds=1')
    let most = 0
    await until(async () => {
      const [images = 0, current] = await ask<number[]>(
        `[document.images.length, document.querySelectorAll('.shown:not(:has(~ .shown)) img').length]`,
      )
      most = Math.max(most, images)
      if (images > 1) expect(current).toBe(1)
      return ((await shown())[0] ?? 0) >= 7
    })
    expect(most).toBeGreaterThan(1)
    expect(most).toBeLessThanOrEqual(4)
    // Also those that are left by going back in the middle of a fade.
    for (const key of ['ArrowRight', 'ArrowLeft', 'ArrowLeft', 'ArrowRight'] as const) {
      await page.view.press(key)
      await pass(200)
    }
    await until(`document.images.length <= 2`)
  })

  test('goes on without a reload when the server was stopped and started', async () => {
    await watchPauses(5)
    await open('?seconds=1')
    await ask(`window.sameDocument = true`)
    await untilPassed(2)
    await page.service.stop()
    await pass(800)
    // The last picture stays on the screen, and nothing is said about the trouble.
    expect((await shown())[0]).toBeGreaterThanOrEqual(2)
    expect(await text('message')).toBe('')

    const { dealt } = page.service
    page.service.start()
    await untilPassed(dealt + 2)
    expect(await ask<boolean>(`window.sameDocument`)).toBe(true)
    expect(duplicates(page.service.pictures)).toEqual([])
    expect(page.service.asked.filter(({ pathname }) => pathname === '/').length).toBe(1)
  })

  test('waits longer after each failure and keeps the picture', async () => {
    await watchPauses()
    await open('?seconds=86400')
    await untilFetched(2)
    await hurry(60)
    page.service.random = () => new Response('<h1>Bad gateway</h1>', { status: 502 })
    await page.tap()
    await until(() => page.service.randoms.length >= 10)
    const pauses = (await ask<number[]>(`window.pauses`)).filter(
      (ms) => ms >= 2000 && ms <= 30_000 && ms !== 20_000,
    )
    for (const [index, seconds] of [2, 4, 8, 16, 24, 24, 24].entries()) {
      expect(pauses[index]).toBeWithin(seconds * 1000, seconds * 1250 + 1)
    }
    expect(await shown()).toEqual([2])
    expect(await text('message')).toBe('')
  })

  test('says that it waits when the first answer fails, and asks when the network is back, not when tapped', async () => {
    await watchPauses(0.01)
    page.service.random = () => new Response('', { status: 503 })
    await open()
    await untilSaid('Waiting for')
    expect(await text('message')).toContain(page.service.host)
    for (let tap = 0; tap < 5; tap++) await page.tap()
    expect(page.service.randoms.length).toBe(1)
    page.service.random = (url) => page.service.deal(url)
    await ask(`window.dispatchEvent(new Event('online'))`)
    await untilShown(1)
    expect(page.service.randoms.length).toBe(2)
    expect(await text('message')).toBe('')
  })

  test('gives up a request that gets no answer and asks again', async () => {
    await watchPauses(20)
    page.service.random = (url) =>
      page.service.randoms.length === 1 ? new Promise(() => {}) : page.service.deal(url)
    await open()
    await anyShown()
    expect(page.service.randoms.length).toBeGreaterThanOrEqual(2)
  })

  test('takes another picture when one is broken, missing or cut off', async () => {
    page.service.picture = (url) => {
      if (url.pathname === '/uploads/2.jpg') return new Response('gone', { status: 404 })
      if (url.pathname !== '/uploads/3.jpg') return page.service.rendition(url)
      return new Response('not a picture', { headers: { 'content-type': 'image/jpeg' } })
    }
    await watchPauses(5)
    await open('?seconds=1')
    await untilPassed(4)
    expect(duplicates(page.service.pictures)).toEqual([])
  })

  test('says how to upload when there are no pictures, starts when there are, and takes the last one down', async () => {
    page.service.random = noImages
    await watchPauses(10)
    await open(`?seconds=1&folder=${encodeURIComponent("Ana's <b>Été</b>")}`)
    await untilSaid('No photos')
    const said = await text('message')
    expect(said).toContain(`http://${page.service.host}/admin`)
    expect(said).toContain("Ana's <b>Été</b>")
    expect(await ask<number>(`document.querySelectorAll('#message b').length`)).toBe(0)
    page.service.random = (url) => page.service.deal(url)
    await untilPassed(1)
    expect(await text('message')).toBe('')
    page.service.random = noImages
    await untilSaid('No photos')
    expect(await shown()).toEqual([])
  })

  test('names as text what it asked for when that is refused', async () => {
    const refusal = { success: false, error: 'Give "frame" right.', code: 'INVALID_REQUEST' }
    page.service.random = () => Response.json(refusal, { status: 400 })
    await open('?frame=%3Ci%3Ex%3C/i%3E&folder=a')
    await until(async () => (await text('message')) === 'Not understood: frame=<i>x</i>, folder=a')
    expect(await ask<number>(`document.getElementsByTagName('i').length`)).toBe(0)
  })

  test.each([
    ['captoin=date', 'captoin=date'],
    ['quiet=22-7&seconds=86400', 'quiet=22-7'],
    ['seconds=0&fit=fill', 'seconds=0, fit=fill'],
    ['Frame=hall&%3Ci%3E=%zz', 'Frame=hall, <i>=%zz'],
    ['__proto__=x&constructor=y', '__proto__=x, constructor=y'],
    ['caption=__proto__', 'caption=__proto__'],
  ])('names what it does not understand of its address, for a while: %s', async (query, named) => {
    await prepare(`window.realTimeout = window.setTimeout
      window.setTimeout = function (run, ms) {
        // The first pause that the page begins.
        if (!window.endNote) return (window.endNote = run)
        return window.realTimeout(run, ms)
      }`)
    await open(`?${query}&frame=hall`)
    expect(await text('note')).toBe(`Not understood: ${named}`)
    await anyShown()
    expect(await text('frame')).not.toContain('[object')
    await ask(`endNote()`)
    expect(await text('note')).toBe('')
    const looks = query.includes('seconds=86400') ? '&looks=seconds' : ''
    const search = `?width=800&height=480&format=jpeg&fit=contain${looks}&frame=hall`
    expect(page.service.randoms[0]?.search).toBe(search)
  })

  test('names them in one line, however long they are', async () => {
    await page.browser.setScreen(320, 568)
    await open(`?${'captoin=date&'.repeat(40)}`)
    const [[left, top, right, bottom] = [-1, 0, 999, 999]] = await page.boxes('#note')
    expect(left).toBeGreaterThanOrEqual(0)
    expect(right).toBeLessThanOrEqual(320)
    expect(bottom - top).toBeLessThan(60)
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

  test('asks for device pixels, and for others when the screen is turned', async () => {
    await page.browser.setScreen(640, 400, 2)
    await open('?seconds=86400&folder=&x=%zz')
    await untilFetched(2)
    expect(page.service.randoms[0]?.search).toBe('?width=1280&height=800&format=jpeg')
    await page.browser.setScreen(400, 640, 2)
    await until(`innerWidth === 400`)
    await page.tap()
    await untilFetched(3)
    expect(page.service.randoms[2]?.search).toBe('?width=800&height=1280&format=jpeg')
    // The picture on the screen is laid out anew: as wide as the screen, in its middle.
    expect(await place()).toEqual([0, 187, 400, 267])
  })

  test('fits the whole picture in, unless told to cover the screen', async () => {
    await open()
    await untilShown(1)
    expect(await place()).toEqual([40, 0, 720, 480])
    await open('?fit=cover')
    await anyShown()
    expect(await place()).toEqual([0, -26, 800, 533])
    // Not stretched: the rendition asked for is as large as what is shown of it.
    expect(
      page.service.asked.findLast(({ pathname }) => pathname.startsWith('/uploads/'))?.search,
    ).toBe('?width=800&height=534')
    expect(
      await ask<number>(`document.querySelector('.shown:not(:has(~ .shown)) img').naturalWidth`),
    ).toBe(800)
  })

  test('goes on when tapped, by right arrow or space, and back by left arrow', async () => {
    await watchPauses(5)
    await open('?seconds=86400')
    await untilFetched(2)
    const ways = [page.tap, () => page.view.press('ArrowRight'), () => page.view.press('Space')]
    for (const [index, goOn] of ways.entries()) {
      await goOn()
      await untilShown(index + 2)
      await untilFetched(index + 3)
    }
    const asked = page.service.asked.length
    for (const number of [3, 2]) {
      await page.view.press('ArrowLeft')
      await untilShown(number)
    }
    await pass(500)
    expect(page.service.asked.length).toBe(asked)
    await page.view.press('ArrowRight')
    await untilShown(3)
    await page.view.press('ArrowRight')
    await page.view.press('ArrowRight')
    await untilShown(5)
    expect(duplicates(page.service.pictures)).toEqual([])
  })

  test('asks for one picture at a time, however often it is tapped', async () => {
    const gate = Promise.withResolvers<void>()
    page.service.picture = async (url) => {
      if (url.pathname === '/uploads/3.jpg') await gate.promise
      return page.service.rendition(url)
    }
    await watchPauses(5)
    await open('?seconds=86400')
    await untilFetched(2)
    for (let tap = 0; tap < 10; tap++) await page.tap()
    await untilFetched(3)
    for (let tap = 0; tap < 10; tap++) await page.tap()
    expect(page.service.randoms.length).toBe(3)
    expect(await shown()).toEqual([2])
    gate.resolve()
    await untilShown(3)
    // The taps that waited meant one picture, not twenty.
    await untilFetched(4)
    await pass(500)
    expect(await shown()).toEqual([3])
    expect(page.service.randoms.length).toBe(4)
  })

  test('does not fetch again what it still has', async () => {
    let turn = 0
    page.service.random = (url) => page.service.deal(url, (turn++ % 3) + 1)
    await watchPauses(5)
    await open('?seconds=1')
    await until(() => turn >= 9)
    await hurry(1)
    expect(page.service.pictures.toSorted()).toEqual([1, 2, 3].map((n) => `/uploads/${n}.jpg`))
    // The browser's cache alone would do that much; it is the very same element too.
    const isFirst = `document.querySelector('.shown:not(:has(~ .shown)) img')?.src.includes('/1.jpg')`
    await until(() =>
      ask<boolean>(
        `${isFirst} && (document.querySelector('.shown:not(:has(~ .shown)) img').kept = true)`,
      ),
    )
    await untilShown(2)
    await until(() =>
      ask<boolean>(`${isFirst} && document.querySelector('.shown:not(:has(~ .shown)) img').kept`),
    )
  })

  test('fetches a picture again whose file was replaced', async () => {
    const { service } = page
    service.random = (url) => service.deal(url, 1, new Date(service.randoms.length * 1000))
    await open('?seconds=1')
    await untilShown(1)
    await ask(`document.querySelector('.shown:not(:has(~ .shown)) img').kept = true`)
    await until(`!document.querySelector('.shown:not(:has(~ .shown)) img').kept`)
  })

  test('asks for nothing while it is not seen, and goes on when it is', async () => {
    await prepare(hidable)
    await watchPauses(5)
    await open('?seconds=3')
    await untilFetched(2) // the next one waits for its turn
    // In one step, so that nothing happens between the two.
    const source = `document.querySelector('.shown:not(:has(~ .shown)) img').src`
    const picture = await ask<string>(`(see(false), ${source})`)
    await pass(1000) // what was under way arrives, and the time of the picture is up
    const asked = page.service.asked.length
    await pass(1000)
    expect(page.service.asked.length).toBe(asked)
    expect(await ask<string>(source)).toBe(picture)
    await ask(`see(true)`)
    await untilFetched(4)
    expect(duplicates(page.service.pictures)).toEqual([])
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
    expect(await ask<string[]>(`locks.map(function (l) { return l.type })`)).toEqual(['screen'])
    await ask(`(locks[0].released = true, document.dispatchEvent(new Event('visibilitychange')))`)
    await until(`locks.length >= 2`)
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
    for (const [query, time] of [
      ['?clock', /^([01]\d|2[0-3]):[0-5]\d$/],
      ['?clock=0', /^$/],
      ['', /^$/],
    ] as const) {
      await open(query)
      expect(await text('clock')).toMatch(time)
    }
  })

  test.each([
    ['', 15],
    ['?seconds=7', 7],
    ['?seconds=86400', 86400],
    ['?seconds=86401', 15],
    ['?seconds=', 15],
  ])('with %p shows each picture for %d s', async (query, seconds) => {
    await watchPauses()
    await open(query)
    await untilShown(1)
    // The other pauses on the way: the answer, the picture, the fade.
    const others = [20_000, 60_000, 1100]
    const pauses = await ask<number[]>(`window.pauses`)
    expect(pauses.filter((ms) => !others.includes(ms))).toEqual([seconds * 1000])
  })

  test('fills the screen in black, without a cursor or scroll bars', async () => {
    await open()
    await untilShown(1)
    const look = `(() => {
      const frame = document.getElementById('frame')
      const { width, height } = frame.getBoundingClientRect()
      return [width, height, document.documentElement.scrollHeight,
        getComputedStyle(frame).cursor, getComputedStyle(document.body).backgroundColor]
    })()`
    expect(await ask<unknown[]>(look)).toEqual([800, 480, 480, 'none', 'rgb(0, 0, 0)'])
  })
})
