import { afterEach, beforeEach, describe, expect, setDefaultTimeout, test } from 'bun:test'
import { chromium, openBrowser } from '../support/browser.ts'
import { FakeService, noImages, until } from './fake-service.ts'

setDefaultTimeout(120_000)

const portrait = { width: 2000, height: 3000 }
const landscape = { width: 3000, height: 2000 }
const square = { width: 2000, height: 2000 }

describe.skipIf(!chromium)('what the slideshow looks like', () => {
  let service: FakeService
  let browser: Awaited<ReturnType<typeof openBrowser>>

  beforeEach(async () => {
    service = new FakeService()
    service.start()
    browser = await openBrowser()
    await browser.setScreen(800, 480)
  })

  afterEach(async () => {
    await browser[Symbol.asyncDispose]()
    await service.stop()
  })

  const open = (query = '') => browser.view.navigate(`http://${service.host}/${query}`)
  const ask = <T>(source: string) => browser.view.evaluate<T>(source)
  /** The numbers of the pictures on the screen, in reading order. */
  const shown = () =>
    ask<number[]>(`[].map.call(document.querySelectorAll('img.shown'), function (img) {
      return Number(/uploads.(\\d+)/.exec(img.src)[1]) })`)
  const untilShown = (numbers: number[]) =>
    until(`${numbers} is shown`, async () => Bun.deepEquals(await shown(), numbers))
  /** Waits until nothing moves any more. */
  const settled = () =>
    until('the fade ends', () =>
      ask<boolean>(`document.getElementsByClassName('slide').length === 1
      && getComputedStyle(document.querySelector('.slide')).opacity === '1'`),
    )
  /** The boxes of the pictures on the screen: left, top, width, height. */
  const boxes = () =>
    ask<number[][]>(`[].map.call(document.querySelectorAll('img.shown'), function (img) {
      var r = img.getBoundingClientRect()
      return [r.left, r.top, r.width, r.height].map(Math.round) })`)
  const tap = () => browser.view.click(20, 20)

  test('never darkens while one picture fades into the next', async () => {
    service.colourOf = () => '#999999'
    await open('?seconds=86400')
    await untilShown([1])
    await settled()
    await until('the next is there', () => service.pictures.length === 2)
    await Bun.sleep(500)
    // Holds the fade in its middle as soon as it begins.
    await ask(`document.addEventListener('transitionrun', function () {
      document.getAnimations().forEach(function (fade) {
        fade.pause()
        fade.currentTime = 500
        window.held = true
      }) })`)
    await tap()
    await until('the fade is held', () => ask<boolean>(`!!window.held`))
    const opacity = await ask<number>(
      `Number(getComputedStyle(document.querySelector('.slide:last-child')).opacity)`,
    )
    expect(opacity).toBeGreaterThan(0.1)
    expect(opacity).toBeLessThan(0.95)
    const [red] = (await browser.look()).colourAt(400, 240)
    expect(Math.abs(red - 0x99)).toBeLessThanOrEqual(3)
  })

  test('fills what a picture leaves free by the picture itself, darker, unless told not to', async () => {
    service.sizeOf = () => portrait
    service.colourOf = () => '#50a0f0'
    await open('?seconds=86400')
    await untilShown([1])
    await settled()
    const [red, green, blue] = (await browser.look()).colourAt(60, 240)
    expect(red).toBeGreaterThan(20)
    expect(green).toBeGreaterThan(red + 20)
    expect(blue).toBeGreaterThan(green + 20)
    expect(blue).toBeLessThan(0xf0)
    await open('?seconds=86400&background=black')
    await until('a picture', async () => (await shown()).length === 1)
    await settled()
    expect((await browser.look()).colourAt(60, 240)).toEqual([0, 0, 0])
  })

  test('stays black around a picture where the browser has no canvas', async () => {
    service.sizeOf = () => portrait
    await browser.prepare(`delete window.HTMLCanvasElement`)
    await open('?seconds=86400')
    await untilShown([1])
    await settled()
    expect((await browser.look()).colourAt(60, 240)).toEqual([0, 0, 0])
  })

  test('enlarges a small picture to twice its size and no further', async () => {
    service.sizeOf = () => ({ width: 150, height: 100 })
    await open()
    await untilShown([1])
    expect(await boxes()).toEqual([[250, 140, 300, 200]])
  })

  test('shows two portraits side by side, and landscapes alone', async () => {
    // Portrait, landscape, portrait, landscape, …
    service.sizeOf = (number) => (number % 2 === 0 ? landscape : portrait)
    await open('?layout=pair&seconds=86400')
    await untilShown([2]) // the first waits for its partner
    await tap()
    await untilShown([1, 3])
    expect(await boxes()).toEqual([
      [40, 0, 320, 480],
      [440, 0, 320, 480],
    ])
    await tap()
    await untilShown([4])
    await tap()
    await untilShown([6])
    await tap()
    await untilShown([5, 7])
  })

  test('shows two landscapes one above the other on an upright screen', async () => {
    await browser.setScreen(480, 800)
    await open('?layout=pair&seconds=86400')
    await untilShown([1, 2])
    expect(await boxes()).toEqual([
      [0, 40, 480, 320],
      [0, 440, 480, 320],
    ])
  })

  test('takes a square picture as a partner, and shows one alone that nothing waits for', async () => {
    service.sizeOf = (number) => [square, portrait, square][number - 1] ?? landscape
    await open('?layout=pair&seconds=86400')
    await untilShown([1])
    await tap()
    await untilShown([2, 3])
  })

  test('shows a portrait alone once a whole round brought no partner, and pairs it when there is one', async () => {
    let turn = 0
    let count = 3
    service.sizeOf = (number) => (number === 1 || number === 4 ? portrait : landscape)
    service.random = (url) => service.deal(url, (turn++ % count) + 1)
    const seen: string[] = []
    await open('?layout=pair&seconds=1')
    const watch = async () => {
      const now = String(await shown())
      if (now !== seen.at(-1)) seen.push(now)
    }
    await until('it is shown alone', async () => (await watch(), seen.includes('1')))
    expect(turn).toBeGreaterThan(3 * 2)
    // From then on in each round, until it has a partner.
    count = 4
    await until(
      'it has a partner',
      async () => (await watch(), seen.some((now) => /^(1,4|4,1)$/.test(now))),
    )
    expect(seen).not.toContain('4')
  })

  test('lets nothing of a round be shown twice for the sake of pairs', async () => {
    service.sizeOf = (number) => (number % 3 === 0 ? landscape : portrait)
    await open('?layout=pair&seconds=86400')
    const seen: number[] = []
    for (let slide = 0; slide < 8; slide += 1) {
      await until('another slide', async () => {
        const now = await shown()
        return now.length > 0 && !now.some((number) => seen.includes(number))
      })
      seen.push(...(await shown()))
      await tap()
    }
    expect(new Set(seen).size).toBe(seen.length)
    expect(service.pictures.length).toBe(new Set(service.pictures).size)
  })

  test('names the picture by date, folder and name, in the language of the browser', async () => {
    service.metadataOf = () => ({ taken: '2019-07-04T23:30:00' })
    await browser.prepare(
      `Object.defineProperty(navigator, 'language', { get: function () { return 'de-DE' } })`,
    )
    await open('?caption=date,folder,name')
    await untilShown([1])
    const caption = () => ask<string>(`document.querySelector('.slide aside').textContent`)
    expect(await caption()).toBe('4. Juli 2019 · Trips/Rome · 1')
    service.metadataOf = () => ({ taken: null })
    await open('?caption=name,date')
    await untilShown([2])
    expect(await caption()).toBe('2')
    await open()
    await untilShown([3])
    expect(await caption()).toBe('')
  })

  test('keeps caption and clock readable on white', async () => {
    service.colourOf = () => '#ffffff'
    await open('?caption=name,folder&clock=date&background=black')
    await untilShown([1])
    await settled()
    const screen = await browser.look()
    for (const selector of ['.slide aside', '#clock', '#date']) {
      const [left = 0, top = 0, right = 0, bottom = 0] = await ask<number[]>(`(function () {
        var r = document.querySelector('${selector}').getBoundingClientRect()
        return [r.left, r.top, r.right, r.bottom].map(Math.round) })()`)
      let darkest = 255
      for (let y = top; y < bottom; y += 1) {
        // Between the letters, on the picture: white but for the shadow of the text.
        for (let x = Math.max(left, 41); x < Math.min(right, 759); x += 1) {
          darkest = Math.min(darkest, screen.colourAt(x, y)[0])
        }
      }
      expect([selector, darkest < 100]).toEqual([selector, true])
    }
  })

  test('has a clock that grows with the screen, and a date where asked', async () => {
    const size = () =>
      ask<number>(`parseFloat(getComputedStyle(document.getElementById('clock')).fontSize)`)
    await open('?clock=date')
    const small = await size()
    expect(await ask<string>(`document.getElementById('date').textContent`)).toMatch(/\p{L}+.*\d/u)
    await browser.setScreen(1920, 1080)
    await until('it grows', async () => (await size()) > small * 1.5)
  })

  const scale = () => ask<string>(`document.querySelector('img.shown').style.transform`)

  test('zooms slowly where told, and stops where that is not smooth', async () => {
    const paintEvery = (ms: number) =>
      browser.prepare(`window.requestAnimationFrame = function (run) { setTimeout(run, ${ms}) }`)
    await paintEvery(5)
    await open('?zoom&seconds=86400')
    await untilShown([1])
    const moving = () =>
      ask<boolean>(`document.getAnimations().some(function (each) {
        return each.transitionProperty === 'transform' })`)
    await Bun.sleep(2000)
    expect(await moving()).toBeTrue()
    await paintEvery(200)
    await open('?zoom&seconds=86400')
    await untilShown([3])
    await until('it stops', () =>
      ask<boolean>(`/ 1s/.test(document.querySelector('img.shown').style.transition)`),
    )
    await tap()
    await untilShown([4])
    expect(await scale()).toBe('')
  })

  test('does not zoom for people who asked for less motion, nor untold', async () => {
    await open()
    await untilShown([1])
    expect(await scale()).toBe('')
    await browser.view.cdp('Emulation.setEmulatedMedia', {
      features: [{ name: 'prefers-reduced-motion', value: 'reduce' }],
    })
    await open('?zoom')
    await until('a picture', async () => (await shown()).length === 1)
    expect(await scale()).toBe('')
  })

  test.each([
    [800, 480],
    [390, 844],
    [1920, 1080],
  ])(
    'says how to add pictures in words that fit %d x %d and can be selected',
    async (width, height) => {
      service.random = noImages
      await browser.setScreen(width, height)
      await open('?folder=Rome')
      await until('it says so', () => ask<boolean>(`!!document.querySelector('h1')`))
      const fits = await ask<boolean>(`(function () {
      var message = document.getElementById('message')
      return message.scrollHeight <= message.clientHeight && message.scrollWidth <= message.clientWidth
    })()`)
      expect(fits).toBeTrue()
      const text =
        await ask<string>(`(getSelection().selectAllChildren(document.getElementById('message')),
      String(getSelection()))`)
      expect(text).toContain('No pictures in Rome yet')
      expect(text).toContain(`http://${service.host}/`)
      expect(text.indexOf('uploads folder')).toBeLessThan(text.indexOf('HTTPie'))
      expect(await ask<string>(`getComputedStyle(document.querySelector('h1')).cursor`)).toBe(
        'auto',
      )
    },
  )
})
