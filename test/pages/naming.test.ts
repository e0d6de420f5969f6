import { afterEach, beforeEach, describe, expect, setDefaultTimeout, test } from 'bun:test'
import { lacks } from '../support/programs.ts'
import { until } from './fake-service.ts'
import { openSlideshow, type Slideshow } from './open-slideshow.ts'

setDefaultTimeout(120_000)

describe.skipIf(lacks('chromium'))('a slideshow without a name', () => {
  let page: Slideshow

  beforeEach(async () => {
    page = await openSlideshow()
  })

  afterEach(async () => {
    expect(page.browser.complaints).toEqual([])
    await page[Symbol.asyncDispose]()
  })

  const logIn = () => {
    page.service.frames = () => Response.json({ success: true, data: { frames: [] } })
  }
  const isOffered = () => page.ask<boolean>(`!!document.querySelector('form')`)
  const untilShown = () =>
    until('a picture is shown', () => page.ask<boolean>(`!!document.querySelector('img.shown')`))
  const untilOffered = () => until('a name is offered', isOffered)
  const press = (label: string) =>
    page.ask(`[].filter.call(document.querySelectorAll('button'), function (button) {
      return button.textContent === '${label}' })[0].click()`)
  const asks = () => page.service.asked.filter(({ pathname }) => pathname === '/api/frames').length

  test('offers none to a stranger', async () => {
    await page.open()
    await untilShown()
    await until('it asks who is there', () => asks() === 1)
    await page.pass(500)
    expect(await isOffered()).toBeFalse()
  })

  test('takes the name that somebody types who is logged in, and keeps it', async () => {
    logIn()
    page.service.steering = { settings: { clock: true, caption: 'folder' }, show: null, next: 3 }
    await page.open('?seconds=86400')
    await untilOffered()
    await untilShown()
    await page.ask(`document.querySelector('input').focus()`)
    await page.browser.view.type('My hall')
    const shown = `document.querySelector('img.shown').alt`
    // A space in the name is none of the keys that change the picture.
    expect(await page.ask<string>(`document.querySelector('input').value + ${shown}`)).toBe(
      'My hall1.jpg',
    )
    await page.browser.view.press('Enter')
    await until('it has its settings', () =>
      page.ask<boolean>(`document.getElementById('clock').textContent !== ''`),
    )
    expect(await isOffered()).toBeFalse()
    expect(await page.ask<string>(`location.search`)).toBe('?seconds=86400&frame=My%20hall')
    expect(page.service.asked.some(({ pathname }) => pathname === '/api/frames/My%20hall')).toBe(
      true,
    )
    const before = page.service.randoms.length
    await page.open()
    await until('it asks for a picture', () => page.service.randoms.length > before)
    expect(page.service.randoms.at(-1)?.searchParams.get('frame')).toBe('My hall')
    expect(await page.ask<string>(`location.search`)).toBe('?frame=My%20hall')
    expect(asks()).toBe(1)
  })

  test('says what is wrong with a name', async () => {
    logIn()
    page.service.steered = () =>
      Response.json({ success: false, error: 'Give a name.', code: 'INVALID_REQUEST' })
    await page.open()
    await untilOffered()
    await page.ask(`document.querySelector('input').value = 'a/b'`)
    await press('Save')
    await until('it says so', () =>
      page.ask<boolean>(
        `document.querySelector('form').textContent.includes('Not understood: a/b')`,
      ),
    )
    expect(await page.ask<string>(`location.search`)).toBe('')
  })

  test('never asks again where nobody wants to name it', async () => {
    logIn()
    await page.open()
    await untilOffered()
    await press('No')
    expect(await isOffered()).toBeFalse()
    await page.open()
    await untilShown()
    await page.pass(300)
    expect(await isOffered()).toBeFalse()
    expect(asks()).toBe(1)
  })

  test('takes the offer away when nobody answers', async () => {
    logIn()
    await page.browser.prepare(`var real = window.setTimeout
      window.setTimeout = function (run, ms) { return real(run, ms === 60000 ? 1000 : ms) }`)
    await page.open('?seconds=86400')
    await untilOffered()
    await until('it is gone', async () => !(await isOffered()))
    await untilShown()
  })

  test('shows pictures where the browser keeps nothing', async () => {
    logIn()
    await page.browser.prepare(`Object.defineProperty(window, 'localStorage', {
      get: function () { throw new Error('blocked') } })`)
    await page.open()
    await untilShown()
    expect(await isOffered()).toBeFalse()
  })
})
