import { afterEach, expect, test } from 'bun:test'
import { describeSlideshow } from './describe-slideshow.ts'

describeSlideshow('a slideshow without a name', (page) => {
  const { open, ask, until, pass, prepare } = page
  const untilShown = page.anyShown

  afterEach(() => expect(page.browser.complaints).toEqual([]))

  const logIn = () => {
    page.service.frames = () => Response.json({ success: true, data: { frames: [] } })
  }
  const isOffered = () => ask<boolean>(`!!document.querySelector('form')`)
  const untilOffered = () => until(isOffered)
  const press = (label: string) =>
    ask(`[].filter.call(document.querySelectorAll('button'), function (button) {
      return button.textContent === '${label}' })[0].click()`)
  const asks = () => page.service.asked.filter(({ pathname }) => pathname === '/api/frames').length

  test('offers none to a stranger', async () => {
    await open()
    await untilShown()
    await until(() => asks() === 1)
    await pass(500)
    expect(await isOffered()).toBeFalse()
  })

  test('takes the name that somebody types who is logged in, and keeps it', async () => {
    logIn()
    page.service.steering = { settings: { clock: true, caption: 'folder' }, show: null, next: 3 }
    await open('?seconds=86400')
    await untilOffered()
    await untilShown()
    const heights = `[].map.call(document.querySelectorAll('input, button'), function (control) {
      return control.offsetHeight })`
    // As large as a finger.
    expect(Math.min(...(await ask<number[]>(heights)))).toBeGreaterThanOrEqual(44)
    await ask(`document.querySelector('input').focus()`)
    await page.view.type('My hall')
    // A space in the name is none of the keys that change the picture.
    expect(await ask<string>(`document.querySelector('input').value`)).toBe('My hall')
    expect(await page.shown()).toEqual([1])
    await page.view.press('Enter')
    await until(`document.getElementById('clock').textContent !== ''`)
    expect(await isOffered()).toBeFalse()
    expect(await ask<string>(`location.search`)).toBe('?seconds=86400&frame=My%20hall')
    const paths = page.service.asked.map(({ pathname }) => pathname)
    expect(paths).toContain('/api/frames/My%20hall')
    const before = page.service.randoms.length
    await open()
    await until(() => page.service.randoms.length > before)
    expect(page.service.randoms.at(-1)?.searchParams.get('frame')).toBe('My hall')
    expect(await ask<string>(`location.search`)).toBe('?frame=My%20hall')
    expect(asks()).toBe(1)
  })

  test('says what is wrong with a name', async () => {
    logIn()
    page.service.steered = () =>
      Response.json({ success: false, error: 'Give a name.', code: 'INVALID_REQUEST' })
    await open()
    await untilOffered()
    await ask(`document.querySelector('input').value = 'a/b'`)
    await press('Save')
    await until(() =>
      ask<boolean>(
        `document.querySelector('form').textContent.includes('A name can only have letters')`,
      ),
    )
    expect(await ask<string>(`location.search`)).toBe('')
  })

  test('never asks again where nobody wants to name it', async () => {
    logIn()
    await open()
    await untilOffered()
    await press('No')
    expect(await isOffered()).toBeFalse()
    await open()
    await untilShown()
    await pass(300)
    expect(await isOffered()).toBeFalse()
    expect(asks()).toBe(1)
  })

  test('takes the offer away when nobody answers', async () => {
    logIn()
    await prepare(`var real = window.setTimeout
      window.setTimeout = function (run, ms) { return real(run, ms === 60000 ? 1000 : ms) }`)
    await open('?seconds=86400')
    await untilOffered()
    await until(async () => !(await isOffered()))
    await untilShown()
  })

  test('shows pictures where the browser keeps nothing', async () => {
    logIn()
    await prepare(`Object.defineProperty(window, 'localStorage', {
      get: function () { throw new Error('blocked') } })`)
    await open()
    await untilShown()
    expect(await isOffered()).toBeFalse()
  })
})
