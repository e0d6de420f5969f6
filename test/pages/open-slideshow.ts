import { openBrowser } from '../support/browser.ts'
import { fasterTimers } from '../support/time.ts'
import { FakeService } from './fake-service.ts'

export type Slideshow = Awaited<ReturnType<typeof openSlideshow>>

/** How many times as fast time goes on the page: how long it waits is not what is tested. */
const speed = 4

/** Starts a service that deals made-up pictures, and a browser to show its page. */
export async function openSlideshow() {
  const service = new FakeService()
  service.start()
  const browser = await openBrowser()
  await browser.setScreen(800, 480)
  await browser.prepare(fasterTimers(speed))
  await browser.view.cdp('Animation.setPlaybackRate', { playbackRate: speed })
  return {
    service,
    browser,
    /** Opens the page, with a query if it is to have one. */
    open: (query = '') => browser.view.navigate(`http://${service.host}/${query}`),
    /** Gives the value of an expression in the page. */
    ask: <T>(source: string) => browser.view.evaluate<T>(source),
    /** Lets so many milliseconds of the page's time pass. */
    pass: (milliseconds: number) => browser.view.evaluate(`pass(${milliseconds})`),
    tap: () => browser.view.click(20, 20),
    [Symbol.asyncDispose]: async () => {
      await browser[Symbol.asyncDispose]()
      await service.stop()
    },
  }
}
