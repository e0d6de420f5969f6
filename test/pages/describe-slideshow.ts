import { afterEach, beforeEach, describe, expect, setDefaultTimeout } from 'bun:test'
import { openBrowser } from '../support/browser.ts'
import { lacks } from '../support/programs.ts'
import { fasterTimers } from '../support/time.ts'
import { FakeService } from './fake-service.ts'

/** How many times as fast time goes on the page: how long it waits is not what is tested. */
const speed = 4

/** The slideshow page in a tab of Chromium, on a service that deals made-up pictures. */
export class Slideshow {
  service = new FakeService()
  #browser: Awaited<ReturnType<typeof openBrowser>> | undefined

  async start(): Promise<void> {
    this.service = new FakeService()
    this.service.start()
    this.#browser = await openBrowser()
    await this.browser.setScreen(800, 480)
    await this.prepare(fasterTimers(speed))
    await this.view.cdp('Animation.setPlaybackRate', { playbackRate: speed })
  }

  async stop(): Promise<void> {
    await this.browser[Symbol.asyncDispose]()
    await this.service.stop()
  }

  get browser() {
    if (this.#browser === undefined) throw new Error('It is not open yet.')
    return this.#browser
  }

  get view() {
    return this.browser.view
  }

  /** Runs before the page's script, to replace something of the browser's. */
  prepare = (source: string) => this.browser.prepare(source)
  /** Opens the page, with a query if it is to have one. */
  open = (query = '') => this.view.navigate(`http://${this.service.host}/${query}`)
  /** Gives the value of an expression in the page. */
  ask = <T>(source: string) => this.view.evaluate<T>(source)
  /** Lets so many milliseconds of the page's time pass. */
  pass = (milliseconds: number) => this.ask(`pass(${milliseconds})`)
  /** Sets something for each frame with a name. */
  set = (settings: object) => {
    this.service.steering = { ...this.service.steering, settings }
  }
  tap = () => this.view.click(20, 20)
  text = (id: string) => this.ask<string>(`document.getElementById('${id}').textContent`)
  colourAt = async (x: number, y: number) => (await this.browser.look()).colourAt(x, y)
  isBlack = async () => (await this.colourAt(400, 240)).every((value) => value === 0)

  /**
   * Waits for something, or for an expression of the page to be so. It fails only when nothing happens
   * for long, since a slow machine may take its time.
   */
  until = async (happened: string | (() => boolean | Promise<boolean>)): Promise<void> => {
    // A page that is just being replaced by another answers nothing.
    const answer = (source: string) =>
      this.ask<boolean>(source).catch((error: unknown) => {
        if (!String(error).includes('navigated')) throw error
        return false
      })
    const look = typeof happened === 'string' ? () => answer(happened) : happened
    const deadline = Date.now() + 60_000
    while (!(await look())) {
      if (Date.now() > deadline) throw new Error(`never happened: ${happened}`)
      await Bun.sleep(20)
    }
  }

  /** The numbers of the pictures on the screen, in reading order. */
  shown = () =>
    this.ask<
      number[]
    >(`[].map.call(document.querySelectorAll('.shown:not(:has(~ .shown)) img'), function (img) {
      return Number(/uploads.(\\d+)/.exec(img.src)[1]) })`)
  untilShown = (...numbers: number[]) =>
    this.until(async () => Bun.deepEquals(await this.shown(), numbers))
  /** For a show that runs on: a slow machine may look too late to see each picture. */
  untilPassed = (number: number) => this.until(async () => ((await this.shown())[0] ?? 0) >= number)
  /** Waits for a picture alone, and gives its number. */
  anyShown = async () => {
    await this.until(async () => (await this.shown()).length === 1)
    return (await this.shown())[0] ?? 0
  }
  untilFetched = (count: number) => this.until(() => this.service.pictures.length >= count)
  /** Waits until nothing moves any more. */
  settled = () =>
    this.until(`document.getElementsByClassName('slide').length === 1
      && getComputedStyle(document.querySelector('.slide')).opacity === '1'`)
  boxes = (selector: string) => this.ask<Box[]>(boxesOf(selector))
}

export type Box = readonly [left: number, top: number, right: number, bottom: number]

/** The boxes of elements in CSS pixels, as an expression. */
export const boxesOf = (selector: string) =>
  `[].map.call(document.querySelectorAll('${selector}'), function (element) {
    var r = element.getBoundingClientRect()
    return [r.left, r.top, r.right, r.bottom] })`

export const areApart = (one: Box, other: Box) =>
  one[2] <= other[0] || other[2] <= one[0] || one[3] <= other[1] || other[3] <= one[1]

/** Holds a fade in its middle as soon as it begins, and all that lies below it, as an expression. */
export const holdFades = `(function (later) {
    window.setTimeout = function (run, ms) { return ms === FADE_MS ? 0 : later(run, ms) }
  })(setTimeout), document.addEventListener('transitionrun', function () {
  document.getAnimations().forEach(function (fade) {
    fade.pause()
    fade.currentTime = 500
    window.held = true
  }) })`

/** Lets the page believe that it is not seen, or is: `see(false)`. */
export const hidable = `window.unseen = false
  Object.defineProperty(document, 'hidden', { get: function () { return window.unseen } })
  window.see = function (seen) {
    window.unseen = !seen
    document.dispatchEvent(new Event('visibilitychange'))
  }`

/** Describes the page: each test has one of its own, of which nothing may complain but failed requests. */
export function describeSlideshow(title: string, tests: (page: Slideshow) => void): void {
  describe.skipIf(lacks('chromium'))(title, () => {
    setDefaultTimeout(120_000)
    const page = new Slideshow()
    beforeEach(() => page.start())
    tests(page)
    afterEach(async () => {
      const others = page.browser.complaints.filter((said) => !said.includes('"source":"network"'))
      expect(others).toEqual([])
      await page.stop()
    })
  })
}
