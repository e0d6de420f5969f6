import { openBrowser } from '../support/browser.ts'
import { FakeService } from './fake-service.ts'

export type Slideshow = Awaited<ReturnType<typeof openSlideshow>>
type Browser = Awaited<ReturnType<typeof openBrowser>>

/** How many times as fast time goes on the page: how long it waits is not what is tested. */
const speed = 4

/** Makes the timers and animations of the pages of a view so many times as fast. */
async function speedUp({ view, prepare }: Browser): Promise<void> {
  const source = `['setTimeout', 'setInterval'].forEach(function (name) {
    var real = window[name]
    window[name] = function (run, ms, value) { return real.call(window, run, ms / ${speed}, value) }
  })`
  await prepare(source)
  await view.cdp('Animation.setPlaybackRate', { playbackRate: speed })
}

/** Lets so many milliseconds of the page's time pass. */
export const pass = (milliseconds: number) => Bun.sleep(milliseconds / speed)

/** Starts a service that deals made-up pictures, and a browser to show its page. */
export async function openSlideshow() {
  const service = new FakeService()
  service.start()
  const browser = await openBrowser()
  await browser.setScreen(800, 480)
  await speedUp(browser)
  return {
    service,
    browser,
    /** Opens the page, with a query if it is to have one. */
    open: (query = '') => browser.view.navigate(`http://${service.host}/${query}`),
    /** Gives the value of an expression in the page. */
    ask: <T>(source: string) => browser.view.evaluate<T>(source),
    tap: () => browser.view.click(20, 20),
    [Symbol.asyncDispose]: async () => {
      await browser[Symbol.asyncDispose]()
      await service.stop()
    },
  }
}
