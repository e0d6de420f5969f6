import { afterEach, beforeEach, expect, test } from 'bun:test'
import { fasterTimers } from '../support/time.ts'
import { describeSlideshow, hidable, holdFades } from './describe-slideshow.ts'
import { duplicates } from './fake-service.ts'

const portrait = { width: 2000, height: 3000 }
const nothing = { settings: {}, show: null, next: 0 }

describeSlideshow('a slideshow that is steered', (page) => {
  const { ask, set, until, pass, tap, prepare, text, colourAt } = page
  const { shown, untilShown, untilPassed, untilFetched } = page

  // Ten times as often: the pauses are the page's, not what is tested.
  beforeEach(() => prepare(fasterTimers(10, ['setInterval'])))
  afterEach(async () => expect(await ask<boolean>(`!!window.sameDocument`)).toBeTrue())

  const open = async (query: string) => {
    await page.open(query)
    await ask(`window.sameDocument = true`)
  }
  /** Waits until the page has asked for its settings once more, and a little. */
  const untilAsked = async () => {
    const asks = () =>
      page.service.asked.filter(({ pathname }) => pathname === '/api/frames/hall').length
    const before = asks()
    await until(() => asks() >= before + 2)
  }

  test('knows what is set before it asks for the first picture', async () => {
    set({ seconds: 86400, clock: true, fit: 'cover', caption: 'folder' })
    await open('?frame=hall')
    await untilShown(1)
    expect(page.service.randoms.length).toBe(1)
    const search = '?width=800&height=480&format=jpeg&fit=contain&frame=hall'
    expect(page.service.randoms[0]?.search).toBe(search)
    expect(await text('clock')).toMatch(/^\d\d:\d\d$/)
    expect(await text('pictures')).toContain('Rome')
    expect(
      await ask<number>(`document.querySelector('.shown:not(:has(~ .shown)) img').naturalWidth`),
    ).toBe(800)
  })

  test('fetches another picture for other conditions, and drops what was loaded ahead', async () => {
    await open('?frame=hall&seconds=86400')
    await untilFetched(2)
    await untilShown(1)
    set({ folder: ['Trips', 'Home'] })
    await untilShown(3)
    await untilFetched(4)
    await tap()
    await untilShown(4)
    await untilFetched(5)
    set({})
    await untilShown(6)
  })

  test('takes no picture that was on its way when the conditions changed', async () => {
    const gate = Promise.withResolvers<void>()
    page.service.random = async (url) => {
      const answer = page.service.deal(url)
      if (page.service.dealt === 2) await gate.promise
      return answer
    }
    await open('?frame=hall&seconds=86400')
    await until(() => page.service.dealt === 2)
    set({ orientation: 'landscape' })
    await untilShown(3)
    gate.resolve()
    await tap()
    await untilShown(4)
    expect(page.service.pictures).not.toContain('/uploads/2.jpg')
  })

  test('lays out anew what is shown and what is ahead, when only the look changes', async () => {
    await open('?frame=hall&seconds=86400')
    await untilFetched(2)
    await untilShown(1)
    set({ caption: 'folder', fit: 'cover', background: 'black' })
    await until(async () => (await text('pictures')).includes('Rome'))
    await until(`document.querySelector('.shown:not(:has(~ .shown)) img').naturalWidth === 800`)
    expect(await shown()).toEqual([1])
    await until(`document.images.length === 1`)
    await tap()
    await untilShown(2)
    expect(await text('pictures')).toContain('Rome')
    // No picture was dealt in vain.
    await until(() => page.service.randoms.length === 3)
    set({})
    await until(async () => !(await text('pictures')).includes('Rome'))
    expect(await shown()).toEqual([2])
  })

  test('loads a picture again that was on its way when the look changed', async () => {
    const arrival = Promise.withResolvers<void>()
    page.service.picture = async (url) => {
      if (page.service.pictures.length === 2) await arrival.promise
      return page.service.rendition(url)
    }
    await open('?frame=hall&seconds=86400')
    await untilFetched(2)
    set({ caption: 'folder' })
    await until(async () => (await text('pictures')).includes('Rome'))
    arrival.resolve()
    expect(await shown()).toEqual([1])
    await tap()
    await untilShown(2)
  })

  test('never darkens while it lays a picture out anew', async () => {
    page.service.colourOf = () => '#999999'
    await open('?frame=hall&seconds=86400')
    await untilFetched(2)
    await untilShown(1)
    await until(`getComputedStyle(document.querySelector('.slide')).opacity === '1'`)
    await ask(holdFades)
    set({ layout: 'pair' })
    await until(`!!window.held`)
    const [red] = await colourAt(400, 240)
    expect(Math.abs(red - 0x99)).toBeLessThanOrEqual(3)
  })

  test('shows pairs from then on, and pictures alone again', async () => {
    page.service.sizeOf = () => portrait
    await open('?frame=hall&seconds=86400')
    await untilFetched(2)
    set({ layout: 'pair' })
    await untilShown(1, 2)
    await untilFetched(4)
    set({})
    await untilShown(1)
    await pass(1500)
    await tap()
    await untilShown(2)
  })

  test('counts the seconds from then on', async () => {
    await open('?frame=hall&seconds=')
    await untilShown(1)
    set({ seconds: 1 })
    await untilPassed(3)
    set({ seconds: '86400' })
    await untilAsked()
    const [number] = await shown()
    await pass(1500)
    expect(await shown()).toEqual([number ?? 0])
  })

  test('shows and hides the clock', async () => {
    await open('?frame=hall&seconds=86400')
    await untilShown(1)
    set({ clock: 'date' })
    await until(async () => /^\d\d:\d\d$/.test(await text('clock')))
    expect(await text('date')).not.toBe('')
    set({})
    await until(async () => (await text('clock')) === '')
  })

  test('takes what its address says before what is set, and leaves out what is for devices', async () => {
    const forDevices = { fit: 'pad', background: '00ff00', every: '1h' }
    set({ caption: 'folder', clock: true, seconds: 1, ...forDevices })
    await open('?frame=hall&seconds=86400&caption=name&clock=off&every=1m')
    page.service.placeOf = () => ({ fileName: 'Ana.jpg' })
    await tap()
    await until(async () => (await shown()).length === 1)
    expect(await text('clock')).toBe('')
    expect(
      await ask<boolean>(`settings.blur && !settings.cover && settings.seconds === 86400`),
    ).toBe(true)
  })

  test('shows a picture alone until it ends, however often it is dealt', async () => {
    page.service.sizeOf = () => portrait
    await open('?frame=hall&seconds=1&layout=pair')
    await until(async () => (await shown()).length === 2)
    page.service.random = (url) => page.service.deal(url, 77)
    page.service.steering = { ...nothing, show: { path: '77.jpg' } }
    await untilShown(77)
    await pass(2500)
    expect(await shown()).toEqual([77])
    expect(page.service.pictures.filter((path) => path === '/uploads/77.jpg').length).toBe(1)
    page.service.random = (url) => page.service.deal(url)
    page.service.steering = nothing
    await until(async () => (await shown()).length === 2)
    expect(await shown()).not.toContain(77)
  })

  test('leaves a picture where it is that is to be shown and is on the screen', async () => {
    await open('?frame=hall&seconds=86400')
    await untilShown(1)
    page.service.random = (url) => page.service.deal(url, 1)
    page.service.steering = { ...nothing, show: { path: '1.jpg' } }
    await untilAsked()
    expect(await shown()).toEqual([1])
  })

  test.each(['', '&every=1h'])('goes on to another picture when told to: %p', async (every) => {
    page.service.steering = { ...nothing, next: 7 }
    if (every !== '') page.service.headers = { 'X-Next-Change': '3600' }
    await open(`?frame=hall&seconds=86400${every}`)
    await untilShown(1)
    await untilAsked()
    expect(await shown()).toEqual([1])
    page.service.steering = { ...nothing, next: 8 }
    await untilShown(2)
    // Forgotten: it counts from 0 again.
    page.service.steering = nothing
    await untilAsked()
    expect(await shown()).toEqual([2])
    page.service.steering = { ...nothing, next: 1 }
    await untilShown(3)
    expect(duplicates(page.service.pictures)).toEqual([])
  })

  test('follows at once where it was waiting for pictures', async () => {
    page.service.random = () =>
      Response.json({ success: false, error: 'None in "a".', code: 'NO_IMAGES_AVAILABLE' })
    set({ folder: 'a' })
    await open('?frame=hall')
    await until(async () => (await text('message')).includes('No photos in a yet'))
    page.service.random = (url) => page.service.deal(url)
    set({ folder: 'b' })
    await untilShown(1)
    expect(await text('message')).toBe('')
  })

  test('goes on with what was set last where no settings come', async () => {
    set({ caption: 'folder', seconds: 1 })
    await open('?frame=hall')
    await untilShown(1)
    let asks = 0
    page.service.steered = () => {
      asks += 1
      return asks % 2 === 0
        ? new Response('<h1>Bad gateway</h1>')
        : Response.json({ success: false, error: 'x', code: 'BUSY' })
    }
    await until(() => asks > 4)
    await untilPassed(4)
    expect(await text('pictures')).toContain('Rome')
  })

  test('does not ask while it is not seen', async () => {
    await prepare(hidable)
    await open('?frame=hall&seconds=86400')
    await untilFetched(2)
    await ask(`see(false)`)
    await pass(500)
    const asked = page.service.asked.length
    await pass(1200)
    expect(page.service.asked.length).toBe(asked)
    set({ clock: true })
    await ask(`see(true)`)
    await until(async () => (await text('clock')) !== '')
  })
})
