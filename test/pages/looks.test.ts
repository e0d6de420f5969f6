import { expect, test } from 'bun:test'
import { areApart, type Box, describeSlideshow, holdFades } from './describe-slideshow.ts'
import { violationsOn } from '../support/axe.ts'
import { noImages } from './fake-service.ts'

const portrait = { width: 2000, height: 3000 }
const landscape = { width: 3000, height: 2000 }
const square = { width: 2000, height: 2000 }

const inGerman = `Object.defineProperty(navigator, 'language', { get: function () { return 'de-DE' } })`

describeSlideshow('what the slideshow looks like', (page) => {
  const { open, ask, until, pass, tap, prepare, text, colourAt } = page
  const { shown, anyShown, untilShown, untilFetched, settled, boxes } = page
  const setScreen = (width: number, height: number) => page.browser.setScreen(width, height)

  test('never darkens while one picture fades into the next', async () => {
    page.service.colourOf = () => '#999999'
    await open('?seconds=86400')
    await untilShown(1)
    await settled()
    await untilFetched(2)
    await pass(500)
    await ask(holdFades)
    await tap()
    await until(`!!window.held`)
    const opacity = await ask<number>(
      `Number(getComputedStyle(document.querySelector('.slide:last-child')).opacity)`,
    )
    expect(opacity).toBeGreaterThan(0.1)
    expect(opacity).toBeLessThan(0.95)
    const [red] = await colourAt(400, 240)
    expect(Math.abs(red - 0x99)).toBeLessThanOrEqual(3)
  })

  test('fills what a picture leaves free by the picture itself, darker, unless told not to', async () => {
    page.service.sizeOf = () => portrait
    page.service.colourOf = () => '#50a0f0'
    await open('?seconds=86400')
    await untilShown(1)
    await settled()
    const [red, green, blue] = await colourAt(60, 240)
    expect(red).toBeGreaterThan(20)
    expect(green).toBeGreaterThan(red + 20)
    expect(blue).toBeGreaterThan(green + 20)
    expect(blue).toBeLessThan(0xf0)
    // Nor where the browser has no canvas.
    for (const query of ['&background=black', '']) {
      await open(`?seconds=86400${query}`)
      await anyShown()
      await settled()
      expect(await colourAt(60, 240)).toEqual([0, 0, 0])
      await prepare(`delete window.HTMLCanvasElement`)
    }
  })

  test('enlarges a small picture to twice its size and no further', async () => {
    page.service.sizeOf = () => ({ width: 150, height: 100 })
    await open()
    await untilShown(1)
    expect(await boxes('.shown:not(:has(~ .shown)) img')).toEqual([[250, 140, 550, 340]])
  })

  test('shows two portraits side by side, and landscapes alone', async () => {
    // Portrait, landscape, portrait, landscape, …
    page.service.sizeOf = (number) => (number % 2 === 0 ? landscape : portrait)
    await open('?layout=pair&seconds=86400')
    await untilShown(2) // the first waits for its partner
    await tap()
    await untilShown(1, 3)
    expect(await boxes('.shown:not(:has(~ .shown)) img')).toEqual([
      [40, 0, 360, 480],
      [440, 0, 760, 480],
    ])
    await tap()
    await untilShown(4)
    await tap()
    await untilShown(6)
    await tap()
    await untilShown(5, 7)
  })

  test('shows two landscapes one above the other on an upright screen', async () => {
    await setScreen(480, 800)
    await open('?layout=pair&seconds=86400')
    await untilShown(1, 2)
    expect(await boxes('.shown:not(:has(~ .shown)) img')).toEqual([
      [0, 40, 480, 360],
      [0, 440, 480, 760],
    ])
  })

  test('takes a square picture as a partner, and shows one alone that nothing waits for', async () => {
    page.service.sizeOf = (number) => [square, portrait, square][number - 1] ?? landscape
    await open('?layout=pair&seconds=86400')
    await untilShown(1)
    await tap()
    await untilShown(2, 3)
  })

  test('shows a portrait alone once a whole round brought no partner, and pairs it when there is one', async () => {
    let turn = 0
    let count = 3
    page.service.sizeOf = (number) => (number === 1 || number === 4 ? portrait : landscape)
    page.service.random = (url) => page.service.deal(url, (turn++ % count) + 1)
    const seen: string[] = []
    await open('?layout=pair&seconds=1')
    const untilSeen = (wanted: RegExp) =>
      until(async () => {
        seen.push(String(await shown()))
        return wanted.test(seen.at(-1) ?? '')
      })
    await untilSeen(/^1$/)
    expect(turn).toBeGreaterThan(3 * 2)
    // From then on in each round, until it has a partner.
    count = 4
    await untilSeen(/^(1,4|4,1)$/)
    expect(seen).not.toContain('4')
  })

  test('lets nothing of a round be shown twice for the sake of pairs', async () => {
    page.service.sizeOf = (number) => (number % 3 === 0 ? landscape : portrait)
    await open('?layout=pair&seconds=86400')
    const seen: number[] = []
    for (let slide = 0; slide < 8; slide += 1) {
      await until(async () => {
        const now = await shown()
        return now.length > 0 && !now.some((number) => seen.includes(number))
      })
      seen.push(...(await shown()))
      await tap()
    }
    expect(new Set(seen).size).toBe(seen.length)
    expect(page.service.pictures.length).toBe(new Set(page.service.pictures).size)
  })

  const caption = () => ask<string>(`document.querySelector('.slide b').textContent`)

  test('names the picture by date, folder and name, in the language of the browser', async () => {
    page.service.metadataOf = () => ({ taken: '2019-07-04T23:30:00' })
    await prepare(inGerman)
    await open('?caption=date,folder,name')
    await untilShown(1)
    expect(await caption()).toBe('4. Juli 2019 · Rome · 1')
    page.service.metadataOf = () => ({ taken: null })
    await open('?caption=name,date')
    const number = await anyShown()
    expect(await caption()).toBe(String(number))
    await open()
    await anyShown()
    expect(await caption()).toBe('')
  })

  test('shows all of what somebody wrote to a picture, as text, and asks for it', async () => {
    const description = `By <b>the</b> sea. ${'It was a long and warm evening. '.repeat(15)}`.trim()
    page.service.placeOf = () => ({ description })
    await open('?caption=folder,description')
    await untilShown(1)
    expect(page.service.randoms[0]?.searchParams.get('caption')).toBe('description')
    expect(await caption()).toBe(`Rome · ${description}`)
    const isWhole = await page.ask<boolean>(`(function () {
      var box = document.querySelector('.slide b').getBoundingClientRect()
      return box.top >= 0 && box.left >= 0 && box.right <= innerWidth && box.bottom <= innerHeight + 3
    })()`)
    expect(isWhole).toBeTrue()
  })

  const ofCameras =
    'IMG_1234.JPG|IMG_E1234.HEIC|IMG_20190704_123456~2.jpg|IMG-20190704-WA0001.jpg|DSC_0001 (2).jpg|' +
    'PXL_20210101_101010123.MP.jpg|_DSC1234.jpg|_MG_1234.jpg|P1000123.jpg|20190704_123456.jpg|100_1234.jpg'
  const ofPeople = ['IMG_1234 Oma', 'Rome 2019', '2019', 'Été 1', `${'1234567'.repeat(30)} x`]
  test.each([
    ...ofCameras.split('|').map((name) => [name, ''] as const),
    ...ofPeople.map((name) => [`${name}.jpg`, name] as const),
  ])('names %s by what a person has called it: %p', async (fileName, expected) => {
    page.service.placeOf = () => ({ fileName })
    await open('?caption=name')
    await untilShown(1)
    expect(await caption()).toBe(expected)
  })

  /** The boxes of the texts of captions and corner: left, top, right, bottom. */
  const texts = () =>
    ask<{ box: Box; isCut: boolean }[]>(`
      [].map.call(document.querySelectorAll('b'), function (aside) {
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
    await setScreen(width, height)
    await prepare(inGerman)
    page.service.placeOf = () => ({ folder: 'Unsere Reise mit dem Boot nach Norwegen '.repeat(6) })
    page.service.metadataOf = () => ({ taken: '2019-09-04T23:30:00' })
    const partner = width > height ? portrait : landscape
    for (const query of ['bottom', 'corner', 'top'].flatMap((place) => [
      `single&place=${place}`,
      `pair&place=${place}`,
    ])) {
      const isPair = query.startsWith('pair')
      page.service.sizeOf = () => (isPair ? partner : landscape)
      await open(`?caption=date,folder&clock=date&layout=${query}`)
      await until(async () => (await shown()).length === (isPair ? 2 : 1))
      const found = await texts()
      expect(found.length).toBe(isPair ? 3 : 2)
      // Those side by side stand at one height.
      if (isPair && width > height) expect(found[0]?.box[3]).toBe(found[1]?.box[3])
      expect(await violationsOn({ evaluate: ask })).toEqual([])
      for (const [index, { box }] of found.entries()) {
        expect(box[0]).toBeGreaterThanOrEqual(0)
        expect(box[2]).toBeLessThanOrEqual(width)
        for (const { box: other } of found.slice(index + 1)) {
          expect([box, other, areApart(box, other)]).toEqual([box, other, true])
        }
      }
      // All but the corner are too long, and end in an ellipsis.
      expect(found.filter(({ isCut }) => isCut).length).toBe(found.length - 1)
    }
  })

  test('shows a short caption beside the clock, and a long one above it', async () => {
    await setScreen(390, 844)
    page.service.placeOf = (number) => ({ folder: number === 1 ? 'Rome' : 'Rome in summer, again' })
    await open('?caption=folder&clock=date&seconds=86400')
    const bottoms = async () => (await texts()).map(({ box }) => Math.round(box[3]))
    await untilShown(1)
    const [beside = 0, corner = 0] = await bottoms()
    expect(Math.abs(beside - corner)).toBeLessThanOrEqual(2)
    await untilFetched(2)
    await pass(500)
    await tap()
    await untilShown(2)
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
      await open(`?caption=folder&${query}`)
      await anyShown()
      const [{ box: caption } = { box: [0, 0, 0, 0] }, corner] = await texts()
      expect([query, caption[1] < 240, caption[0] > 400]).toEqual([query, isHigh, isRight])
      // In one column with the clock, and at the edge where there is none.
      if (isRight) expect(Math.abs(caption[2] - (corner?.box[2] ?? 0))).toBeLessThanOrEqual(2)
      if (query === 'place=corner') expect(caption[3]).toBeGreaterThan(440)
    }
  })

  test('lets no words about an empty folder run into the clock', async () => {
    await setScreen(320, 568)
    page.service.random = noImages
    await open('?clock=date')
    await until(`!!document.querySelector('h1')`)
    const [[, , , below] = [0, 0, 0, 0]] = await boxes('#message')
    const [[, above] = [0, 0, 0, 0]] = await boxes('#corner')
    expect(above - below).toBeGreaterThanOrEqual(-2)
  })

  test('keeps the parts of a caption in order, whichever way they are written', async () => {
    page.service.placeOf = () => ({ folder: '2025/15 صورة', fileName: 'عائلة 3.jpg' })
    page.service.metadataOf = () => ({ taken: '2019-07-04T23:30:00' })
    await open('?caption=date,folder,name')
    await untilShown(1)
    const places = await ask<number[]>(`[].map.call(
      document.querySelectorAll('.slide b > *'), function (part) {
        return part.getBoundingClientRect().left })`)
    expect(places.length).toBe(5)
    expect(places).toEqual(places.toSorted((a, b) => a - b))
  })

  test('keeps caption and clock readable on white', async () => {
    page.service.colourOf = () => '#ffffff'
    await open('?caption=name,folder&clock=date&background=black')
    await untilShown(1)
    await settled()
    // Letters are as thin as the fonts of the system are; blocks are the same in all of them.
    await ask(`[].forEach.call(document.querySelectorAll('.slide b, #clock, #date'),
      function (text) { text.textContent = '\u2588 \u2588 \u2588' })`)
    const screen = await page.browser.look()
    for (const selector of ['.slide b', '#clock', '#date']) {
      const [box = [0, 0, 0, 0]] = await boxes(selector)
      const [left = 0, top = 0, right = 0, bottom = 0] = box.map(Math.round)
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
      ask<number>(`parseFloat(getComputedStyle(document.getElementById('clock')).fontSize)`)
    await open('?clock=date')
    const small = await size()
    expect(await text('date')).toMatch(/\p{L}+.*\d/u)
    await setScreen(1920, 1080)
    await until(async () => (await size()) > small * 1.5)
  })

  const scale = () =>
    ask<string>(`document.querySelector('.shown:not(:has(~ .shown)) img').style.transform`)

  test('zooms slowly where told, and stops where that is not smooth', async () => {
    // However busy the machine is: all frames come in time, and then none.
    const paint = (frame: string) =>
      prepare(`window.requestAnimationFrame = function (run) { ${frame} }`)
    await paint('Promise.resolve().then(run)')
    await open('?zoom&seconds=86400')
    await untilShown(1)
    const moving = () =>
      ask<boolean>(`document.getAnimations().some(function (each) {
        return each.transitionProperty === 'transform' })`)
    await pass(2000)
    expect(await moving()).toBeTrue()
    await paint('')
    await open('?zoom&seconds=86400')
    const last = await anyShown()
    await until(
      `/ 1s/.test(document.querySelector('.shown:not(:has(~ .shown)) img').style.transition)`,
    )
    await tap()
    await untilShown(last + 1)
    expect(await scale()).toBe('')
  })

  test('does not zoom for people who asked for less motion, nor untold', async () => {
    await open()
    await untilShown(1)
    expect(await scale()).toBe('')
    await page.view.cdp('Emulation.setEmulatedMedia', {
      features: [{ name: 'prefers-reduced-motion', value: 'reduce' }],
    })
    await open('?zoom')
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
      await setScreen(width, height)
      await open('?folder=Rome')
      await until(`!!document.querySelector('h1')`)
      const fits = await ask<boolean>(`(function () {
      var message = document.getElementById('message')
      return message.scrollHeight <= message.clientHeight && message.scrollWidth <= message.clientWidth
    })()`)
      expect(fits).toBeTrue()
      const [[, top, , bottom] = [0, 0, 0, 0]] = await boxes('#message')
      const [[left, , right] = [0, 0, 0, 0]] = await boxes('#message img')
      expect([Math.round(left + right), Math.round(top + bottom)]).toEqual([width, height])
      const text =
        await ask<string>(`(getSelection().selectAllChildren(document.getElementById('message')),
      String(getSelection()))`)
      expect(text).toContain('No photos in Rome yet')
      expect(text).toContain(`http://${page.service.host}/admin`)
      const cursor = `getComputedStyle(document.querySelector('h1')).cursor`
      expect(await ask<string>(cursor)).toBe('auto')
    },
  )
})
