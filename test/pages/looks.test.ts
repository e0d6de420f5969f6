import { afterEach, beforeEach, describe, expect, setDefaultTimeout, test } from 'bun:test'
import { lacks } from '../support/programs.ts'
import { noImages, until } from './fake-service.ts'
import { openSlideshow, type Slideshow } from './open-slideshow.ts'

setDefaultTimeout(120_000)

const portrait = { width: 2000, height: 3000 }
const landscape = { width: 3000, height: 2000 }
const square = { width: 2000, height: 2000 }

describe.skipIf(lacks('chromium'))('what the slideshow looks like', () => {
  let page: Slideshow

  beforeEach(async () => {
    page = await openSlideshow()
  })

  afterEach(() => page[Symbol.asyncDispose]())

  /** The numbers of the pictures on the screen, in reading order. */
  const shown = () =>
    page.ask<number[]>(`[].map.call(document.querySelectorAll('img.shown'), function (img) {
      return Number(/uploads.(\\d+)/.exec(img.src)[1]) })`)
  const untilShown = (numbers: number[]) =>
    until(`${numbers} is shown`, async () => Bun.deepEquals(await shown(), numbers))
  /** The number of the picture after a page is opened again: it may have fetched one ahead before. */
  const anyShown = async () => {
    await until('a picture is shown', async () => (await shown()).length === 1)
    return (await shown())[0] ?? 0
  }
  /** Waits until nothing moves any more. */
  const settled = () =>
    until('the fade ends', () =>
      page.ask<boolean>(`document.getElementsByClassName('slide').length === 1
      && getComputedStyle(document.querySelector('.slide')).opacity === '1'`),
    )
  /** The boxes of the pictures on the screen: left, top, width, height. */
  const boxes = () =>
    page.ask<number[][]>(`[].map.call(document.querySelectorAll('img.shown'), function (img) {
      var r = img.getBoundingClientRect()
      return [r.left, r.top, r.width, r.height].map(Math.round) })`)

  test('never darkens while one picture fades into the next', async () => {
    page.service.colourOf = () => '#999999'
    await page.open('?seconds=86400')
    await untilShown([1])
    await settled()
    await until('the next is there', () => page.service.pictures.length === 2)
    await page.pass(500)
    // Holds the fade in its middle as soon as it begins.
    await page.ask(`document.addEventListener('transitionrun', function () {
      document.getAnimations().forEach(function (fade) {
        fade.pause()
        fade.currentTime = 500
        window.held = true
      }) })`)
    await page.tap()
    await until('the fade is held', () => page.ask<boolean>(`!!window.held`))
    const opacity = await page.ask<number>(
      `Number(getComputedStyle(document.querySelector('.slide:last-child')).opacity)`,
    )
    expect(opacity).toBeGreaterThan(0.1)
    expect(opacity).toBeLessThan(0.95)
    const [red] = (await page.browser.look()).colourAt(400, 240)
    expect(Math.abs(red - 0x99)).toBeLessThanOrEqual(3)
  })

  test('fills what a picture leaves free by the picture itself, darker, unless told not to', async () => {
    page.service.sizeOf = () => portrait
    page.service.colourOf = () => '#50a0f0'
    await page.open('?seconds=86400')
    await untilShown([1])
    await settled()
    const [red, green, blue] = (await page.browser.look()).colourAt(60, 240)
    expect(red).toBeGreaterThan(20)
    expect(green).toBeGreaterThan(red + 20)
    expect(blue).toBeGreaterThan(green + 20)
    expect(blue).toBeLessThan(0xf0)
    await page.open('?seconds=86400&background=black')
    await anyShown()
    await settled()
    expect((await page.browser.look()).colourAt(60, 240)).toEqual([0, 0, 0])
  })

  test('stays black around a picture where the browser has no canvas', async () => {
    page.service.sizeOf = () => portrait
    await page.browser.prepare(`delete window.HTMLCanvasElement`)
    await page.open('?seconds=86400')
    await untilShown([1])
    await settled()
    expect((await page.browser.look()).colourAt(60, 240)).toEqual([0, 0, 0])
  })

  test('enlarges a small picture to twice its size and no further', async () => {
    page.service.sizeOf = () => ({ width: 150, height: 100 })
    await page.open()
    await untilShown([1])
    expect(await boxes()).toEqual([[250, 140, 300, 200]])
  })

  test('shows two portraits side by side, and landscapes alone', async () => {
    // Portrait, landscape, portrait, landscape, …
    page.service.sizeOf = (number) => (number % 2 === 0 ? landscape : portrait)
    await page.open('?layout=pair&seconds=86400')
    await untilShown([2]) // the first waits for its partner
    await page.tap()
    await untilShown([1, 3])
    expect(await boxes()).toEqual([
      [40, 0, 320, 480],
      [440, 0, 320, 480],
    ])
    await page.tap()
    await untilShown([4])
    await page.tap()
    await untilShown([6])
    await page.tap()
    await untilShown([5, 7])
  })

  test('shows two landscapes one above the other on an upright screen', async () => {
    await page.browser.setScreen(480, 800)
    await page.open('?layout=pair&seconds=86400')
    await untilShown([1, 2])
    expect(await boxes()).toEqual([
      [0, 40, 480, 320],
      [0, 440, 480, 320],
    ])
  })

  test('takes a square picture as a partner, and shows one alone that nothing waits for', async () => {
    page.service.sizeOf = (number) => [square, portrait, square][number - 1] ?? landscape
    await page.open('?layout=pair&seconds=86400')
    await untilShown([1])
    await page.tap()
    await untilShown([2, 3])
  })

  test('shows a portrait alone once a whole round brought no partner, and pairs it when there is one', async () => {
    let turn = 0
    let count = 3
    page.service.sizeOf = (number) => (number === 1 || number === 4 ? portrait : landscape)
    page.service.random = (url) => page.service.deal(url, (turn++ % count) + 1)
    const seen: string[] = []
    await page.open('?layout=pair&seconds=1')
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
    page.service.sizeOf = (number) => (number % 3 === 0 ? landscape : portrait)
    await page.open('?layout=pair&seconds=86400')
    const seen: number[] = []
    for (let slide = 0; slide < 8; slide += 1) {
      await until('another slide', async () => {
        const now = await shown()
        return now.length > 0 && !now.some((number) => seen.includes(number))
      })
      seen.push(...(await shown()))
      await page.tap()
    }
    expect(new Set(seen).size).toBe(seen.length)
    expect(page.service.pictures.length).toBe(new Set(page.service.pictures).size)
  })

  test('names the picture by date, folder and name, in the language of the browser', async () => {
    page.service.metadataOf = () => ({ taken: '2019-07-04T23:30:00' })
    await page.browser.prepare(
      `Object.defineProperty(navigator, 'language', { get: function () { return 'de-DE' } })`,
    )
    await page.open('?caption=date,folder,name')
    await untilShown([1])
    const caption = () => page.ask<string>(`document.querySelector('.slide aside').textContent`)
    expect(await caption()).toBe('4. Juli 2019 · Rome · 1')
    page.service.metadataOf = () => ({ taken: null })
    await page.open('?caption=name,date')
    const number = await anyShown()
    expect(await caption()).toBe(String(number))
    await page.open()
    await anyShown()
    expect(await caption()).toBe('')
  })

  test.each([
    ['IMG_1234.JPG', ''],
    ['IMG_E1234.HEIC', ''],
    ['IMG_20190704_123456~2.jpg', ''],
    ['IMG-20190704-WA0001.jpg', ''],
    ['PXL_20210101_101010123.MP.jpg', ''],
    ['DSC_0001 (2).jpg', ''],
    ['_DSC1234.jpg', ''],
    ['_MG_1234.jpg', ''],
    ['P1000123.jpg', ''],
    ['20190704_123456.jpg', ''],
    ['100_1234.jpg', ''],
    ['IMG_1234 Oma.jpg', 'IMG_1234 Oma'],
    ['Rome 2019.jpg', 'Rome 2019'],
    ['2019.jpg', '2019'],
    ['Été 1.jpg', 'Été 1'],
    [`${'1234567'.repeat(30)} x.jpg`, `${'1234567'.repeat(30)} x`],
  ])('names %s by what a person has called it: %p', async (fileName, caption) => {
    page.service.placeOf = () => ({ fileName })
    await page.open('?caption=name')
    await untilShown([1])
    expect(await page.ask<string>(`document.querySelector('.slide aside').textContent`)).toBe(
      caption,
    )
  })

  /** The boxes of the texts of captions and corner: left, top, right, bottom. */
  const texts = () =>
    page.ask<{ box: [number, number, number, number]; isCut: boolean }[]>(`
      [].map.call(document.querySelectorAll('aside'), function (aside) {
        var r = aside.getBoundingClientRect()
        var padding = parseFloat(getComputedStyle(aside).paddingLeft)
        return {
          box: [r.left + padding, r.top + padding, r.right - padding, r.bottom - padding],
          isCut: aside.scrollWidth > aside.clientWidth &&
            getComputedStyle(aside).overflow + getComputedStyle(aside).textOverflow === 'hiddenellipsis',
        } })`)

  test.each([
    ['a wide screen', 1920, 1080],
    ['a small one', 1024, 600],
    ['a phone', 390, 844],
    ['a phone on its side', 844, 390],
    ['a narrow phone', 320, 568],
  ])('lets no caption run into another, or into the clock, on %s', async (_, width, height) => {
    await page.browser.setScreen(width, height)
    await page.browser.prepare(
      `Object.defineProperty(navigator, 'language', { get: function () { return 'de-DE' } })`,
    )
    page.service.placeOf = () => ({ folder: 'Unsere Reise mit dem Boot nach Norwegen '.repeat(6) })
    page.service.metadataOf = () => ({ taken: '2019-09-04T23:30:00' })
    const partner = width > height ? portrait : landscape
    for (const [layout, size, place] of [
      ['single', landscape, 'bottom'],
      ['pair', partner, 'bottom'],
      ['single', landscape, 'corner'],
      ['pair', partner, 'corner'],
      ['single', landscape, 'top'],
      ['pair', partner, 'top'],
    ] as const) {
      page.service.sizeOf = () => size
      await page.open(`?caption=date,folder&clock=date&layout=${layout}&place=${place}`)
      await until('a slide', async () => (await shown()).length === (layout === 'pair' ? 2 : 1))
      const found = await texts()
      expect(found.length).toBe(layout === 'pair' ? 3 : 2)
      for (const [index, { box }] of found.entries()) {
        expect(box[0]).toBeGreaterThanOrEqual(0)
        expect(box[2]).toBeLessThanOrEqual(width)
        for (const { box: other } of found.slice(index + 1)) {
          const apart =
            box[2] <= other[0] || other[2] <= box[0] || box[3] <= other[1] || other[3] <= box[1]
          expect([box, other, apart]).toEqual([box, other, true])
        }
      }
      // All but the corner are too long, and end in an ellipsis.
      expect(found.filter(({ isCut }) => isCut).length).toBe(found.length - 1)
    }
  })

  test('shows a short caption beside the clock, and a long one above it', async () => {
    await page.browser.setScreen(390, 844)
    page.service.placeOf = (number) => ({ folder: number === 1 ? 'Rome' : 'Rome in summer, again' })
    await page.open('?caption=folder&clock=date&seconds=86400')
    const bottoms = async () => (await texts()).map(({ box }) => Math.round(box[3]))
    await untilShown([1])
    const [beside = 0, corner = 0] = await bottoms()
    expect(Math.abs(beside - corner)).toBeLessThanOrEqual(2)
    await until('the next is there', () => page.service.pictures.length === 2)
    await page.pass(500)
    await page.tap()
    await untilShown([2])
    await settled()
    const [above = 0] = await bottoms()
    expect(above).toBeLessThan(corner - 40)
  })

  test('has its caption where told: at the bottom on the left, above the clock, or at the top', async () => {
    page.service.placeOf = () => ({ folder: 'Rome' })
    for (const [query, isHigh, isRight] of [
      ['clock', false, false],
      ['clock&place=bottom', false, false],
      ['clock&place=corner', false, true],
      ['place=corner', false, true],
      ['clock&place=top', true, false],
    ] as const) {
      await page.open(`?caption=folder&${query}`)
      await anyShown()
      const [{ box: caption } = { box: [0, 0, 0, 0] }, corner] = await texts()
      expect([query, caption[1] < 240, caption[0] > 400]).toEqual([query, isHigh, isRight])
      // In one column with the clock, and at the edge where there is none.
      if (isRight) expect(Math.abs(caption[2] - (corner?.box[2] ?? 0))).toBeLessThanOrEqual(2)
      if (query === 'place=corner') expect(caption[3]).toBeGreaterThan(440)
    }
  })

  test('lets no words about an empty folder run into the clock', async () => {
    await page.browser.setScreen(320, 568)
    page.service.random = noImages
    await page.open('?clock=date')
    await until('it says so', () => page.ask<boolean>(`!!document.querySelector('h1')`))
    expect(
      await page.ask<number>(`document.getElementById('corner').getBoundingClientRect().top -
        document.getElementById('message').getBoundingClientRect().bottom`),
    ).toBeGreaterThanOrEqual(-2)
  })

  test('keeps the parts of a caption in order, whichever way they are written', async () => {
    page.service.placeOf = () => ({ folder: '2025/15 صورة', fileName: 'عائلة 3.jpg' })
    page.service.metadataOf = () => ({ taken: '2019-07-04T23:30:00' })
    await page.open('?caption=date,folder,name')
    await untilShown([1])
    const places = await page.ask<number[]>(`[].map.call(
      document.querySelectorAll('.slide aside > *'), function (part) {
        return part.getBoundingClientRect().left })`)
    expect(places.length).toBe(5)
    expect(places).toEqual(places.toSorted((a, b) => a - b))
  })

  test('keeps caption and clock readable on white', async () => {
    page.service.colourOf = () => '#ffffff'
    await page.open('?caption=name,folder&clock=date&background=black')
    await untilShown([1])
    await settled()
    // Letters are as thin as the fonts of the system are; blocks are the same in all of them.
    await page.ask(`[].forEach.call(document.querySelectorAll('.slide aside, #clock, #date'),
      function (text) { text.textContent = '\u2588 \u2588 \u2588' })`)
    const screen = await page.browser.look()
    for (const selector of ['.slide aside', '#clock', '#date']) {
      const [left = 0, top = 0, right = 0, bottom = 0] = await page.ask<number[]>(`(function () {
        var r = document.querySelector('${selector}').getBoundingClientRect()
        return [r.left, r.top, r.right, r.bottom].map(Math.round) })()`)
      let darkest = 255
      for (let y = top; y < bottom; y += 1) {
        // Between the letters, on the picture: white but for the shadow of the text.
        for (let x = Math.max(left, 41); x < Math.min(right, 759); x += 1) {
          darkest = Math.min(darkest, screen.colourAt(x, y)[0])
        }
      }
      expect(`${selector} ${darkest < 100} ${darkest}`).toStartWith(`${selector} true`)
    }
  })

  test('has a clock that grows with the screen, and a date where asked', async () => {
    const size = () =>
      page.ask<number>(`parseFloat(getComputedStyle(document.getElementById('clock')).fontSize)`)
    await page.open('?clock=date')
    const small = await size()
    expect(await page.ask<string>(`document.getElementById('date').textContent`)).toMatch(
      /\p{L}+.*\d/u,
    )
    await page.browser.setScreen(1920, 1080)
    await until('it grows', async () => (await size()) > small * 1.5)
  })

  const scale = () => page.ask<string>(`document.querySelector('img.shown').style.transform`)

  test('zooms slowly where told, and stops where that is not smooth', async () => {
    // However busy the machine is: all frames come in time, and then none.
    const paint = (frame: string) =>
      page.browser.prepare(`window.requestAnimationFrame = function (run) { ${frame} }`)
    await paint('Promise.resolve().then(run)')
    await page.open('?zoom&seconds=86400')
    await untilShown([1])
    const moving = () =>
      page.ask<boolean>(`document.getAnimations().some(function (each) {
        return each.transitionProperty === 'transform' })`)
    await page.pass(2000)
    expect(await moving()).toBeTrue()
    await paint('')
    await page.open('?zoom&seconds=86400')
    const last = await anyShown()
    await until('it stops', () =>
      page.ask<boolean>(`/ 1s/.test(document.querySelector('img.shown').style.transition)`),
    )
    await page.tap()
    await untilShown([last + 1])
    expect(await scale()).toBe('')
  })

  test('does not zoom for people who asked for less motion, nor untold', async () => {
    await page.open()
    await untilShown([1])
    expect(await scale()).toBe('')
    await page.browser.view.cdp('Emulation.setEmulatedMedia', {
      features: [{ name: 'prefers-reduced-motion', value: 'reduce' }],
    })
    await page.open('?zoom')
    await anyShown()
    expect(await scale()).toBe('')
  })

  test.each([
    [800, 480],
    [390, 844],
    [1920, 1080],
  ])(
    'says how to add pictures in words that fit %d x %d and can be selected',
    async (width, height) => {
      page.service.random = noImages
      await page.browser.setScreen(width, height)
      await page.open('?folder=Rome')
      await until('it says so', () => page.ask<boolean>(`!!document.querySelector('h1')`))
      const fits = await page.ask<boolean>(`(function () {
      var message = document.getElementById('message')
      return message.scrollHeight <= message.clientHeight && message.scrollWidth <= message.clientWidth
    })()`)
      expect(fits).toBeTrue()
      const text =
        await page.ask<string>(`(getSelection().selectAllChildren(document.getElementById('message')),
      String(getSelection()))`)
      expect(text).toContain('No pictures in Rome yet')
      expect(text).toContain(`http://${page.service.host}/admin`)
      expect(await page.ask<string>(`getComputedStyle(document.querySelector('h1')).cursor`)).toBe(
        'auto',
      )
    },
  )
})
