import { expect, test } from 'bun:test'
import { openBrowser } from '../support/browser.ts'
import { fasterTimers } from '../support/time.ts'
import { describeSlideshow, type Slideshow } from './describe-slideshow.ts'
import { noImages } from './fake-service.ts'

describeSlideshow('the slideshow through the hours', (page) => {
  const { open, ask, until, pass, tap, prepare, text, colourAt, isBlack } = page
  const { shown, untilShown, untilPassed } = page

  /** Makes it another time of the day for the page: its clock goes on from there. */
  const clockAt = (time: string) => `(function () {
    var real = window.realDate = window.realDate || Date
    var ahead = real.parse('2026-11-21T${time}:00') - real.now()
    window.Date = function (a, b, c) {
      return arguments.length ? new real(a, b, c) : new real(real.now() + ahead)
    }
    window.Date.now = function () { return real.now() + ahead }
    window.Date.parse = real.parse
  })()`

  test.each([
    ...['23:30', '22:00', '00:00', '06:59'].map((time) => ['22:00-07:00', time, true] as const),
    ...['07:00', '21:59'].map((time) => ['22:00-07:00', time, false] as const),
    ...['13:00', '14:29'].map((time) => ['13:00-14:30', time, true] as const),
    ...['14:30', '12:59'].map((time) => ['13:00-14:30', time, false] as const),
    ['9:00-9:00', '09:00', false],
    ['at night', '23:30', false],
  ])('with quiet=%s at %s is quiet: %p', async (hours, time, isQuiet) => {
    await prepare(clockAt(time))
    await prepare(fasterTimers(10))
    await open(`?quiet=${encodeURIComponent(hours)}`)
    if (!isQuiet) return untilShown(1)
    await pass(300)
    expect(page.service.randoms).toEqual([])
    expect(await colourAt(400, 240)).toEqual([0, 0, 0])
  })

  test('goes black at night and asks for nothing, even when tapped, and goes on in the morning', async () => {
    await prepare(clockAt('21:59'))
    await prepare(fasterTimers(10))
    await open('?quiet=22:00-07:00&seconds=1&clock')
    await untilPassed(1)
    await ask(clockAt('22:00'))
    await until(isBlack)
    const asked = page.service.asked.length
    for (let time = 0; time < 3; time += 1) await tap()
    await page.view.press('ArrowLeft')
    await ask(`window.dispatchEvent(new Event('online'))`)
    await pass(500)
    expect(page.service.asked.length).toBe(asked)
    // The clock that was asked for stays, and is dim.
    const dim = await ask<number>(
      `Number(getComputedStyle(document.getElementById('corner')).opacity)`,
    )
    expect(await text('clock')).toBe('22:00')
    expect(dim).toBeLessThan(0.5)
    await ask(clockAt('07:00'))
    await until(() => page.service.asked.length > asked)
    await until(async () => !(await isBlack()))
  })

  test.each<[string, object, 'on' | 'off', string | null, boolean]>([
    ['the admin has switched it off', {}, 'off', null, true],
    ['the admin has, whatever its address says', { quiet: '13:00-14:00' }, 'off', null, true],
    ['the service says so', { settings: '22:00-07:00' }, 'off', '2026-11-22T07:00:00Z', true],
    ['the service says no', { settings: '22:00-07:00' }, 'on', null, false],
    ['the admin has switched it on all the same', { quiet: '22:00-07:00' }, 'on', null, false],
    ['its address says so', { quiet: '22:00-07:00' }, 'on', '2026-11-21T23:30:00Z', true],
    ['its address says no', { quiet: '13:00-14:00' }, 'off', '2026-11-22T07:00:00Z', false],
    ['it knew of this last', { settings: '22:00-07:00' }, 'on', '2026-11-21T22:00:00Z', true],
  ])('with a name is black or not where %s', async (_, where, screen, screenUntil, isQuiet) => {
    const { quiet, settings } = { quiet: '', settings: '', ...where }
    const set = settings === '' ? {} : { quiet: settings }
    page.service.steering = { settings: set, show: null, next: 0, screen, screenUntil }
    await prepare(clockAt('23:00'))
    await open(`?frame=hall&quiet=${quiet}`)
    await until(() => page.service.asked.some(({ pathname }) => pathname.endsWith('/hall')))
    await until(`(document.getElementById('frame').className === 'quiet') === ${isQuiet}`)
    if (!isQuiet) return untilShown(1)
    expect(page.service.randoms).toEqual([])
  })

  test('goes black and on again within seconds when its screen is switched', async () => {
    await prepare(fasterTimers(10))
    const steering = { settings: {}, show: null, next: 0, screenUntil: null }
    page.service.steering = { ...steering, screen: 'on' }
    await open('?frame=hall&seconds=1')
    await untilPassed(1)
    page.service.steering = { ...steering, screen: 'off' }
    await until(isBlack)
    const asked = page.service.randoms.length
    await pass(2000)
    expect(page.service.randoms.length).toBe(asked)
    page.service.steering = { ...steering, screen: 'on' }
    await until(() => page.service.randoms.length > asked)
  })

  test('passes the conditions of its address on, and of its looks the names alone', async () => {
    const conditions =
      'folder=A%26B&folder=C&exclude=D&orientation=match&from=2020-01-01&to=2021-01-01&since=30d' +
      '&on=today&days=3&order=newest&every=1h&frame=hall'
    await open(
      `?${conditions}&seconds=3&clock&caption=date&zoom&quiet=1:00-1:01&layout=&place=x&exclude=&what=this`,
    )
    await until(() => page.service.randoms.length > 0)
    expect(page.service.randoms[0]?.search).toBe(
      `?width=800&height=480&format=jpeg&fit=contain&looks=seconds,clock,caption,zoom,quiet&${conditions}`,
    )
  })

  test('changes with the time slot, and does not before or for a tap', async () => {
    let slot = 1
    page.service.headers = { 'X-Next-Change': '3' }
    page.service.random = (url) => page.service.deal(url, slot)
    await open('?every=1m&seconds=1')
    await untilShown(1)
    await tap()
    await pass(1200)
    expect(await shown()).toEqual([1])
    // One for the start and one for the tap: none before the slot ends.
    expect(page.service.randoms.length).toBeLessThanOrEqual(2)
    expect(page.service.pictures).toEqual(['/uploads/1.jpg'])
    page.service.headers = { 'X-Next-Change': '60' }
    slot = 2
    await untilShown(2)
    const asked = page.service.randoms.length
    await pass(2500)
    expect(page.service.randoms.length).toBe(asked)
  })

  test('changes with slots that last longer than a timer of a browser can', async () => {
    await page.prepare(`(function (real) {
      window.setTimeout = function (run, ms) {
        return real.call(window, run, Math.abs(ms) > 1e9 ? (ms | 0) / 1e6 : ms)
      }
    })(window.setTimeout)`)
    let slot = 1
    page.service.headers = { 'X-Next-Change': String(30 * 24 * 60 * 60) }
    page.service.random = (url) => page.service.deal(url, slot)
    await open('?every=30d')
    await untilShown(1)
    slot = 2
    await untilShown(2)
  })

  /**
   * Has the timers of the page wait for a clock that `goTo` sets, in ms. That gives the name of the
   * picture that is shown once the page has nothing to wait for but the clock.
   */
  const ownClock = `(function (now) {
    var realTimeout = window.setTimeout, timers = {}, last = 0
    function start(pause, run, ms, argument) {
      timers[++last] = { at: now + (ms || 0), pause: pause && ms, run: function () { run(argument) } }
      return last
    }
    window.setTimeout = start.bind(null, false)
    window.setInterval = start.bind(null, true)
    window.clearTimeout = window.clearInterval = function (id) { delete timers[id] }
    window.nextTimer = function () {
      return Math.min.apply(null, Object.keys(timers).map(function (id) { return timers[id].at }))
    }
    window.goTo = function (time) {
      now = time
      Object.keys(timers).forEach(function (id) {
        var timer = timers[id]
        if (!timer || timer.at > now) return
        if (timer.pause) timer.at += timer.pause
        else delete timers[id]
        timer.run()
      })
      return new Promise(function (resolve) {
        (function look() {
          if (loading || following) realTimeout(look, 1)
          else resolve(document.querySelector('.shown:not(:has(~ .shown)) img').alt)
        })()
      })
    }
  })`

  test('changes on two screens of one name within a second', async () => {
    const slotMs = 7000
    let now = 0
    page.service.random = (url) => {
      const slot = Math.floor(now / slotMs)
      const left = Math.ceil(((slot + 1) * slotMs - now) / 1000)
      page.service.headers = { 'X-Next-Change': String(left) }
      return page.service.deal(url, slot)
    }
    await using other = await openBrowser()
    await other.setScreen(390, 844)
    const screens: { view: Slideshow['browser']['view']; changes: Map<string, number> }[] = []
    const switchOn = async ({ view, prepare }: Slideshow['browser']) => {
      await prepare(`${ownClock}(${now})`)
      await view.navigate(`http://${page.service.host}/?every=1m&frame=hall`)
      screens.push({ view, changes: new Map() })
    }
    /** Lets the screens do what is due until a time, and notes when each picture comes. */
    const passUntil = async (end: number) => {
      while (now < end) {
        const timers = screens.map(({ view }) => view.evaluate<number>('nextTimer()'))
        now = Math.min(end, ...(await Promise.all(timers)))
        for (const { view, changes } of screens) {
          const name = await view.evaluate<string>(`goTo(${now})`)
          if (!changes.has(name)) changes.set(name, now)
        }
      }
    }
    await switchOn(page.browser)
    await passUntil(1300)
    await switchOn(other)
    await passUntil(5.5 * slotMs)
    for (const { changes } of screens) {
      expect([...changes.keys()]).toEqual(['0', '1', '2', '3', '4', '5'].map((n) => `${n}.jpg`))
      const late = [...changes.values()].slice(1).map((time, index) => time - (index + 1) * slotMs)
      expect(Math.max(...late)).toBeLessThan(1000)
    }
  })

  /** Deals pictures for pairs of slots of a second: in slot 2 number 2, and 20 as its partner. */
  const dealPairs = () => {
    const pairs = { slot: 1 }
    page.service.sizeOf = () => ({ width: 2000, height: 3000 })
    page.service.headers = { 'X-Next-Change': '2' }
    page.service.random = (url) =>
      page.service.deal(url, url.searchParams.has('partner') ? pairs.slot * 10 : pairs.slot)
    return pairs
  }

  test('shows a partner of the same slot, or none where there is none', async () => {
    const pairs = dealPairs()
    await open('?every=1m&layout=pair')
    await untilShown(1, 10)
    pairs.slot = 2
    await untilShown(2, 20)
    // The next slot may have begun.
    const asked = page.service.randoms.findLast(({ searchParams }) => searchParams.has('partner'))
    expect(asked?.searchParams.get('orientation')).toBe('portrait')
    page.service.random = (url) => page.service.deal(url, 3)
    await untilShown(3)
  })

  test('goes on to the next slot when the partner was on its way as the slot ended', async () => {
    const pairs = dealPairs()
    const arrival = Promise.withResolvers<void>()
    page.service.picture = async (url) => {
      if (url.pathname === '/uploads/10.jpg') await arrival.promise
      return page.service.rendition(url)
    }
    await open('?every=1m&layout=pair')
    await until(() => page.service.pictures.includes('/uploads/10.jpg'))
    pairs.slot = 2
    await pass(1500)
    arrival.resolve()
    await untilShown(2, 20)
    pairs.slot = 3
    await untilShown(3, 30)
  })

  test('reloads itself between two pictures when the service was updated, once the page is there', async () => {
    page.service.headers = { 'X-Version': '1.0.0' }
    await open('?seconds=1')
    await ask(`window.sameDocument = true`)
    await untilPassed(3)
    expect(page.service.asked.filter(({ pathname }) => pathname === '/').length).toBe(1)
    page.service.headers = { 'X-Version': '1.1.0' }
    const before = page.service.dealt
    await until(`!window.sameDocument`)
    await untilPassed(1)
    // What was dealt with the new version was shown first; no more was dealt in vain.
    const { asked } = page.service
    const reload = asked.findLastIndex(({ pathname }) => pathname === '/')
    const dealt = asked
      .slice(0, reload)
      .filter(({ pathname }) => pathname.endsWith('/random')).length
    expect(dealt - before).toBeLessThanOrEqual(1)
  })

  test('asks for no error while there are no pictures, and leaves what somebody selects', async () => {
    await prepare(`var real = XMLHttpRequest.prototype.setRequestHeader
      window.sent = []
      XMLHttpRequest.prototype.setRequestHeader = function (name, value) {
        window.sent.push(name + ': ' + value)
        real.call(this, name, value)
      }
      var timeout = window.setTimeout
      window.setTimeout = function (run, ms) { return timeout(run, ms === 5000 ? 100 : ms) }`)
    page.service.random = noImages
    await open()
    await until(`!!document.querySelector('h1')`)
    await ask(`getSelection().selectAllChildren(document.querySelector('#message p'))`)
    const asked = page.service.randoms.length
    await until(() => page.service.randoms.length > asked + 5)
    expect(await ask<string>(`String(getSelection())`)).toContain('/admin')
    expect(await ask<string[]>(`window.sent`)).toContain('Prefer: handling=lenient')
  })
})
